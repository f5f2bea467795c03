// Ages as kubectl prints them: `5s`, `3m`, `2m10s`, `4h`, `5d`.

export function age(timestamp: string | undefined, now: number): string {
  const since = Date.parse(timestamp ?? '');
  if (Number.isNaN(since)) return '<unknown>';
  const seconds = Math.max(0, Math.floor((now - since) / 1000));
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 10) return seconds % 60 === 0 ? `${minutes}m` : `${minutes}m${seconds % 60}s`;
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.floor(minutes / 60);
  if (hours < 8) return minutes % 60 === 0 ? `${hours}h` : `${hours}h${minutes % 60}m`;
  if (hours < 48) return `${hours}h`;
  const days = Math.floor(hours / 24);
  return days < 730 ? `${days}d` : `${Math.floor(days / 365)}y`;
}
