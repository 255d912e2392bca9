import { parse } from 'opentype.js/dist/opentype.mjs';
import { CasebookError } from '../../../../../../shared/base/errors.ts';
import { type FontFace, type FontFile, fontFile } from './fontFile.ts';
import { Outline, transformOutline } from './outline.ts';
import { boundPrograms } from './programs.ts';

/** A font that words can be set in. */
export interface Font {
  /** Whether it has a glyph for every character. */
  has(text: string): boolean;
  /**
   * The outline of a line of text in units of the em square's side, baseline at 0, y downward. Glyphs are placed by
   * their advances, without kerning or ligatures. Throws `not_readable` for a damaged font.
   */
  outline(text: string): Outline;
}

/** Reads a font's outlines, metrics and character map. Throws `not_readable` for a damaged one. */
export async function readFont(face: FontFace): Promise<Font> {
  try {
    return fontOf(await fontFile(face), face.file);
  } catch (error) {
    throw damaged(face.file, error);
  }
}

function fontOf({ bytes, programs }: FontFile, file: string): Font {
  // Glyphs are read when a word needs them.
  const font = parse(bytes, { lowMemory: true });
  const steps = boundPrograms(font, programs);
  const em = font.unitsPerEm;
  if (!(em > 0)) throw new RangeError('It has no size.');
  return {
    has: (text) => Array.from(text).every((character) => font.charToGlyphIndex(character) > 0),
    outline(text) {
      try {
        let at = 0;
        return Array.from(text).flatMap((character) => {
          steps.renew();
          const { path, advanceWidth = 0 } = font.charToGlyph(character);
          const glyph = transformOutline(Outline.parse(path.commands), [1 / em, 0, 0, -1 / em, at / em, 0]);
          at += advanceWidth;
          return glyph;
        });
      } catch (error) {
        throw damaged(file, error);
      }
    },
  };
}

/** Whatever the library stumbles over, in whatever way, is the font's fault. */
function damaged(file: string, cause: unknown): CasebookError {
  return new CasebookError(
    'not_readable',
    `The font ${file} is damaged (${cause instanceof Error ? cause.message : String(cause)})`,
    'Name other families with --fonts.',
    { cause },
  );
}
