// RFC 7396, the server's side of it: tests apply the patches that plans write.

export function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const result: Record<string, unknown> = {
    ...(typeof target === 'object' ? (target as Record<string, unknown>) : {}),
  };
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = applyMergePatch(result[key], value);
  }
  return result;
}
