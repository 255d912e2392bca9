/*
 * Rows are asked for in sets: a question about a thousand items costs little more than one about one, where a thousand
 * questions cost a thousand times as much.
 */

/** How many things one query asks about: few enough that their rows come and go in fast memory. */
const AT_A_TIME = 100;

/** SQL: among the texts of one parameter, which is {@link asSet} of them. */
export const IN_SET = 'IN (SELECT value FROM json_each(?))';

/** The parameter of {@link IN_SET}. */
export const asSet = (texts: Iterable<string>): string => JSON.stringify([...texts]);

/** In groups of at most `size`, in their order. */
export function* inSets<T>(values: Iterable<T>, size = AT_A_TIME): Generator<readonly T[]> {
  let set: T[] = [];
  for (const value of values) {
    set.push(value);
    if (set.length < size) continue;
    yield set;
    set = [];
  }
  if (set.length > 0) yield set;
}
