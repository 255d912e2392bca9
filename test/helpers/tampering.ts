import { createHash } from 'node:crypto';
import { createWriteStream, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { ZipFile } from 'yazl';
import { type CasebookDatabase, closeAfterWriting, openDatabase } from '../../electron/core/db/database.ts';
import { unpackZip } from '../../electron/core/files/zip.ts';
import { filesIn } from './casebooks.ts';

const MANIFEST = 'manifest.json';
const DATABASE = 'casebook.sqlite';

const Manifest = z.looseObject({
  files: z.array(z.looseObject({ path: z.string(), sha256: z.string(), bytes: z.int() })),
});
export type LooseManifest = z.infer<typeof Manifest>;

/** What somebody who wants to deceive does to a package. */
export interface Tampering {
  /** Changes the database, as somebody who knows its schema well would. */
  readonly database?: (database: CasebookDatabase) => void;
  /** Changes files in the unpacked folder. */
  readonly files?: (folder: string) => void;
  /** Changes the manifest after the hashes in it were brought up to date. */
  readonly manifest?: (manifest: LooseManifest) => unknown;
  /** Leaves the hashes of the manifest as they were. */
  readonly keepHashes?: boolean;
  /** Further members of the archive. */
  readonly members?: readonly { readonly name: string; readonly content: Buffer; readonly mode?: number }[];
  /** Replaces bytes of the finished file by others of the same length. */
  readonly bytes?: readonly (readonly [string, string])[];
}

/** Takes a package apart, changes it and puts it together again with everything else as it has to be. */
export async function tamper(file: string, target: string, tampering: Tampering): Promise<string> {
  const folder = `${target}.unpacked`;
  mkdirSync(folder, { recursive: true });
  await unpackZip(file, folder, {
    accepts: () => true,
    progress: () => undefined,
    signal: new AbortController().signal,
  });
  const path = join(folder, DATABASE);
  if (tampering.database !== undefined) {
    const database = openDatabase(path, 'once');
    try {
      withoutTriggers(database, tampering.database);
    } finally {
      closeAfterWriting(database);
    }
  }
  tampering.files?.(folder);
  const manifest = Manifest.parse(JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')));
  if (tampering.keepHashes !== true) {
    manifest.files = filesIn(folder)
      .filter((name) => name !== MANIFEST)
      .map((name) => ({
        path: name,
        sha256: createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
        bytes: statSync(join(folder, name)).size,
      }));
  }
  writeFileSync(join(folder, MANIFEST), JSON.stringify(tampering.manifest?.(manifest) ?? manifest));
  const zip = new ZipFile();
  for (const name of filesIn(folder)) zip.addFile(join(folder, name), name);
  for (const { name, content, mode } of tampering.members ?? [])
    zip.addBuffer(content, name, mode === undefined ? {} : { mode });
  zip.end();
  mkdirSync(dirname(target), { recursive: true });
  await pipeline(zip.outputStream, createWriteStream(target));
  rmSync(folder, { recursive: true });
  for (const [from, to] of tampering.bytes ?? []) replaceBytes(target, from, to);
  return target;
}

/** Runs a change that the schema's triggers would refuse, and puts them back so that nobody notices. */
function withoutTriggers(database: CasebookDatabase, change: (database: CasebookDatabase) => void): void {
  const triggers = z
    .array(z.object({ name: z.string(), sql: z.string() }))
    .parse(database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all());
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`);
  database.pragma('foreign_keys = OFF');
  change(database);
  for (const { sql } of triggers) database.exec(sql);
}

function replaceBytes(file: string, from: string, to: string): void {
  if (from.length !== to.length) throw new Error('Only bytes of the same length can be replaced.');
  const bytes = readFileSync(file);
  for (let at = bytes.indexOf(from); at !== -1; at = bytes.indexOf(from, at + 1))
    bytes.write(to, at, 'latin1');
  writeFileSync(file, bytes);
}
