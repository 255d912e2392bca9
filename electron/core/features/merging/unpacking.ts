import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { findBenchmark } from '../../../../shared/benchmarks/registry.ts';
import { DATABASE } from '../../db/acquire.ts';
import { closeAfterWriting, openDatabase } from '../../db/database.ts';
import { schemaVersion } from '../../db/migrate.ts';
import { rowReader } from '../../db/rows.ts';
import { unpackZip, type ZipLimits } from '../../files/zip.ts';
import { readMetaText } from '../../db/meta.ts';
import type { Work } from '../../base/work.ts';
import { migrateForeign } from './layout.ts';
import {
  isMember,
  type Manifest,
  MANIFEST,
  memberOf,
  packageOriginOf,
  parseManifest,
  UNCHANGED,
} from '../../merge/packageFormat.ts';
import { asInvalidInput } from './invalidInput.ts';
import { inspectRows } from '../../merge/inspection.ts';

/**
 * Unpacks a package into an empty folder and verifies it: archive, manifest, every file's hash, the database's layout
 * and every row. Throws what is wrong in words; the folder is useless then.
 */
export async function unpackPackage(
  file: string,
  folder: string,
  { progress, signal }: Work,
  limits?: ZipLimits,
): Promise<Manifest> {
  const files = await unpackZip(file, folder, {
    accepts: isMember,
    progress: (done, total) => progress('Unpacking', done, total),
    signal,
    ...(limits === undefined ? {} : { limits }),
  });
  if (!files.has(MANIFEST) || !files.has(DATABASE)) refuse('It contains no casebook.');
  const manifest = parseManifest(await readFile(join(folder, MANIFEST), 'utf8'));
  const listed = new Map(manifest.files.map((each) => [each.path, each]));
  for (const [name, found] of files) {
    if (name === MANIFEST) continue;
    const wanted = listed.get(name);
    if (wanted === undefined) refuse(`The file ${name} is not in its manifest.`);
    else if (wanted.sha256 !== found.sha256 || wanted.bytes !== found.bytes)
      refuse(`The file ${name} changed after the package was written.`);
  }
  for (const name of listed.keys()) if (!files.has(name)) refuse(`The file ${name} is missing.`);
  asInvalidInput(() => inspect(folder, manifest, new Set(listed.keys())));
  return manifest;
}

function inspect(folder: string, manifest: Manifest, files: ReadonlySet<string>): void {
  const benchmark = findBenchmark(manifest.benchmark);
  if (benchmark === undefined) {
    throw new CasebookError(
      'newer_version',
      `The package is for the benchmark "${manifest.benchmark}", which this version of Casebook does not know.`,
      'Nothing was changed. Install the newest Casebook to open it.',
    );
  }
  const database = openDatabase(join(folder, DATABASE), 'once');
  try {
    schemaVersion(database);
    const found = database.pragma('quick_check(1)', { simple: true });
    if (found !== 'ok') refuse(`Its database is damaged (${String(found)}).`);
    migrateForeign(database);
    const origin = packageOriginOf(database);
    if (
      origin === null ||
      origin.id !== manifest.packageId ||
      origin.casebookId !== manifest.casebookId ||
      origin.personId !== manifest.person.id ||
      readMetaText(database, 'benchmark') !== manifest.benchmark
    )
      refuse('Its database is not the one in its manifest.');
    const people = rowReader(database, 'person').list();
    if (people.length !== 1 || people[0]?.id !== manifest.person.id)
      refuse('It has people other than the one it was made for.');
    for (const { sha256, extension } of rowReader(database, 'image').all())
      if (manifest.returns !== true && !files.has(memberOf(sha256, extension)))
        refuse('An image of its database is not among its files: it was changed or removed.');
    inspectRows(database, benchmark);
  } finally {
    closeAfterWriting(database);
  }
}

function refuse(what: string): never {
  throw new CasebookError('invalid_input', `The package was refused. ${what}`, UNCHANGED);
}
