import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { ImagePool } from '../../electron/core/files/imagePool.ts';
import { TEST_FONT, writeTestFont } from './testFont.ts';

export const folder = mkdtempSync(join(tmpdir(), 'casebook-material-'));
export const fonts = writeTestFont(join(folder, 'fonts'));
export const pool = new ImagePool(2);

export const Corners = z.object({ x1: z.int(), y1: z.int(), x2: z.int(), y2: z.int() });
export const Line = z.looseObject({
  id: z.string(),
  domain: z.string(),
  entity: z.string(),
  category: z.string().optional(),
  image: z.string(),
  boxes: z.record(z.string(), Corners).optional(),
  rendering: z
    .object({
      text: z.string(),
      font: z.string(),
      casing: z.enum(['upper', 'lower', 'camel']),
      position: z.enum(['center', 'top', 'bottom']),
      rotation: z.number(),
      size: z.number(),
      seed: z.int(),
    })
    .optional(),
  variants: z.array(
    z.looseObject({
      image: z.string(),
      transformation: z.string(),
      family: z.string(),
      parameters: z.record(z.string(), z.number()).optional(),
      seed: z.int().optional(),
    }),
  ),
});
export type Line = z.infer<typeof Line>;

export const Made = z.looseObject({
  made: z.int(),
  kept: z.int(),
  skipped: z.array(z.object({ item: z.string(), reason: z.string() })),
});

export function linesOf(place: string): Line[] {
  return readFileSync(join(place, 'observatory.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => Line.parse(JSON.parse(line)));
}

export const list = join(folder, 'words.csv');
// Letters without rounds: their ink fills its rectangle to the corners, turned or not.
export const BLOCKS = ['tnt', 'cry', 'rhythm', 'myth', 'hymn', 'sky', 'lynx', 'crypt'];

export const words = (out: string, ...more: string[]): readonly string[] => [
  'material',
  'words',
  list,
  out,
  '--fonts',
  TEST_FONT.family,
  '--font-folder',
  fonts,
  ...more,
];
