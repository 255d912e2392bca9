import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import type { PersonId } from '../../../../shared/base/ids.ts';
import { type EventDetail, EVENTS } from '../../records/logEvents.ts';
import { asCasebookError, errorCode } from '../../base/errors.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { PRIVATE_FILE } from '../../files/privateFiles.ts';

/*
 * A program that reads a casebook cannot write to its database while another has it open. It leaves its exports and the
 * key of the pseudonyms in a folder beside the database; the other program records them in the history.
 */

const FOLDER = 'waiting';
const LOOK_EVERY_MS = 3_000;

/** An export as it is left: the event of the history, with an id of its own, so that it is never taken in twice. */
const WaitingExport = z.object({
  kind: z.literal('export'),
  id: z.uuid(),
  /** UTC milliseconds. */
  at: z.int(),
  detail: EVENTS.export.detail,
});

/**
 * Writes an export into the history, or leaves it for the program that has the casebook open.
 * @returns false where neither can be: a casebook on a disk that takes no writes
 */
export function recordExport(
  casebook: Casebook,
  by: PersonId | null,
  detail: EventDetail<'export'>,
): boolean {
  const { ports, readOnly, refusal } = casebook;
  if (readOnly === null) {
    casebook.records.log({ kind: 'export', personId: by, detail });
    return true;
  }
  if (refusal !== 'in_use') return false;
  const folder = join(casebook.path, FOLDER);
  const waiting: z.infer<typeof WaitingExport> = {
    kind: 'export',
    id: ports.newId(),
    at: ports.now(),
    detail,
  };
  mkdirSync(folder, { recursive: true });
  // It can hold the key of pseudonyms: only its user may read it until it is in the database.
  writeFileAtomic.sync(join(folder, `${waiting.id}.json`), JSON.stringify(waiting), { mode: PRIVATE_FILE });
  return true;
}

/**
 * Records in the history what other programs left, oldest first. An unreadable entry is kept under another name and
 * logged.
 * @returns how many there were
 */
export function takeExports(casebook: Casebook): number {
  if (casebook.readOnly !== null) return 0;
  const { database, path, ports, records } = casebook;
  const folder = join(path, FOLDER);
  const isKnown = database.prepare<[string], number>('SELECT 1 FROM event WHERE id = ?').pluck();
  let taken = 0;
  for (const name of namesIn(folder)) {
    const file = join(folder, name);
    const waiting = readExport(file);
    if (waiting === null) {
      // Under another name it is not looked at again, and can still be looked into.
      renameSync(file, `${file}.unreadable`);
      ports.logger.warn('Another program left an export record that cannot be read.', { file });
      continue;
    }
    const { id, at, detail } = waiting;
    if (isKnown.get(id) === undefined)
      records.log({ kind: 'export', personId: null, detail, made: { id, at } });
    rmSync(file, { force: true });
    taken += 1;
  }
  return taken;
}

function readExport(file: string): z.infer<typeof WaitingExport> | null {
  try {
    return WaitingExport.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The ids begin with their time: their order is that of the exports. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Takes exports in while a casebook is open. */
export class ExportRecorder {
  readonly #casebook: Casebook;
  #timer: NodeJS.Timeout | null = null;

  constructor(casebook: Casebook) {
    this.#casebook = casebook;
  }

  /** Now, and every few seconds from now on. */
  start(): void {
    this.#take();
    this.#timer ??= setInterval(this.#take, LOOK_EVERY_MS).unref();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  readonly #take = (): void => {
    // An import that is under way holds the database: the next look comes soon.
    if (this.#casebook.gate.why() !== null) return;
    try {
      takeExports(this.#casebook);
    } catch (error) {
      this.#casebook.ports.logger.warn('Exports that other programs left could not be recorded yet.', {
        reason: asCasebookError(error).message,
      });
    }
  };
}
