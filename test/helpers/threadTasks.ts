import { threadTask } from '../../electron/core/base/threadTask.ts';
import { CasebookError } from '../../shared/base/errors.ts';

/** Tasks for threads under test. */
export const double = threadTask(({ value }: { readonly value: number }) => value * 2);

/** Works until nobody waits any more; `seen` counts in shared memory how often it began and how often it was ended. */
export const endless = threadTask(({ seen }: { readonly seen: Int32Array }, progress): never => {
  Atomics.add(seen, 0, 1);
  try {
    for (let done = 0; ; done += 1) progress('Working', done, 10);
  } finally {
    Atomics.add(seen, 1, 1);
  }
});

/** Works until the third number in shared memory says that it may end, and never looks whether anybody waits. */
export const unaware = threadTask(({ seen }: { readonly seen: Int32Array }) => {
  Atomics.add(seen, 0, 1);
  // Not for ever: a test that failed before it said so is to end, too.
  Atomics.wait(seen, 2, 0, 40_000);
  Atomics.add(seen, 1, 1);
  return 'done';
});

export const refused = threadTask(() => {
  throw new CasebookError('not_found', 'There is no such thing.', 'Choose another.');
});

export const broken = threadTask(() => {
  throw new TypeError('Nobody expected this.');
});
