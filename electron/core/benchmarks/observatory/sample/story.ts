import type { JsonObject } from '../../../../../shared/base/json.ts';
import { OWNER, type SampleBox, type SampleSource, type SampleStep } from '../../sample.ts';
import { detections, ENTITIES, type Entity } from './items.ts';
import { measured } from './measured.ts';

const TASK = 'localise';
const RATERS = ['eva', 'sam'] as const;
/** A detector proposed boxes on the first faces; two people box the others, but for the last. */
const PROPOSED = 6;
const RATED = ENTITIES.slice(PROPOSED, -1);

const moved = (box: SampleBox, off: number): SampleBox => ({
  ...box,
  x: box.x + off,
  width: box.width - off,
});

/** One rater's boxes: off by a pixel or two; now and then one takes the sides for the person's, or cannot see a mouth. */
function answered(
  { boxes }: Entity,
  number: number,
  rater: number,
): { fields: JsonObject; boxes: SampleBox[] } {
  const drawn = boxes.map((box, place) => moved(box, ((number + place * 3 + rater * 2) % 3) - 1));
  const swaps = rater === 1 && (number === 4 || number === 8);
  const misses = rater === 0 && number === 6;
  const named: Readonly<Record<string, string>> = { left_eye: 'right_eye', right_eye: 'left_eye' };
  return {
    fields: misses ? { notVisible: ['mouth'] } : {},
    boxes: drawn
      .filter(({ label }) => !(misses && label === 'mouth'))
      .map((box) => (swaps ? { ...box, label: named[box.label] ?? box.label } : box)),
  };
}

const isDisputed = (number: number): boolean => number === 4 || number === 6 || number === 8;

const boxed: SampleStep[] = RATERS.flatMap((by, rater) =>
  RATED.map((entity, number): SampleStep => ({
    do: 'answer',
    by,
    task: TASK,
    item: entity.id,
    ...answered(entity, number, rater),
  })),
);

/** The curator looks at what the detector found: most of it stays, some boxes are moved. */
const verified: SampleStep[] = ENTITIES.slice(0, PROPOSED - 2).map(({ id, boxes }): SampleStep => ({
  do: 'answer',
  by: OWNER,
  task: TASK,
  item: id,
  fields: { verified: true },
  boxes,
}));

const agreed = RATED.flatMap(({ id }, number) => (isDisputed(number) || number > 17 ? [] : [id]));
const name = (number: number): string => RATED[number]?.id ?? '';

/** Sixteen drawn faces and twelve words with variants: boxes of two raters and a detector, questions, a study, two models. */
export const story: SampleSource = {
  tell: () => ({
    files: {
      'observatory.jsonl': ENTITIES.map(({ payload }) => JSON.stringify(payload)).join('\n'),
      'detector.json': JSON.stringify(detections(PROPOSED)),
      ...Object.fromEntries(ENTITIES.flatMap(({ pictures }) => pictures)),
    },
    steps: [
      {
        do: 'people',
        people: [
          { handle: 'eva', name: 'Eva Brandt', roles: ['annotator'] },
          { handle: 'sam', name: 'Sam Ncube', roles: ['annotator'] },
          { handle: 'ada', name: 'Ada Moreau', roles: ['adjudicator'] },
        ],
      },
      { do: 'import', source: 'observatory.jsonl', format: 'observatory' },
      { do: 'import', source: 'detector.json', format: 'coco' },
      {
        do: 'guideline',
        task: TASK,
        field: 'boxes',
        note: 'Left and right are those of the image, not of the person. An eye is what is between the lids, without the brow.',
      },
      ...verified,
      { do: 'assign', task: TASK, items: RATED.map(({ id }) => id), people: RATERS },
      ...boxed,
      {
        do: 'decide',
        by: 'ada',
        task: TASK,
        item: name(4),
        fields: {},
        boxes: RATED[4]?.boxes ?? [],
        cause: 'rater_misread',
        note: 'Left and right are those of the image.',
      },
      {
        do: 'status',
        items: [...agreed, ...ENTITIES.slice(0, PROPOSED - 3).map(({ id }) => id), name(4)],
        status: 'accepted',
      },
      { do: 'status', items: [name(20)], status: 'rejected' },
      { do: 'comment', by: 'sam', item: name(8), text: 'Whose left is meant here?' },
      {
        do: 'comment',
        by: 'eva',
        item: name(0),
        text: 'Does the lip’s shadow belong to the mouth?',
        reply: { by: OWNER, text: 'No, only the lips.' },
      },
      { do: 'tag', items: [name(2), name(5), name(15)], tag: 'for the talk' },
      ...measured,
      { do: 'split', shares: { validation: 1, test: 3 } },
      { do: 'assign', task: TASK, items: [ENTITIES.at(-1)?.id ?? ''], people: [OWNER, 'eva'] },
    ],
  }),
};
