import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import sharp from 'sharp';
import { z } from 'zod';

const Scene = z.object({ svg: z.string(), data_path: z.string(), width: z.int(), height: z.int() });
export type Scene = z.infer<typeof Scene>;

const Manifest = z.object({ licence: z.string(), attribution: z.string(), images: z.array(Scene) });
const Candidates = z.object({ candidates: z.array(Scene) });

/** The sample's scenes, those of its items and the fresh ones, with their licence. */
export async function readScenes(
  source: string,
): Promise<{ licence: string; attribution: string; scenes: readonly Scene[] }> {
  const manifest = Manifest.parse(JSON.parse(await readFile(join(source, 'manifest.json'), 'utf8')));
  const { candidates } = Candidates.parse(
    JSON.parse(await readFile(join(source, 'candidates.json'), 'utf8')),
  );
  return {
    licence: manifest.licence,
    attribution: manifest.attribution,
    scenes: [...manifest.images, ...candidates],
  };
}

/** Where a package holds a scene drawn already; from the repository there is none. */
const drawnAlready = (source: string, { svg }: Scene): string =>
  join(source, 'drawn', `${parse(svg).name}.png`);

/** Draws a scene into a PNG file, or copies it where it was drawn when the program was packed. */
export async function drawScene(source: string, scene: Scene, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const drawn = drawnAlready(source, scene);
  if (existsSync(drawn)) return copyFile(drawn, target);
  await sharp(join(source, scene.svg))
    .resize(scene.width, scene.height, { fit: 'fill' })
    .png()
    .toFile(target);
}
