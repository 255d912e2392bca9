import type { JsonObject } from '../../../../../shared/base/json.ts';
import { OWNER, type SampleBox, type SampleSource, type SampleStep } from '../../sample.ts';
import { type Shelf, SHELVES } from './shelves.ts';

const TASK = 'annotate';
const RATERS = ['lea', 'max'] as const;
const RATED = SHELVES.slice(0, 24);

/** What is asked of each picture, and of each box. */
const LABEL_SET: JsonObject = {
  imageAttributes: [
    { id: 'tidiness', name: 'Tidiness', kind: 'scale', options: ['untidy', 'mixed', 'tidy'], required: true },
    {
      id: 'kinds',
      name: 'Kinds of things',
      kind: 'set',
      options: ['book', 'cup', 'plant', 'vase'],
      required: true,
    },
    { id: 'count', name: 'Number of things', kind: 'number', minimum: 0, maximum: 40, required: true },
    { id: 'lit', name: 'A lamp is on', kind: 'yesno', required: true },
    { id: 'remark', name: 'Remark', kind: 'text', required: false },
  ],
  labels: ['book', 'cup', 'plant', 'vase'].map((id) => ({ id, name: id, attributes: [] })),
};

/** What somebody answers who looks closely. */
function right({ boxes, tidiness, isLit }: Shelf): JsonObject {
  return {
    tidiness,
    kinds: ['book', 'cup', 'plant', 'vase'].filter((kind) => boxes.some(({ label }) => label === kind)),
    count: boxes.length,
    lit: isLit,
  };
}

/** Hands differ by some pixels. */
const byHand = (boxes: readonly SampleBox[], hand: number): SampleBox[] =>
  boxes.map(({ x, y, width, height, label }, place) => {
    const off = ((place * 7 + hand * 5) % 5) - 2;
    return {
      label,
      x: x + off,
      y: y - Math.abs(off),
      width: width + 2 - off,
      height: height + Math.abs(off),
    };
  });

const SLIPS: Readonly<Record<string, string>> = { untidy: 'mixed', mixed: 'tidy', tidy: 'mixed' };

/** One rater's answer: now and then one sees it differently, overlooks a thing or takes a vase for a cup. */
function answered(shelf: Shelf, number: number, rater: number): { fields: JsonObject; boxes: SampleBox[] } {
  const fields = right(shelf);
  const drawn = byHand(shelf.boxes, rater * 3 + number);
  const slips = (number + rater * 4) % 9 === 2;
  const overlooks = (number * 2 + rater) % 11 === 5;
  const boxes = overlooks ? drawn.slice(1) : drawn;
  return {
    fields: {
      ...fields,
      ...(slips && { tidiness: SLIPS[shelf.tidiness] ?? 'mixed' }),
      count: boxes.length,
      ...(number === 6 && rater === 1 && { lit: !shelf.isLit }),
    },
    boxes: boxes.map((box) =>
      (number + rater * 2) % 13 === 4 && box.label === 'vase' ? { ...box, label: 'cup' } : box,
    ),
  };
}

const rounds: SampleStep[] = RATERS.flatMap((by, rater) =>
  RATED.flatMap((shelf, number): SampleStep[] =>
    // Max has one left.
    rater === 1 && number === 23
      ? []
      : [{ do: 'answer', by, task: TASK, item: shelf.id, ...answered(shelf, number, rater) }],
  ),
);

const differs = (number: number): boolean => {
  const shelf = SHELVES[number];
  if (shelf === undefined || number > 22) return false;
  const [first, second] = [answered(shelf, number, 0), answered(shelf, number, 1)];
  const said = ({ fields, boxes }: typeof first): string =>
    JSON.stringify([fields, boxes.map(({ label }) => label)]);
  return said(first) !== said(second);
};

const disputed = SHELVES.flatMap((_, number) => (differs(number) ? [number] : []));
const agreed = RATED.flatMap((_, number) => (differs(number) || number > 22 ? [] : [number]));
const name = (number: number): string => SHELVES[number]?.id ?? '';

/** The adjudicator decides the first of what raters differ in. */
const decisions = disputed.slice(0, 3).flatMap((number, place): SampleStep[] => {
  const shelf = SHELVES[number];
  return shelf === undefined
    ? []
    : [
        {
          do: 'decide',
          by: 'ada',
          task: TASK,
          item: shelf.id,
          fields: right(shelf),
          boxes: shelf.boxes,
          cause: (['slip', 'guideline_gap', 'image_ambiguous'] as const)[place] ?? 'other',
          note:
            [
              'A thing was overlooked.',
              'Gaps alone do not make a shelf untidy.',
              'Its neck is narrow: a vase.',
            ][place] ?? '',
        },
      ];
});

/** Twenty-eight drawn shelves under a label set of their own: two raters, boxes, decisions. */
export const story: SampleSource = {
  tell: () => ({
    files: {
      'items.jsonl': SHELVES.map(({ id }) => JSON.stringify({ id, image: `images/${id}.png` })).join('\n'),
      ...Object.fromEntries(SHELVES.map(({ id, picture }) => [`images/${id}.png`, picture])),
    },
    steps: [
      {
        do: 'people',
        people: [
          { handle: 'lea', name: 'Lea Novak', roles: ['annotator'] },
          { handle: 'max', name: 'Max Duarte', roles: ['annotator'] },
          { handle: 'ada', name: 'Ada Moreau', roles: ['adjudicator'] },
        ],
      },
      { do: 'vocabulary', vocabulary: LABEL_SET },
      { do: 'import', source: 'items.jsonl', format: 'generic' },
      {
        do: 'guideline',
        task: TASK,
        field: 'tidiness',
        note: 'Tidy: everything stands upright and nothing lies about. Mixed: one board is tidy. Gaps do not count.',
      },
      {
        do: 'guideline',
        task: TASK,
        field: 'count',
        note: 'Count the things that stand on the boards. Leave out things that lie flat.',
      },
      { do: 'assign', task: TASK, items: RATED.map(({ id }) => id), people: RATERS },
      ...rounds,
      ...decisions,
      { do: 'status', items: agreed.slice(0, -3).map(name), status: 'accepted' },
      { do: 'status', items: [name(27)], status: 'rejected' },
      { do: 'assign', task: TASK, items: [name(24), name(25)], people: [OWNER, 'lea'] },
      { do: 'answer', by: 'lea', task: TASK, item: name(24), fields: { tidiness: 'mixed' }, draft: true },
      {
        do: 'comment',
        by: 'max',
        item: name(disputed.at(-1) ?? 0),
        text: 'Is the tall one a cup or a vase?',
      },
      {
        do: 'comment',
        by: 'lea',
        item: name(agreed[0] ?? 0),
        text: 'Two books stand so close that they look like one.',
        reply: { by: OWNER, text: 'Count the spines: two.' },
      },
      { do: 'tag', items: [name(3), name(8), name(14)], tag: 'for the talk' },
      { do: 'split', shares: { train: 3, test: 1 } },
    ],
  }),
};
