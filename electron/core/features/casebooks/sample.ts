import type { OpenedCasebook } from '../../access/context.ts';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Role } from '../../../../shared/domain/status.ts';
import type { Importer } from '../../formats/importer.ts';
import { drawnScene, readScenes } from './sampleScenes.ts';

/** What others made of the sample, so that no screen is empty: two raters, people and models who answered, two judges. */
const WORK = [
  ['ratings.csv', 'ratings-csv'],
  ['answers.jsonl', 'answers-jsonl'],
  ['verdicts.jsonl', 'verdicts-jsonl'],
] as const;

/** Who did it, by the handles in these files. */
const PEOPLE: readonly (readonly [handle: string, name: string, role: Role])[] = [
  ['bo', 'Bo (example)', 'annotator'],
  ['cy', 'Cy (example)', 'annotator'],
  ['jo', 'Jo (example)', 'judge'],
  ['example-1', 'Participant 1 (example)', 'participant'],
  ['example-2', 'Participant 2 (example)', 'participant'],
  ['example-3', 'Participant 3 (example)', 'participant'],
];

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
    for (const [file, format] of WORK)
      await importer.import({ source: join(source, file), format }, person, quietly);
    // They are examples, and nobody is to be asked which of them they are.
    for (const [handle, name, role] of PEOPLE) {
      const example = people.called(handle);
      if (example === undefined) throw new Error(`Nobody in the sample is called ${handle}.`);
      people.update({ id: example.id, name, roles: [role] }, null);
      people.setAside(example.id, true, null);
    }
    casebook.database
      .prepare('UPDATE image SET licence = ?, attribution = ?, redistributable = 1')
      .run(licence, attribution);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
