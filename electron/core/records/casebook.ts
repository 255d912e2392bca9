import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Benchmark } from '../../../shared/benchmarks/benchmark.ts';
import { benchmarks, findBenchmark } from '../../../shared/benchmarks/registry.ts';
import { CasebookError } from '../../../shared/base/errors.ts';
import { noteChanges } from '../db/changes.ts';
import {
  acquire,
  assertThere,
  DATABASE,
  type OpenAccess,
  type ReadOnlyAccess,
  type ReadOnlyReason,
} from '../db/acquire.ts';
import { needsDailyBackup, rotateBackup } from '../db/backup.ts';
import { clearDamage, isMarkedDamaged, markDamage } from '../db/damage.ts';
import { type CasebookDatabase, closeAfterWriting, type DatabaseMode, openDatabase } from '../db/database.ts';
import { assertOwnLayout } from '../db/layout.ts';
import { latestVersion, migrate, type Migration, migrations, schemaVersion } from '../db/migrate.ts';
import type { WriteGate } from '../db/writeGate.ts';
import { asCasebookError } from '../base/errors.ts';
import { readMetaText, writeMeta } from '../db/meta.ts';
import { correctNumbersOnce, noteNumbersChecked } from './items/numberCorrection.ts';
import { noteAcceptanceRules } from './acceptance/acceptanceRules.ts';
import { noteVerdictRules } from './verdicts/verdictRules.ts';
import { sweepBeside } from '../files/beside.ts';
import { sweepLeftovers } from '../files/leftovers.ts';
import type { CorePorts } from '../base/ports.ts';

/** An open casebook: the database and the folders around it. */
export interface CasebookFiles {
  readonly path: string;
  readonly database: CasebookDatabase;
  readonly benchmark: Benchmark;
  /** Null where this process may write; otherwise why not, in words. */
  readonly readOnly: string | null;
  /** The same for programs: what a call that writes fails with. */
  readonly refusal: ReadOnlyReason | null;
  readonly folders: { readonly images: string; readonly thumbnails: string; readonly backups: string };
  readonly ports: CorePorts;
  /** Closed while another thread of this program writes; calls that would write then are repeated afterwards. */
  readonly gate: WriteGate;
  /** The lock's own, for threads that write beside this one; null where nothing is written. */
  readonly lockToken: string | null;
  /** Is told once, in words, where another program turns out to have taken the casebook over: nothing is written any more. */
  whenLost(tell: (to: string) => void): void;
  /** Writes nothing any more from here on, and fails with this whatever would. */
  refuseWrites(why: CasebookError): void;
  close(): void;
}

/** What a casebook is opened for. */
export type Intent = Exclude<DatabaseMode, 'create'>;

/** The folders of a casebook at a path. */
function foldersOf(path: string): CasebookFiles['folders'] {
  return {
    images: join(path, 'images'),
    thumbnails: join(path, 'thumbnails'),
    backups: join(path, 'backups'),
  };
}

/**
 * Makes a new casebook in an empty or new folder. Throws `exists` if something is there; a failure leaves nothing.
 * @param begin fills the new casebook; where it fails, there is none
 */
export async function createCasebook(
  path: string,
  options: { readonly benchmark: string; readonly title: string },
  ports: CorePorts,
  begin: (casebook: CasebookFiles) => void = () => undefined,
): Promise<CasebookFiles> {
  const folder = resolve(path);
  const benchmark = findBenchmark(options.benchmark);
  if (benchmark === undefined) {
    throw new CasebookError(
      'invalid_input',
      `There is no benchmark "${options.benchmark}".`,
      `Choose one of: ${benchmarks.map(({ id }) => id).join(', ')}.`,
    );
  }
  const existed = existsSync(folder);
  if (existed && readdirSync(folder).length > 0) {
    throw new CasebookError(
      'exists',
      `The folder ${folder} is not empty.`,
      'Nothing was changed. Choose a new folder.',
    );
  }
  try {
    for (const each of [folder, ...Object.values(foldersOf(folder))]) mkdirSync(each, { recursive: true });
    const database = openDatabase(join(folder, DATABASE), 'create');
    try {
      database.transaction(() => {
        migrate(database);
        writeMeta(database, 'benchmark', benchmark.id);
        writeMeta(database, 'title', options.title);
        writeMeta(database, 'vocabulary', benchmark.vocabulary.initial);
        writeMeta(database, 'createdAt', ports.now());
        noteVerdictRules(database);
        noteAcceptanceRules(database);
        noteNumbersChecked(database);
      })();
    } finally {
      closeAfterWriting(database);
    }
    const casebook = await openCasebook(folder, ports);
    try {
      assertWritable(casebook);
      begin(casebook);
      return casebook;
    } catch (error) {
      casebook.close();
      throw error;
    }
  } catch (error) {
    if (existed) for (const each of readdirSync(folder)) rmSync(join(folder, each), { recursive: true });
    else rmSync(folder, { recursive: true, force: true });
    throw asCasebookError(error);
  }
}

