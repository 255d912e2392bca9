/** Sets of whole numbers 0 to size - 1 that grow together: every number starts alone (Tarjan 1975). */
export class DisjointSets {
  readonly #parent: Uint32Array;

  constructor(size: number) {
    this.#parent = Uint32Array.from({ length: size }, (_, index) => index);
  }

  /** The number that stands for the set this one is in. */
  find(member: number): number {
    let root = member;
    let parent = this.#parent[root] ?? root;
    while (parent !== root) {
      // Every second step is shortened on the way, so that later searches are quick.
      const grandparent = this.#parent[parent] ?? parent;
      this.#parent[root] = grandparent;
      root = grandparent;
      parent = this.#parent[root] ?? root;
    }
    return root;
  }

  /** Unites the sets of two numbers; the smaller root stays, so that the result does not hang on the order. */
  unite(a: number, b: number): void {
    const one = this.find(a);
    const other = this.find(b);
    if (one !== other) this.#parent[Math.max(one, other)] = Math.min(one, other);
  }

  /** The sets with at least two members, members and sets in ascending order. */
  groups(): number[][] {
    const byRoot = new Map<number, number[]>();
    for (let member = 0; member < this.#parent.length; member += 1) {
      const root = this.find(member);
      const group = byRoot.get(root);
      if (group === undefined) byRoot.set(root, [member]);
      else group.push(member);
    }
    return [...byRoot.values()].filter((group) => group.length > 1);
  }
}
