import { existsSync, writeFileSync } from 'node:fs';
import { formats } from '../../electron/core/app/formats.ts';
import { importHere } from '../../electron/core/features/import/running/importHere.ts';
import { threadTask } from '../../electron/core/base/threadTask.ts';

/**
 * A thread that imports, and stops in the middle of its transaction, which the file `SOURCE.held` says, until there is a
 * file `SOURCE.go`, or dies where there is a file `SOURCE.die`.
 */
export const importing = threadTask<Parameters<typeof importHere>[0], unknown>((task, progress, talk) => {
  const { source } = task.request;
  const clock = new Int32Array(new SharedArrayBuffer(4));
  return importHere(task, {
    formats,
    talk,
    progress: (phase, done, total) => {
      if (phase === 'Writing' && done > 0 && !existsSync(`${source}.held`)) {
        writeFileSync(`${source}.held`, '');
        while (!existsSync(`${source}.go`)) {
          if (existsSync(`${source}.die`)) process.exit(3);
          Atomics.wait(clock, 0, 0, 5);
        }
      }
      progress(phase, done, total);
    },
  });
});
