import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Role } from '../../../../../shared/domain/status.ts';
import { OWNER, type SampleSource, type SampleStep } from '../../sample.ts';
import { drawnScene, readScenes } from './scenes.ts';
import { studied, VISITORS } from './study.ts';

/** What others made of it, so that no screen is empty: two raters, people and models who answered, two judges. */
const WORK = [
  ['ratings.csv', 'ratings-csv'],
  ['answers.jsonl', 'answers-jsonl'],
  ['verdicts.jsonl', 'verdicts-jsonl'],
] as const;

/** Who did it, by the handles in these files. They are examples: nobody is to be asked which of them they are. */
const PEOPLE: readonly (readonly [handle: string, name: string, role: Role])[] = [
  ['bo', 'Bo (example)', 'annotator'],
  ['cy', 'Cy (example)', 'annotator'],
  ['jo', 'Jo (example)', 'judge'],
  ['example-1', 'Participant 1 (example)', 'participant'],
  ['example-2', 'Participant 2 (example)', 'participant'],
  ['example-3', 'Participant 3 (example)', 'participant'],
];

/** What the curator takes into the benchmark. */
const ACCEPTED = ['true_images/true_1.png', 'false_images/false_1.png'];

/** Its drawn scenes come in as any data set would, with their clue boxes, and two fresh photos wait to be curated. */
export const story: SampleSource = {
  async tell(resources) {
    const source = join(resources, 'samples', 'caughtcheating');
    const { scenes } = await readScenes(source);
    const texts = ['data_info.json', 'boxes.json', ...WORK.map(([file]) => file)];
    const steps: SampleStep[] = [
      { do: 'import', source: 'data_info.json', format: 'caughtcheating' },
      { do: 'import', source: 'boxes.json', format: 'coco' },
      { do: 'import', source: 'candidates', format: 'images' },
      ...WORK.map(([file, format]): SampleStep => ({ do: 'import', source: file, format })),
      { do: 'people', people: PEOPLE.map(([handle, name, role]) => ({ handle, name, roles: [role] })) },
      ...studied,
      // Two scenes are signed off and in; of the fresh photos one is out.
      ...ACCEPTED.map((item): SampleStep => ({
        do: 'answer',
        by: OWNER,
        task: 'curate',
        item,
        fields: { noPersonalInformation: true },
      })),
      { do: 'status', items: ACCEPTED, status: 'accepted' },
      {
        do: 'comment',
        by: OWNER,
        item: 'photo_2.png',
        text: 'Breakfast for one, and nothing that a claim could contradict. Left out.',
      },
      { do: 'status', items: ['photo_2.png'], status: 'rejected' },
      {
        do: 'comment',
        by: OWNER,
        item: 'true_images/true_3.png',
        text: 'The couple in the spoon is easy to miss. Look at it enlarged before you answer.',
      },
      {
        do: 'assign',
        task: 'curate',
        items: ['false_images/false_5.png', 'photo_1.png'],
        people: [OWNER],
      },
      {
        do: 'people',
        people: [...PEOPLE, ...VISITORS].map(([handle, name, role]) => ({
          handle,
          name,
          roles: [role],
          setAside: true,
        })),
      },
    ];
    return {
      files: Object.fromEntries([
        // The name says PNG, as the data set's names do; what a file is, its bytes say.
        ...scenes.map((scene) => [scene.data_path, { copy: drawnScene(source, scene) }] as const),
        ...(await Promise.all(
          texts.map(async (file) => [file, await readFile(join(source, file), 'utf8')] as const),
        )),
      ]),
      steps,
    };
  },
};
