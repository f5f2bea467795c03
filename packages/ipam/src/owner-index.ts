// Who holds a key (an address or a MAC). Nearly always one owner; several when the conflict check was off.

export class OwnerIndex<Key> {
  #owners = new Map<Key, string | readonly string[]>();

  of(key: Key): readonly string[] {
    const owners = this.#owners.get(key);
    if (owners === undefined) return [];
    return typeof owners === 'string' ? [owners] : owners;
  }

  has(key: Key): boolean {
    return this.#owners.has(key);
  }

  /** A holder that is not `owner`, if there is one. */
  other(key: Key, owner: string): string | undefined {
    const owners = this.#owners.get(key);
    if (owners === undefined || owners === owner) return undefined;
    return typeof owners === 'string' ? owners : owners.find((name) => name !== owner);
  }

  add(key: Key, owner: string): void {
    const owners = this.#owners.get(key);
    if (owners === undefined) this.#owners.set(key, owner);
    else if (!this.of(key).includes(owner)) this.#owners.set(key, [...this.of(key), owner]);
  }

  /** Returns true when that was the last holder. */
  remove(key: Key, owner: string): boolean {
    const owners = this.#owners.get(key);
    if (owners === owner) return this.#owners.delete(key);
    if (owners === undefined || typeof owners === 'string') return false;
    const left = owners.filter((name) => name !== owner);
    this.#owners.set(key, left.length === 1 ? left[0]! : left);
    return false;
  }

  rekey(change: (key: Key) => Key): void {
    this.#owners = new Map(Array.from(this.#owners, ([key, owners]) => [change(key), owners]));
  }
}
