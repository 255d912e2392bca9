import { homedir } from 'node:os';
import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { CasebookError } from '../../../../../../shared/base/errors.ts';
import { errorCode } from '../../../../base/errors.ts';
import { type Font, readFont } from './font.ts';
import { facesIn, type FontFace } from './fontFile.ts';

/** A font to set words in, with the requested family where it replaces another. */
export interface FoundFont {
  readonly family: string;
  readonly standsInFor: string | null;
  readonly font: Font;
}

/** What words are set in unless families are named. */
export const FAMILIES = ['Arial', 'Courier New', 'Georgia', 'Times New Roman', 'Verdana'] as const;

/** Families of the same or nearly the same letters and widths, nearest first, for machines that lack the first. */
const STAND_INS: Readonly<Record<string, readonly string[]>> = {
  arial: ['Liberation Sans', 'Arimo', 'Helvetica', 'FreeSans'],
  helvetica: ['Arial', 'Liberation Sans', 'Arimo', 'FreeSans'],
  'courier new': ['Liberation Mono', 'Cousine', 'Courier', 'FreeMono', 'DejaVu Sans Mono'],
  'times new roman': ['Liberation Serif', 'Tinos', 'Times', 'FreeSerif'],
  georgia: ['Gelasio', 'DejaVu Serif', 'Bitstream Vera Serif'],
  verdana: ['DejaVu Sans', 'Bitstream Vera Sans'],
};

const UPRIGHT: ReadonlySet<string> = new Set(['regular', 'book', 'roman', 'normal']);
const EXTENSIONS: ReadonlySet<string> = new Set(['.ttf', '.ttc', '.otf', '.otc']);

/**
 * The upright fonts of these families, each once, from these folders and the system's; a similar family replaces a
 * missing one. Throws `not_found` if there is neither, `not_readable` for a damaged font.
 */
export async function findFonts(
  families: readonly string[],
  folders: readonly string[],
): Promise<FoundFont[]> {
  const faces = await facesBelow([...folders, ...systemFolders()]);
  const found = new Map<string, FoundFont>();
  for (const asked of families) {
    const names = [asked, ...(STAND_INS[asked.toLowerCase()] ?? [])];
    const family = names.find((name) => faces.has(name.toLowerCase()));
    const face = family === undefined ? undefined : faces.get(family.toLowerCase());
    if (face === undefined) {
      throw new CasebookError(
        'not_found',
        `The font ${asked} is not on this computer, and neither is a replacement.`,
        `Nothing was made. Name other families with --fonts, or give the folder of its file with --font-folder. There are ${[...faces.values()].map((each) => each.family).join(', ') || 'none'}.`,
      );
    }
    if (found.has(face.family)) continue;
    found.set(face.family, {
      family: face.family,
      standsInFor: face.family.toLowerCase() === asked.toLowerCase() ? null : asked,
      font: await readFont(face),
    });
  }
  return [...found.values()];
}

/** The first upright font of each family, by its name in lower case; files in the order of their names. */
async function facesBelow(folders: readonly string[]): Promise<ReadonlyMap<string, FontFace>> {
  const faces = new Map<string, FontFace>();
  for (const folder of folders) {
    for (const file of await fontFiles(folder)) {
      for (const face of await facesIn(file)) {
        const key = face.family.toLowerCase();
        if (UPRIGHT.has(face.style.toLowerCase()) && !faces.has(key)) faces.set(key, face);
      }
    }
  }
  return faces;
}

async function fontFiles(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && EXTENSIONS.has(extname(entry.name).toLowerCase()))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  } catch (error) {
    // Not every system has every folder, and not everything in them may be read.
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'].includes(errorCode(error) ?? '')) return [];
    throw error;
  }
}

function systemFolders(): string[] {
  const home = homedir();
  if (process.platform === 'win32') {
    return [
      join(process.env['WINDIR'] ?? 'C:\\Windows', 'Fonts'),
      join(process.env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'Microsoft', 'Windows', 'Fonts'),
    ];
  }
  if (process.platform === 'darwin')
    return [join(home, 'Library', 'Fonts'), '/Library/Fonts', '/System/Library/Fonts'];
  return [
    join(home, '.local', 'share', 'fonts'),
    join(home, '.fonts'),
    '/usr/local/share/fonts',
    '/usr/share/fonts',
  ];
}
