/**
 * Reads the data of things that are asked for one after the other, a few at a time.
 * @param order in which they will be asked for; one that is not in it, or comes out of turn, is read by itself
 * @param load what belongs to some of them
 */
export function readAhead<T>(
  order: readonly string[],
  load: (ids: readonly string[]) => ReadonlyMap<string, T>,
  atATime = 100,
): (id: string) => T | undefined {
  let next = 0;
  let ids = new Set<string>();
  let held: ReadonlyMap<string, T> = new Map();
  return (id) => {
    if (ids.has(id)) return held.get(id);
    const isInTurn = order[next] === id;
    ids = new Set(isInTurn ? order.slice(next, next + atATime) : [id]);
    if (isInTurn) next += ids.size;
    held = load([...ids]);
    return held.get(id);
  };
}
