import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CheckSubject } from '../../shared/benchmarks/task.ts';
import {
  answerOfPayload,
  boxOf,
  cornersOf,
  parseItem,
  payloadWithAnswer,
  withBoxes,
  withImageNames,
} from '../../shared/benchmarks/observatory/codec.ts';
import { counterpart } from '../../shared/benchmarks/observatory/labels.ts';
import { isUntouched, proposalOf, withProposal } from '../../shared/benchmarks/observatory/proposals.ts';
import { initialVocabulary } from '../../shared/benchmarks/observatory/schema.ts';
import { axisOf, mirrorBox } from '../../shared/benchmarks/observatory/symmetry.ts';
import { localise } from '../../shared/benchmarks/observatory/task.ts';
import type { RegionRecord } from '../../shared/domain/document.ts';
import type { Box } from '../../shared/base/geometry.ts';
import { ImageId, RegionId } from '../../shared/base/ids.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { json, oddText } from '../helpers/arbitraries.ts';
import { uuid } from '../helpers/healthItems.ts';
import { corners, observatoryItems } from '../helpers/observatoryItems.ts';
import { firsts, present } from '../helpers/present.ts';

const SIZE = { width: 1024, height: 1024 };
const ORIGINAL = ImageId.parse(uuid(1));
const VARIANTS = [2, 3].map((number) => ImageId.parse(uuid(number)));
const IMAGES: CheckSubject['images'] = [ORIGINAL, ...VARIANTS].map((imageId, position) => ({
  type: 'image',
  position,
  role: position === 0 ? 'original' : 'variant',
  name: `${String(position)}.png`,
  imageId,
  size: SIZE,
}));

const region = (label: string, box: Box, more: Partial<RegionRecord> = {}): RegionRecord => ({
  type: 'region',
  id: RegionId.parse(uuid(100 + label.length)),
  imageId: ORIGINAL,
  label,
  ...box,
  note: '',
  attributes: {},
  order: 0,
  ...more,
});
const at = (x: number, y: number, width = 40, height = 20): Box => ({ x, y, width, height });
const FACE = [
  region('left_eye', at(300, 400)),
  region('right_eye', at(600, 400)),
  region('nose', at(450, 500)),
  region('mouth', at(430, 700, 80)),
];
const ANSWER: JsonObject = {
  domain: 'CELEB',
  notVisible: [],
  exceptions: {},
  confirmed: [],
  verified: false,
  rejected: [],
};
const messages = (change: Partial<CheckSubject>): readonly string[] =>
  localise
    .check({
      payload: {},
      answer: ANSWER,
      vocabulary: initialVocabulary,
      regions: FACE,
      images: IMAGES,
      ...change,
    })
    .map(({ severity, field, message }) => `${severity} ${field ?? ''}: ${message}`);

describe('the payload', () => {
  const box = fc
    .tuple(
      fc.integer({ min: 0, max: 400 }),
      fc.integer({ min: 0, max: 400 }),
      fc.integer({ min: 1, max: 99 }),
    )
    .map(([x, y, side]) => corners(x + 0.25, y, x + side + 0.5, y + side));
  const item = fc
    .record({
      id: fc.oneof(fc.string({ minLength: 1 }), fc.integer()),
      domain: fc.constantFrom('CELEB', 'WORD'),
      entity: fc.string({ minLength: 1 }),
      image: fc.constant('original.png'),
      boxes: fc.dictionary(fc.constantFrom('left_eye', 'nose', 'mouth', 'word'), box),
      not_visible: fc.array(fc.constantFrom('left_eye', 'mouth'), { maxLength: 2 }),
      variants: fc.array(
        fc.record({
          image: fc.uuid(),
          transformation: fc.string({ minLength: 1 }),
          family: fc.constantFrom('ID', 'OOD'),
          own: json,
        }),
        { maxLength: 3 },
      ),
      own: fc.tuple(oddText, json),
    })
    .map(({ own: [key, value], ...known }): JsonObject =>
      Object.hasOwn(known, key) ? known : { [key]: value, ...known },
    );

  it('goes through an answer and its own boxes to the letter', () => {
    fc.assert(
      fc.property(item, (payload) => {
        const parsed = parseItem(payload);
        if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
        const { boxes = [], images } = parsed.value;
        const after = withBoxes(payloadWithAnswer(payload, answerOfPayload(payload)), boxes, SIZE);
        expect(JSON.stringify(after)).toBe(JSON.stringify(payload));
        const names = images.map(({ name }) => name);
        expect(JSON.stringify(withImageNames(payload, names))).toBe(JSON.stringify(payload));
      }),
    );
  });

  it('changes only the label whose box moved, and drops what nobody kept', () => {
    const payload = {
      id: 1,
      image: 'a.png',
      boxes: { nose: { ...corners(1, 2, 3.5, 4), own: 1 }, mouth: corners(5, 6, 7, 8) },
    };
    const nose = { label: 'nose', ...boxOf({ x1: 1, y1: 2, x2: 4, y2: 4 }) };
    expect(JSON.stringify(withBoxes(payload, [nose], SIZE))).toBe(
      '{"id":1,"image":"a.png","boxes":{"nose":{"x1":1,"y1":2,"x2":4,"y2":4,"own":1}}}',
    );
    expect(JSON.stringify(withBoxes({ id: 1, image: 'a.png', variants: [] }, [nose], SIZE))).toBe(
      '{"id":1,"image":"a.png","boxes":{"nose":{"x1":1,"y1":2,"x2":4,"y2":4}},"variants":[]}',
    );
  });

  it('takes exceptions to the variants they are of', () => {
    const [payload = {}] = observatoryItems(2);
    const after = payloadWithAnswer(payload, { ...ANSWER, exceptions: { 2: 'gone' } });
    expect(answerOfPayload(after).exceptions).toEqual({ 2: 'gone' });
    expect(payloadWithAnswer(after, ANSWER)).toEqual(payload);
  });
});

