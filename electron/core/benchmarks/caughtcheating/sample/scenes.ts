import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import sharp from 'sharp';
import { z } from 'zod';

const Scene = z.object({ svg: z.string(), data_path: z.string(), width: z.int(), height: z.int() });
export type ScenePicture = z.infer<typeof Scene>;

const Manifest = z.object({ licence: z.string(), attribution: z.string(), images: z.array(Scene) });
const Candidates = z.object({ candidates: z.array(Scene) });

/** The sample's scenes, those of its items and the fresh ones, with their licence. */
export async function readScenes(
  source: string,
): Promise<{ licence: string; attribution: string; scenes: readonly ScenePicture[] }> {
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

/** Where a scene lies drawn: drawing takes seconds, so pictures are shipped (`npm run sample` makes them anew). */
export const drawnScene = (source: string, { svg }: Pick<ScenePicture, 'svg'>): string =>
  join(source, 'drawn', `${parse(svg).name}.webp`);

/** Draws a scene from its vector source into a WebP file. */
export async function drawScene(source: string, scene: ScenePicture, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  await sharp(join(source, scene.svg))
    .resize(scene.width, scene.height, { fit: 'fill' })
    .webp({ quality: 90, smartSubsample: true })
    .toFile(target);
}
