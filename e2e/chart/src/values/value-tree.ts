// Values by their paths, as a tree: { networking: { pods: { ... } } }.

export interface ValueTree<Leaf> {
  leaf?: Leaf;
  readonly children: Map<string, ValueTree<Leaf>>;
}

export function valueTree<Leaf>(leaves: Iterable<readonly [path: string, leaf: Leaf]>): ValueTree<Leaf> {
  const root: ValueTree<Leaf> = { children: new Map() };
  for (const [path, leaf] of leaves) {
    let at = root;
    for (const key of path.split('.')) {
      const next = at.children.get(key) ?? { children: new Map() };
      at.children.set(key, next);
      at = next;
    }
    at.leaf = leaf;
  }
  return root;
}
