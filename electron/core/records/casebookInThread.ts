import { join } from 'node:path';
import { findBenchmark } from '../../../shared/benchmarks/registry.ts';
import { noteChanges } from '../db/changes.ts';
import { DATABASE, LOCK, type ReadOnlyReason } from '../db/acquire.ts';
import type { CasebookFiles } from './casebook.ts';
import { openDatabase } from '../db/database.ts';
import { assertStillHeld } from '../db/lock.ts';
import { readMetaText } from '../db/meta.ts';
import { createNewId } from '../base/newId.ts';
import type { CorePorts } from '../base/ports.ts';

/** Where a casebook is that another thread of this program has open, and what can be done with it: travels between threads. */
export interface Place {
  readonly path: string;
  readonly folders: CasebookFiles['folders'];
  readonly readOnly: string | null;
  readonly refusal: ReadOnlyReason | null;
  readonly lockToken: string | null;
  readonly ports: Pick<CorePorts, 'host' | 'version' | 'electron' | 'directories' | 'userName'>;
}

/** What a thread needs to open this casebook beside this one. */
export function placeOf({ path, folders, readOnly, refusal, lockToken, ports }: CasebookFiles): Place {
  const { host, version, electron, directories, userName } = ports;
  const named = { host, version, electron, directories, userName };
  return { path, folders, readOnly, refusal, lockToken, ports: named };
}

/**
 * Opens a casebook in a thread, beside the connection that has its lock: that one keeps other writers out, and closes
 * only after this one.
 * @param mayCommit throws where nothing is to be written any more, besides where the lock was lost
 */
export function openBeside(place: Place, mayCommit: () => void): CasebookFiles {
  const { path, lockToken } = place;
  const database = openDatabase(join(path, DATABASE), lockToken === null ? 'read' : 'write');
  try {
    if (lockToken !== null) {
      database.fence(() => {
        mayCommit();
        assertStillHeld(join(path, LOCK), lockToken);
      });
      noteChanges(database);
    }
    const benchmark = findBenchmark(readMetaText(database, 'benchmark'));
    if (benchmark === undefined) throw new Error('The casebook is open here, and its benchmark unknown.');
    return {
      ...place,
      database,
      benchmark,
      ports: portsOfThread(place.ports),
      gate: database.gate,
      // Who has the lock is told; this one's next write fails.
      whenLost: () => undefined,
      refuseWrites(why) {
        database.fence(() => {
          throw why;
        });
      },
      close: () => void database.close(),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** What needs no host: the thread that started this one logs how it ends, and keeps the keys. */
function portsOfThread(named: Place['ports']): CorePorts {
  const nothing = (): void => undefined;
  return {
    ...named,
    now: Date.now,
    newId: createNewId(),
    wait: () => Promise.reject(new Error('Nothing waits in this thread.')),
    logger: { info: nothing, warn: nothing, error: nothing },
    secrets: {
      canStore: () => false,
      read: () => null,
      keep: () => {
        throw new Error('No keys are kept in this thread.');
      },
    },
    dialogs: null,
  };
}