describe('the rules', () => {
  it('are kept by a face with a box for each attribute', () => {
    expect(messages({})).toEqual([]);
  });

  it('want exactly one box for each attribute that is visible', () => {
    const [, , , mouth] = FACE;
    expect(messages({ regions: FACE.slice(0, 3) })).toEqual([
      'error boxes: Mouth has no box: draw it, or mark it as not visible.',
    ]);
    expect(messages({ regions: FACE.slice(0, 3), answer: { ...ANSWER, notVisible: ['mouth'] } })).toEqual([]);
    expect(messages({ answer: { ...ANSWER, notVisible: ['mouth'] } })).toEqual([
      'error notVisible: Mouth is marked as not visible but has a box.',
    ]);
    expect(messages({ regions: [...FACE, present(mouth)] })).toEqual([
      'error boxes: Mouth has 2 boxes: keep one.',
    ]);
  });

  it('want boxes on the original and inside of it', () => {
    const variant = present(VARIANTS[0]);
    expect(
      messages({ regions: FACE.map((each, index) => (index === 2 ? { ...each, y: 1010 } : each)) }),
    ).toEqual(['error boxes: The box of nose reaches beyond the image.']);
    expect(
      messages({ regions: FACE.map((each, index) => (index === 2 ? { ...each, imageId: variant } : each)) }),
    ).toEqual(['error boxes: Nose has its box on a variant: delete that box and draw it on the original.']);
  });

  it('doubt eyes that look swapped by the casebook’s side', () => {
    expect(messages({ vocabulary: { ...initialVocabulary, side: 'person' } })).toEqual([
      'warning boxes: Left eye and right eye look swapped: left means left of the person.',
    ]);
  });

  it('doubt proposals that nobody looked at, and want a variant of the original’s size and reasons for exceptions', () => {
    const regions = FACE.map((each) => ({ ...each, attributes: withProposal(each, 'a detector') }));
    expect(messages({ regions })).toEqual(['warning verified: 4 proposed boxes are not verified yet.']);
    expect(messages({ regions, answer: { ...ANSWER, verified: true } })).toEqual([]);
    expect(messages({ answer: { ...ANSWER, exceptions: { 1: ' ', 9: 'gone' } } })).toEqual([
      'error exceptions: The exception for variant 1 needs a reason.',
      'warning exceptions: There is an exception for variant 9, which the item does not have.',
    ]);
    const images = IMAGES.map((image, index) =>
      index === 1 ? { ...image, size: { width: 512, height: 512 } } : image,
    );
    expect(messages({ images })).toEqual([
      'error images: 1.png differs in size from the original, so the original’s boxes cannot fit it.',
    ]);
  });
});

describe('boxes of the original', () => {
  it('hold on every variant but exceptions', () => {
    const carried = localise.boxes?.carriedRegions?.({
      answer: { ...ANSWER, exceptions: { 1: 'gone' } },
      regions: FACE,
      images: IMAGES,
    });
    expect(carried?.map(({ imageId, label, x }) => [imageId, label, x])).toEqual(
      FACE.map(({ label, x }) => [VARIANTS[1], label, x]),
    );
  });

  it('are mirrored about the nose, kept in the image', () => {
    const [eye, , nose] = firsts(FACE, 3);
    expect(axisOf([eye], SIZE)).toEqual({ x: 512, attribute: null });
    const axis = axisOf([eye, nose], SIZE);
    expect(axis).toEqual({ x: 470, attribute: 'nose' });
    expect(mirrorBox(at(300, 400), axis.x, SIZE)).toEqual(at(600, 400));
    expect(mirrorBox(mirrorBox(at(300, 400), axis.x, SIZE), axis.x, SIZE)).toEqual(at(300, 400));
    expect(mirrorBox(at(10, 0), 1000, SIZE)).toEqual(at(984, 0));
    expect(counterpart('left_eye', ['nose', 'right_eye'])).toBe('right_eye');
    expect(counterpart('nose', ['nose', 'right_eye'])).toBeNull();
  });

  it('are told by corners as the prompts tell them', () => {
    expect(cornersOf(boxOf({ x1: 1, y1: 2, x2: 30, y2: 44.5 }))).toEqual({ x1: 1, y1: 2, x2: 30, y2: 44.5 });
  });
});

describe('proposals', () => {
  const verified = (label: string, from: Box, to: Box): RegionRecord =>
    region(label, to, { attributes: withProposal(from, 'a detector') });

  it('keeps the place of a proposal whatever becomes of the box', () => {
    const moved = verified('nose', at(0, 0, 10, 10), at(5, 0, 10, 10));
    expect(proposalOf(moved)).toEqual({ by: 'a detector', box: at(0, 0, 10, 10) });
    expect(withProposal(moved, 'another', moved.attributes)).toBe(moved.attributes);
    expect([moved, verified('nose', at(1, 1), at(1, 1)), region('nose', at(1, 1))].map(isUntouched)).toEqual([
      false,
      true,
      false,
    ]);
  });
});
