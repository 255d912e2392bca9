import type { OpenedCasebook } from '../../access/context.ts';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Importer } from '../../formats/importer.ts';
import { drawnScene, readScenes } from './sampleScenes.ts';

/**
 * Fills a fresh casebook with the sample: its drawn scenes come in as any data set would, with their clue boxes, and two fresh
 * photos wait to be curated.
 */
export async function buildSample(
  { casebook, people }: Pick<OpenedCasebook, 'casebook' | 'people'>,
  importer: Importer,
  resources: string,
): Promise<void> {
  const source = join(resources, 'sample');
  const work = join(casebook.ports.directories.staging, casebook.ports.newId());
  try {
    const { licence, attribution, scenes } = await readScenes(source);
    for (const scene of scenes) {
      const target = join(work, scene.data_path);
      await mkdir(dirname(target), { recursive: true });
      // The name says PNG, as the data set's names do; what a file is, its bytes say.
      await copyFile(drawnScene(source, scene), target);
    }
    await copyFile(join(source, 'data_info.json'), join(work, 'data_info.json'));
    await copyFile(join(source, 'boxes.json'), join(work, 'boxes.json'));
    const person = people.list()[0] ?? null;
    const quietly = { progress: () => undefined, signal: new AbortController().signal };
    await importer.import(
      { source: join(work, 'data_info.json'), format: 'caughtcheating' },
      person,
      quietly,
    );
    await importer.import({ source: join(work, 'boxes.json'), format: 'coco' }, person, quietly);
    await importer.import({ source: join(work, 'candidates'), format: 'images' }, person, quietly);
    casebook.database
      .prepare('UPDATE image SET licence = ?, attribution = ?, redistributable = 1')
      .run(licence, attribution);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
