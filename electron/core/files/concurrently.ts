/**
 * Works on many things, at most `limit` at a time, in order of beginning. Where one fails, no further one is
 * begun, those under way are awaited, and the first failure is thrown.
 */
export async function concurrently<T>(
  things: Iterable<T>,
  limit: number,
  signal: AbortSignal,
  work: (thing: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  const iterator = things[Symbol.iterator]();
  const run = async (): Promise<void> => {
    for (let next = iterator.next(); next.done !== true; next = iterator.next()) {
      if (failures.length > 0) return;
      try {
        signal.throwIfAborted();
        await work(next.value);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: limit }, run));
  if (failures.length > 0) throw failures[0];
}

/**
 * What all of these come to. Where one fails, the others are awaited before its failure is thrown: a worker thread whose
 * task has ended may be ended, and must not be in the middle of native work then.
 */
export async function settleAll<T>(works: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(works);
  return Promise.all(works);
}
