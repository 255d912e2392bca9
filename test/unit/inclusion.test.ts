import { expect, it } from 'vitest';
import { decideInclusion, unwritableItems } from '../../electron/core/features/export/inclusion.ts';
import type { GoldParts } from '../../electron/core/records/answers/goldParts.ts';
import { AnnotationId } from '../../shared/base/ids.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { uuid } from '../helpers/healthItems.ts';
import { goldSourcesOf } from '../../electron/core/formats/writing/exportedGold.ts';

const lenient = { apply: false, strict: false };
const accepted = { apply: true, strict: false };
const strict = { apply: false, strict: true };
const broken = ['It has no title.'];

it.each([
  { of: 'a sound item', refusal: null, problems: [], rules: accepted, becomes: ['included'] },
  {
    of: 'a broken one that need not be accepted',
    refusal: null,
    problems: broken,
    rules: lenient,
    becomes: ['included'],
  },
  {
    of: 'a broken one among accepted ones',
    refusal: null,
    problems: broken,
    rules: accepted,
    becomes: ['left out', broken],
  },
  {
    of: 'a broken one, strictly',
    refusal: null,
    problems: broken,
    rules: strict,
    becomes: ['included', broken],
  },
  {
    of: 'one that the format refuses',
    refusal: 'No.',
    problems: broken,
    rules: lenient,
    becomes: ['left out', ['No.']],
  },
])('an export decides about $of', ({ refusal, problems, rules, becomes }) => {
  const [kind, named = []] = becomes;
  expect(decideInclusion({ broken: problems }, { refuse: () => refusal }, rules)).toEqual({
    kind,
    problems: named,
  });
});

it('has no place for what is not for the format, before all else', () => {
  const format = { refuse: () => 'No.', leavesOut: () => 'A question.' };
  expect(decideInclusion({ broken }, format, strict)).toEqual({
    kind: 'not for the format',
    reason: 'A question.',
  });
});

it('names items whose image could not be written', () => {
  const named = [
    { id: 'a', externalId: 'a', images: [{ imageId: '1', name: 'x.png', format: 'png' as const }] },
    { id: 'b', externalId: 'b', images: [{ imageId: null, name: 'x.png', format: 'png' as const }] },
    { id: 'c', externalId: 'c', images: [{ imageId: '2', name: 'y.png', format: 'png' as const }] },
  ];
  const failed = [[{ path: 'images/x.png' }, 'It is damaged.']] as const;
  expect(unwritableItems(named, (name) => `images/${name}`, failed)).toEqual(
    new Map([['a', 'images/x.png: It is damaged.']]),
  );
});

const [text, boxes] = [
  { name: 'text', comparison: { level: 'text' } },
  { name: 'boxes', comparison: { level: 'boxes' } },
] as const;

const drawn: GoldParts = { boxes: { annotationId: AnnotationId.parse(uuid(1)), source: 'adjudicated' } };

it.each<{ of: string; answer?: JsonObject; goldParts?: GoldParts; mayDraw?: false; fields: string[] }>([
  { of: 'an empty field', answer: { text: '' }, fields: [] },
  { of: 'a filled field', answer: { text: 'x' }, fields: ['text'] },
  { of: 'no boxes that nobody drew', fields: [] },
  { of: 'no boxes that somebody drew', goldParts: drawn, fields: ['boxes'] },
  { of: 'no boxes where there is nothing to draw on', goldParts: drawn, mayDraw: false, fields: [] },
])('gold of a field: $of', ({ answer = {}, goldParts = null, mayDraw = true, fields }) => {
  const gold = { answer, regions: [], goldParts, goldSource: 'imported' } as const;
  const { goldFields } = goldSourcesOf([text, boxes], gold, mayDraw);
  expect(goldFields.map(({ field }) => field)).toEqual(fields);
});