/**
 * Opens a casebook for writing, or for reading if another process has it, the disk is full or read-only, or `intent`
 * says so (`once`: write in one go, and leave the file alone if there is nothing to write). Migrates an older one
 * first, after a backup. Throws a CasebookError for anything that this program cannot read, and changes nothing then,
 * not even a file's time.
 * @param known the migrations to work with: the published ones, except in tests of migrating
 * @param access why it is opened for reading, where it is
 */
export async function openCasebook(
  path: string,
  ports: CorePorts,
  intent: Intent = 'write',
  known: readonly Migration[] = migrations,
  access: ReadOnlyAccess = FOR_READING,
): Promise<CasebookFiles> {
  const folder = resolve(path);
  assertThere(folder);
  try {
    if (intent !== 'read') {
      const look = (database: CasebookDatabase): void => {
        schemaVersion(database, known);
        assertOwnLayout(database, known);
      };
      return await openAs(folder, intent, await acquire(folder, ports, look), ports, known);
    }
    if (versionOf(join(folder, DATABASE), known) < latestVersion(known))
      (await openCasebook(folder, ports, 'write', known)).close();
    return await openAs(folder, intent, access, ports, known);
  } catch (error) {
    throw asCasebookError(error);
  }
}

const FOR_READING: ReadOnlyAccess = { refusal: 'read_only', readOnly: 'Opened read-only.' };

/** The schema version, found without touching anything, of a database that has no parts but Casebook's. Throws what `openCasebook` throws of a database. */
function versionOf(file: string, known: readonly Migration[]): number {
  const database = openDatabase(file, 'read');
  try {
    const version = schemaVersion(database, known);
    assertOwnLayout(database, known);
    return version;
  } finally {
    database.close();
  }
}

async function openAs(
  folder: string,
  intent: Intent,
  access: OpenAccess,
  ports: CorePorts,
  known: readonly Migration[],
): Promise<CasebookFiles> {
  try {
    return await openWith(folder, intent, access, ports, known);
  } catch (error) {
    access.lock?.release();
    throw error;
  }
}

async function openWith(
  folder: string,
  intent: Intent,
  access: OpenAccess,
  ports: CorePorts,
  known: readonly Migration[],
): Promise<CasebookFiles> {
  const { lock, takenOver, refusal, readOnly } = access;
  const folders = foldersOf(folder);
  const older = isOlder(folder, access, known);
  const damage = await backUp(folder, older, access, ports, known);
  if (damage !== null) {
    // People who work on would write into what is broken, and every new day would be missing from the backups.
    lock?.release();
    return openWith(folder, 'read', damagedAccess(damage), ports, known);
  }
  const database = openDatabase(join(folder, DATABASE), lock === undefined ? 'read' : intent);
  let lostTo: string | null = null;
  let tellLoss: ((to: string) => void) | null = null;
  lock?.whenLost((to) => {
    lostTo = to;
    tellLoss?.(to);
  });
  const closeDatabase = (): void =>
    // What somebody else works on is left as it is.
    lock === undefined || lostTo !== null ? void database.close() : closeAfterWriting(database);
  try {
    if (older) migrate(database, known);
    if (lock !== undefined) {
      database.fence(() => lock.assertHeld());
      if (known === migrations) await prepareWriting(database, folder, intent, ports);
    }
    const benchmark = benchmarkOf(database);
    if (lock !== undefined) {
      await sweep(folders, takenOver, ports);
      for (const near of new Set([dirname(folder), ports.directories.documents])) await sweepBeside(near);
    }
    let closed = false;
    return {
      path: folder,
      database,
      benchmark,
      readOnly: readOnly ?? null,
      refusal: refusal ?? null,
      folders,
      ports,
      gate: database.gate,
      lockToken: lock?.token ?? null,
      whenLost(tell) {
        if (lostTo !== null) tell(lostTo);
        else tellLoss = tell;
      },
      refuseWrites(why) {
        database.fence(() => {
          throw why;
        });
      },
      close() {
        if (closed) return;
        closed = true;
        try {
          closeDatabase();
        } finally {
          lock?.release();
        }
      },
    };
  } catch (error) {
    closeDatabase();
    throw error;
  }
}

