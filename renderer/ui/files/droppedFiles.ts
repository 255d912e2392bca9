import { newId } from '../../client/newId.ts';
import { client } from '../../client/index.ts';
import { bridge } from '../../client/bridge.ts';

/** A dropped file with its path inside what was dropped. */
interface DroppedFile {
  readonly name: string;
  readonly file: File;
}

/** How much of a file travels at a time: neither side ever holds more of it. */
const PIECE = 8 * 1024 * 1024;

/**
 * A path under which the core can read what was dropped. One file or folder on the desktop has a path; otherwise copies
 * go to the core, into a folder of their own, and `onProgress` counts them. Null: nothing readable was dropped.
 */
export async function pathOfDrop(
  entries: readonly FileSystemEntry[],
  files: readonly File[],
  onProgress: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<string | null> {
  const only = files.length === 1 ? files[0] : undefined;
  const known = only === undefined ? '' : (bridge()?.pathForFile(only) ?? '');
  if (known !== '') return known;

  const dropped =
    entries.length > 0 ? await filesOfEntries(entries) : files.map((file) => ({ name: file.name, file }));
  const folder = newId();
  let staged: { readonly path: string; readonly folder: string } | null = null;
  let done = 0;
  for (const { name, file } of dropped) {
    for (let offset = 0; offset === 0 || offset < file.size; offset += PIECE) {
      const piece = new File([file.slice(offset, offset + PIECE)], file.name);
      staged = await client.application.stage({ folder, name, file: piece, offset }, { signal });
    }
    done += 1;
    onProgress(done, dropped.length);
  }
  if (staged === null) return null;
  // A single file is the source itself; more than one are imported as the folder that holds them.
  return dropped.length === 1 && entries[0]?.isDirectory !== true ? staged.path : staged.folder;
}

async function filesOfEntries(entries: readonly FileSystemEntry[]): Promise<readonly DroppedFile[]> {
  const found: DroppedFile[] = [];
  for (const entry of entries) {
    if (isFile(entry)) found.push({ name: entry.fullPath.replace(/^\/+/u, ''), file: await fileOf(entry) });
    else if (isDirectory(entry)) found.push(...(await filesOfEntries(await entriesOf(entry))));
  }
  return found;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => {
    entry.file(resolve, reject);
  });
}

/** A folder gives its entries a hundred at a time, an empty list at the end. */
async function entriesOf(directory: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = directory.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (some.length === 0) return all;
    all.push(...some);
  }
}
