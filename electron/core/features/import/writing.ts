import type { Casebook } from '../../derived/casebook.ts';

/** A part of a long write keeps others waiting for about so long, in milliseconds. */
const PART_MS = 15;

/** All steps in one transaction: what they write comes in wholly or not at all, and nobody else writes meanwhile. */
export function writeAtOnce<T>({ database, derived }: Casebook, steps: Generator<void, T>): T {
  return database.transaction(() =>
    derived.items.together(() => {
      for (;;) {
        const step = steps.next();
        if (step.done === true) return step.value;
      }
    }),
  )();
}

/**
 * Steps in short transactions one after the other, between which others get their turn.
 * @param alone does something while nobody else writes
 */
export async function writeInParts<T>(
  { database, derived }: Casebook,
  steps: Generator<void, T>,
  alone: <R>(work: () => R) => Promise<R>,
): Promise<T> {
  const part = database.transaction(() =>
    derived.items.together(() => {
      const end = performance.now() + PART_MS;
      let step = steps.next();
      while (step.done !== true && performance.now() < end) step = steps.next();
      return step;
    }),
  );
  for (;;) {
    const step = await alone(part);
    if (step.done === true) return step.value;
  }
}
