import { existsSync, statSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { DATABASE } from '../../db/acquire.ts';
import { openDatabase } from '../../db/database.ts';
import { besideOf, sweepParent } from '../../files/beside.ts';
import { createNames } from '../../files/exportNames.ts';
import type { CorePorts } from '../../base/ports.ts';
import type { Work } from '../../base/work.ts';
import { MANIFEST, PACKAGE_EXTENSION, packageOriginOf } from '../../merge/packageFormat.ts';
import { unpackPackage } from './unpacking.ts';

/** What every zip begins with. */
const SIGNATURE = 'PK\u0003\u0004';

/** Whether there is a package at a path: a file that is an archive, whatever it is called, or is called a package. */
export async function isPackageFile(path: string): Promise<boolean> {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
  if (extname(path).toLowerCase() === PACKAGE_EXTENSION) return true;
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(4), position: 0 });
    return buffer.toString('latin1', 0, bytesRead) === SIGNATURE;
  } finally {
    await file.close();
  }
}

/**
 * Unpacks a package into a new casebook folder and returns it. `target` left out: beside other casebooks, under the
 * package's name; if it was unpacked there before, that casebook, so that answers never end up in two places. Throws
 * what {@link unpackPackage} throws, `exists` if the target is taken, `conflict` for a returned package, which has no
 * images; nothing is left then.
 */
export async function unpackAsCasebook(
  file: string,
  target: string | null,
  ports: CorePorts,
  work: Work,
): Promise<string> {
  const source = resolve(file);
  if (statSync(source, { throwIfNoEntry: false })?.isFile() !== true) {
    throw new CasebookError('missing', `There is no package at ${source}.`, 'Check the path.');
  }
  const wanted = target === null ? placeFor(source, ports) : resolve(target);
  if (target !== null && existsSync(wanted)) {
    throw new CasebookError(
      'exists',
      `${wanted} exists already.`,
      'Nothing was changed. Choose a new folder.',
    );
  }
  await sweepParent(wanted);
  const partial = besideOf(wanted, 'partial');
  try {
    await mkdir(partial, { recursive: true });
    const { packageId, returns } = await unpackPackage(source, partial, work);
    if (returns === true) {
      throw new CasebookError(
        'conflict',
        'This package brings answers back. Its images are in the casebook that it was made from.',
        'Nothing was changed. Merge it into that casebook: Merge… in the menu of the casebook, or casebook merge.',
      );
    }
    const known = target === null ? await unpackedBefore(wanted, packageId) : null;
    if (known !== null) return known;
    await rm(join(partial, MANIFEST));
    for (const folder of ['images', 'thumbnails', 'backups'])
      await mkdir(join(partial, folder), { recursive: true });
    const folder = target === null ? freeName(wanted) : wanted;
    work.signal.throwIfAborted();
    await rename(partial, folder);
    return folder;
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

/** `Documents/NAME.casebook` for `NAME.casebook-package`. */
function placeFor(file: string, { directories }: CorePorts): string {
  const extension = extname(file);
  const name = createNames()(`${basename(file, extension).replaceAll('.', '_')}.x`, 'casebook');
  return join(directories.documents, basename(name));
}

function numbered(path: string, number: number): string {
  return number === 1 ? path : `${path.slice(0, -'.casebook'.length)} ${String(number)}.casebook`;
}

function freeName(path: string): string {
  for (let number = 1; ; number += 1) {
    const candidate = numbered(path, number);
    if (!existsSync(candidate)) return candidate;
  }
}

/** The folder among those of this name in which the same package was unpacked before, null where there is none. */
async function unpackedBefore(path: string, packageId: string): Promise<string | null> {
  for (let number = 1; ; number += 1) {
    const candidate = numbered(path, number);
    if (!existsSync(candidate)) return null;
    const file = join(candidate, DATABASE);
    if (existsSync(file) && originIn(file) === packageId) return candidate;
  }
}

/** Which package a casebook is; null for any other, and for what cannot be read. */
function originIn(file: string): string | null {
  try {
    const database = openDatabase(file, 'read');
    try {
      return packageOriginOf(database)?.id ?? null;
    } finally {
      database.close();
    }
  } catch {
    // Whatever it is that has the name: not this package. It stays, and the package gets another name.
    return null;
  }
}
