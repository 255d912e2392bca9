import { existsSync, realpathSync, statSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { assertThere, DATABASE } from '../../db/acquire.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { copyDatabase } from '../../db/backup.ts';
import { type CasebookDatabase, closeAfterWriting, openDatabase } from '../../db/database.ts';
import { schemaVersion } from '../../db/migrate.ts';
import { readMetaText } from '../../db/meta.ts';
import type { Work } from '../../base/work.ts';
import { broughtBy, holdBackRows, writerOf } from '../../merge/deviceRows.ts';
import { inspectRows } from '../../merge/inspection.ts';
import { assertLayout, migrateForeign } from './layout.ts';
import { isPackageFile } from './opening.ts';
import type { Source } from '../../merge/mergeContext.ts';
import { packageOriginOf } from '../../merge/packageFormat.ts';
import { asInvalidInput } from './invalidInput.ts';
import { unpackPackage } from './unpacking.ts';

/**
 * Opens the source of a merge: a package's file, unpacked aside, or a casebook's folder. Reads a copy of its database,
 * migrated there if it is older. Throws if it is damaged, breaks a rule, is for another benchmark, or is this casebook.
 */
export async function openSource(path: string, into: Casebook, work: Work): Promise<Source> {
  const { ports } = into;
  const place = resolve(path);
  const staging = join(ports.directories.staging, ports.newId());
  await mkdir(staging, { recursive: true });
  const leave = (): Promise<void> => rm(staging, { recursive: true, force: true });
  try {
    const packed = await isPackageFile(place);
    if (packed) await unpackPackage(place, staging, work);
    else await copyOf(place, into, join(staging, DATABASE));
    const database = openDatabase(join(staging, DATABASE), 'read');
    try {
      if (!packed) asInvalidInput(() => inspectCopy(database, into));
      const benchmark = readMetaText(database, 'benchmark');
      if (benchmark !== into.benchmark.id) {
        throw new CasebookError(
          'invalid_input',
          `It is for the benchmark "${benchmark}", this casebook for "${into.benchmark.id}".`,
        );
      }
      const root = packed ? staging : place;
      const origin = asInvalidInput(() => packageOriginOf(database));
      return {
        name: basename(place),
        database,
        folders: { images: join(root, 'images'), thumbnails: join(root, 'thumbnails') },
        origin,
        ...(origin === null && limitsOf(database, into)),
        async close() {
          database.close();
          await leave();
        },
      };
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    await leave();
    throw error;
  }
}

/** A device's casebook brings what its person may write; what brings more and is of nobody known is to be agreed to. */
function limitsOf(database: CasebookDatabase, into: Casebook): Pick<Source, 'heldBack' | 'brings'> {
  const writer = writerOf(database, into.database);
  if (writer === null) return { brings: broughtBy(database, into.database) };
  return writer.roles.includes('curator') ? {} : { heldBack: holdBackRows(database, into.database, writer) };
}

/** Copies the database of a casebook and brings the copy up to date. */
async function copyOf(folder: string, into: Casebook, target: string): Promise<void> {
  assertThere(folder);
  const file = join(folder, DATABASE);
  if (!statSync(folder).isDirectory() || !existsSync(file)) {
    throw new CasebookError('not_a_casebook', `${folder} is neither a casebook nor a package.`);
  }
  if (realpathSync(folder) === realpathSync(into.path)) {
    throw new CasebookError('invalid_input', 'It is this casebook itself.');
  }
  await copyDatabase(file, target);
  const copy = openDatabase(target, 'once');
  try {
    schemaVersion(copy);
    asInvalidInput(() => migrateForeign(copy));
  } finally {
    closeAfterWriting(copy);
  }
}

function inspectCopy(database: CasebookDatabase, into: Casebook): void {
  assertLayout(database);
  // Rows are read as those of this casebook's benchmark; for another the reason is told right after.
  if (readMetaText(database, 'benchmark') === into.benchmark.id) inspectRows(database, into.benchmark);
}
