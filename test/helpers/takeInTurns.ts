import { once } from 'node:events';
import { takeLock } from '../../electron/core/db/lock.ts';
import { openDatabase } from '../../electron/core/db/database.ts';

/**
 * Takes lock after lock as it is told their files, and says 1 or 0 for each, whether it got it: `node takeInTurns.ts
 * DATABASE`. It lets go of none.
 */
const [file = ''] = process.argv.slice(2);
const alone = <T>(work: () => T): T => {
  const database = openDatabase(file, 'once');
  try {
    return database.transaction(work).immediate();
  } finally {
    database.close();
  }
};
process.on('message', (lock) => {
  if (typeof lock !== 'string') return;
  void takeLock(lock, {
    token: crypto.randomUUID(),
    now: Date.now,
    wait: () => Promise.resolve(),
    alone,
  }).then(({ held }) => process.send?.(held));
});
process.send?.('ready');
await once(process, 'disconnect');
