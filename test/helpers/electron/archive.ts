import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/*
 * The packager's archive format: four 32-bit numbers, a JSON directory, then the files' bytes one after another.
 */

interface Directory {
  readonly files: Readonly<Record<string, Entry>>;
}
type Entry =
  | Directory
  | { readonly offset: string; readonly size: number }
  | { readonly unpacked: true; readonly size: number };

const EntryShape: z.ZodType<Entry> = z.lazy(() =>
  z.union([
    z.object({ files: z.record(z.string(), EntryShape) }),
    z.object({ unpacked: z.literal(true), size: z.int() }),
    z.object({ offset: z.string(), size: z.int() }),
  ]),
);

/** A file of an archive; its bytes lie beside the archive where it is unpacked. */
export interface ArchivedFile {
  readonly path: string;
  readonly unpacked: boolean;
  read(): Buffer;
}

/** Every file of an archive. */
export function readArchive(archive: string): readonly ArchivedFile[] {
  const bytes = readFileSync(archive);
  const jsonLength = bytes.readUInt32LE(12);
  const start = 8 + bytes.readUInt32LE(4);
  const header: unknown = JSON.parse(bytes.subarray(16, 16 + jsonLength).toString('utf8'));
  const walk = (entry: Entry, path: string): ArchivedFile[] => {
    if ('files' in entry) {
      return Object.entries(entry.files).flatMap(([name, child]) =>
        walk(child, path === '' ? name : `${path}/${name}`),
      );
    }
    if ('unpacked' in entry) {
      return [{ path, unpacked: true, read: () => readFileSync(join(`${archive}.unpacked`, path)) }];
    }
    const offset = start + Number(entry.offset);
    return [{ path, unpacked: false, read: () => bytes.subarray(offset, offset + entry.size) }];
  };
  return walk(EntryShape.parse(header), '');
}

/** Writes everything of an archive into a folder, so that plain Node can run it. */
export function extractArchive(archive: string, target: string): void {
  for (const file of readArchive(archive)) {
    const path = join(target, file.path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, file.read());
  }
}

/** An archive without files. */
function emptyArchive(): Buffer {
  const json = Buffer.from(JSON.stringify({ files: {} }));
  const padded = Math.ceil(json.length / 4) * 4;
  const header = Buffer.alloc(16 + padded);
  header.writeUInt32LE(4, 0);
  header.writeUInt32LE(8 + padded, 4);
  header.writeUInt32LE(4 + padded, 8);
  header.writeUInt32LE(json.length, 12);
  json.copy(header, 16);
  return header;
}

/** Where the fuses of an Electron executable begin, as it is shipped: a mark, their version and number, their states. */
const FUSES = Buffer.concat([
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
  Buffer.from([1, 9]),
  Buffer.from('110001101'),
]);

/** Makes what the packager takes for Electron's own files, so that it needs no download. */
export function writeHollowElectron(folder: string): void {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  mkdirSync(join(folder, 'locales'), { recursive: true });
  writeFileSync(join(folder, 'resources', 'default_app.asar'), emptyArchive());
  writeFileSync(join(folder, 'electron'), FUSES, { mode: 0o755 });
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox', 'resources.pak', 'version']) {
    writeFileSync(join(folder, name), '');
  }
}
