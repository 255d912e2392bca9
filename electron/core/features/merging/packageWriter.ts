import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { PackageReport } from '../../../../shared/contract/merging.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { PackageId, type PersonId } from '../../../../shared/base/ids.ts';
import { DATABASE } from '../../db/acquire.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { assertWritable } from '../../records/casebook.ts';
import { imagePath } from '../../files/imagePaths.ts';
import { createOutputFile } from '../../files/outputFolder.ts';
import { writeZip, type ZipMember } from '../../files/zip.ts';
import { readMetaText, writeMeta } from '../../db/meta.ts';
import type { Work } from '../../base/work.ts';
import { writePackageDatabase } from '../../merge/packageDatabase.ts';
import {
  type Manifest,
  MANIFEST,
  manifestOf,
  memberOf,
  type PackageOrigin,
  packageOriginOf,
} from '../../merge/packageFormat.ts';
import { pack, type PackagePlan } from '../../merge/packagePlan.ts';

/**
 * Writes one person's assignments as one file, whole or not at all, and keeps what it contains, to measure by what
 * comes back. In a casebook that is itself a package: its person's answers, without images, to be sent back. Throws
 * `exists` if something is there, what {@link pack} throws, and `damaged` if an image's file has changed.
 */
export async function writePackage(
  casebook: Casebook,
  personId: PersonId,
  target: string,
  by: PersonId | null,
  { progress, signal }: Work,
): Promise<PackageReport> {
  const { database, benchmark, ports, folders } = casebook;
  const own = packageOriginOf(database);
  if (own !== null && own.personId !== personId) {
    throw new CasebookError(
      'forbidden',
      'This casebook is a package: it can only go back with the answers of the person it was made for.',
      'Nothing was written.',
    );
  }
  if (own === null) assertWritable(casebook);
  const origin: PackageOrigin = own ?? {
    id: PackageId.parse(ports.newId()),
    casebookId: casebookIdOf(casebook),
    personId,
    createdAt: ports.now(),
  };
  const packing = pack(casebook, personId, origin);
  const carried = own === null ? packing.images : [];
  const output = await createOutputFile(target, false);
  const staging = join(ports.directories.staging, ports.newId());
  try {
    await mkdir(staging, { recursive: true });
    const databaseFile = join(staging, DATABASE);
    writePackageDatabase(databaseFile, benchmark, packing.cargo);
    signal.throwIfAborted();
    const fileOf = (image: PackagePlan['images'][number]): string =>
      image.link ?? imagePath(folders, image.sha256, image.extension);
    const files: (Manifest['files'][number] & { readonly file: string; readonly compress: boolean })[] = [
      { path: DATABASE, ...(await measured(databaseFile)), file: databaseFile, compress: true },
      ...carried.map((image) => ({
        path: memberOf(image.sha256, image.extension),
        sha256: image.sha256,
        bytes: image.bytes,
        file: fileOf(image),
        compress: false,
      })),
    ];
    const manifest = Buffer.from(JSON.stringify(manifestFor(packing, benchmark.id, files, own !== null)));
    const members: ZipMember[] = [
      {
        name: MANIFEST,
        content: { bytes: manifest },
        sha256: createHash('sha256').update(manifest).digest('hex'),
        compress: true,
      },
      ...files.map(({ path, sha256, file, compress }) => ({
        name: path,
        content: { file },
        sha256,
        compress,
      })),
    ];
    const file = await output.place(basename(target));
    await writeZip(file, members, {
      progress: (done, total) => progress('Writing the package', done, total),
      signal,
    });
    const { size } = await stat(file);
    signal.throwIfAborted();
    await casebook.gate.opened();
    if (own === null) keep(casebook, packing, by);
    await output.finish();
    return {
      packageId: origin.id,
      person: packing.cargo.person.handle,
      items: packing.cargo.items.length,
      images: carried.length,
      file: resolve(target),
      bytes: size,
    };
  } catch (error) {
    await output.abandon();
    throw error;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** The casebook's own id, made when it is first needed; written down with the first package. */
function casebookIdOf({ database, ports }: Casebook): string {
  const known = readMetaText(database, 'casebookId');
  return known === '' ? ports.newId() : known;
}

function manifestFor(
  { cargo }: PackagePlan,
  benchmark: string,
  files: readonly Manifest['files'][number][],
  returns: boolean,
): Manifest {
  const { origin, person } = cargo;
  const work = new Map<string, Manifest['work'][number]>();
  for (const { task, round } of cargo.assignments) {
    const key = `${task} ${String(round)}`;
    work.set(key, { task, round, items: (work.get(key)?.items ?? 0) + 1 });
  }
  return manifestOf({
    packageId: origin.id,
    casebookId: origin.casebookId,
    benchmark,
    createdAt: origin.createdAt,
    person: { id: person.id, handle: person.handle, name: person.name },
    work: [...work.values()],
    items: cargo.items.map(({ id, name }) => ({ id, name })),
    ...(returns && { returns }),
    files: files.map(({ path, sha256, bytes }) => ({ path, sha256, bytes })),
  });
}

/** Remembers what went out; before the file is in its place, because one that nobody knows could never come back. */
function keep(casebook: Casebook, { cargo, content }: PackagePlan, by: PersonId | null): void {
  const { database } = casebook;
  const sequence = database.prepare<[string], number>('SELECT sequence FROM item WHERE id = ?').pluck();
  database.transaction(() => {
    const { id, casebookId, personId, createdAt } = cargo.origin;
    if (readMetaText(database, 'casebookId') !== casebookId) writeMeta(database, 'casebookId', casebookId);
    database
      .prepare<[string, string, string, number]>(
        'INSERT INTO package (id, person_id, content, created_at) VALUES (?, ?, ?, ?)',
      )
      .run(id, personId, JSON.stringify(content), createdAt);
    casebook.records.log({
      kind: 'package',
      personId: by,
      detail: { package: id, person: cargo.person.handle, items: cargo.items.length },
      items: cargo.items.flatMap((item) => sequence.get(item.id) ?? []),
    });
  })();
}

async function measured(file: string): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return { sha256: hash.digest('hex'), bytes: (await stat(file)).size };
}