/** Whether a casebook has an older schema. Throws where it would have to be updated and can only be read. */
function isOlder(
  folder: string,
  { lock, refusal, readOnly }: OpenAccess,
  known: readonly Migration[],
): boolean {
  const older = versionOf(join(folder, DATABASE), known) < latestVersion(known);
  if (older && lock === undefined) {
    throw new CasebookError(
      refusal,
      `This casebook has an older schema and must be updated before reading. ${readOnly}`,
      'Nothing was changed. Open it in a writable place.',
    );
  }
  return older;
}

/**
 * Makes the backup that is due before anything is touched: one that fails leaves an older casebook as it is. Gives the
 * damage that the daily one finds.
 */
async function backUp(
  folder: string,
  older: boolean,
  { lock }: OpenAccess,
  ports: CorePorts,
  known: readonly Migration[],
): Promise<CasebookError | null> {
  const { backups } = foldersOf(folder);
  if (older) {
    const file = join(folder, DATABASE);
    await rotateBackup(file, backups, `before-schema-${latestVersion(known)}`, ports.now());
    return null;
  }
  if (lock === undefined) return null;
  return isMarkedDamaged(folder) || needsDailyBackup(backups, ports.now())
    ? dailyBackup(folder, ports)
    : null;
}

/** From here on changes are noted for a hub; numbers of versions that once went wrong are corrected before. */
async function prepareWriting(
  database: CasebookDatabase,
  folder: string,
  intent: Intent,
  ports: CorePorts,
): Promise<void> {
  const files = { file: join(folder, DATABASE), backups: foldersOf(folder).backups };
  if (intent !== 'read') await correctNumbersOnce(database, files, ports, intent);
  noteChanges(database);
}

function benchmarkOf(database: CasebookDatabase): Benchmark {
  const id = readMetaText(database, 'benchmark');
  const benchmark = findBenchmark(id);
  if (benchmark !== undefined) return benchmark;
  throw new CasebookError(
    'newer_version',
    `This casebook is for the benchmark "${id}", which this version of Casebook does not know.`,
    'Nothing was changed. Install the newest Casebook to open it.',
  );
}

/** What killed programs left must not keep anybody from their work where it cannot be removed; it is logged. */
async function sweep(folders: CasebookFiles['folders'], killed: boolean, ports: CorePorts): Promise<void> {
  try {
    await sweepLeftovers({ folders, killed, now: ports.now() });
  } catch (error) {
    ports.logger.warn('Files that a killed program left could not be removed.', {
      reason: asCasebookError(error).message,
    });
  }
}

/**
 * A daily copy that fails (a full disk) must not keep anybody from their work; it is logged. Damage that it finds
 * is given back, and remembered with the casebook.
 */
async function dailyBackup(folder: string, ports: CorePorts): Promise<CasebookError | null> {
  try {
    await rotateBackup(join(folder, DATABASE), foldersOf(folder).backups, 'daily', ports.now());
    clearDamage(folder);
    return null;
  } catch (error) {
    const known = asCasebookError(error);
    ports.logger.error('The daily backup failed.', { reason: known.message });
    if (known.code !== 'damaged') return null;
    markDamage(folder);
    return known;
  }
}

/** Makes the day's backup of a casebook that stays open for longer than a day, where it is due. Failures go to the log. */
export async function keepDailyBackup({ path, folders, ports, readOnly }: CasebookFiles): Promise<void> {
  if (readOnly !== null || !needsDailyBackup(folders.backups, ports.now())) return;
  if ((await dailyBackup(path, ports)) !== null) ports.metDamage?.();
}

/** How a casebook is opened whose database is damaged. */
export function damagedAccess({ message }: CasebookError): ReadOnlyAccess {
  return {
    refusal: 'damaged',
    readOnly: `${message} Casebook writes nothing more to it and keeps its backups unchanged.`,
  };
}

/** Throws `in_use`, `read_only`, `disk_full` or `damaged` where the casebook was opened for reading. */
export function assertWritable(casebook: CasebookFiles): void {
  if (casebook.readOnly !== null) throw refusalOf(casebook);
}

const WAYS_OUT: Readonly<Record<ReadOnlyReason, string>> = {
  in_use: 'Nothing was changed. Close it there, then try again.',
  read_only: 'Nothing was changed. Copy it to a writable place, and work there.',
  disk_full: 'Nothing was changed. Free some space and try again.',
  damaged:
    'Nothing was changed. Restore one of its backups: open it in the app, or see `casebook backups` and `casebook restore`.',
};

function refusalOf({ path, readOnly, refusal }: CasebookFiles): CasebookError {
  const code = refusal ?? 'read_only';
  return new CasebookError(code, `${basename(path)} is read-only. ${readOnly ?? ''}`, WAYS_OUT[code]);
}
