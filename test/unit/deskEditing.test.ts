import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addClue,
  choosePartner,
  chooseScene,
  moveClue,
  newClueId,
  promoteClue,
  rebuildClaim,
  whyNoSuggestions,
  withSuggestions,
  writeScenario,
} from '../../shared/benchmarks/caughtcheating/editing.ts';
import { curate } from '../../shared/benchmarks/caughtcheating/task.ts';
import { CaughtCheatingAnswer, type Clue } from '../../shared/benchmarks/caughtcheating/schema.ts';
import { applyDiff, reverseDiff } from '../../shared/base/diff.ts';
import {
  type DocumentRecord,
  type ImageRecord,
  imagesOf,
  type RegionRecord,
  regionsOf,
  toRecords,
} from '../../shared/domain/document.ts';
import { ImageId, RegionId } from '../../shared/base/ids.ts';
import { cropBox, replaceImage } from '../../shared/domain/replaceImage.ts';
import { regionRecord } from '../helpers/regions.ts';

const fresh = CaughtCheatingAnswer.parse(curate.initialAnswer({}));

describe('the claim of CaughtCheating', () => {
  it('follows partner, scene and scenario as long as nobody wrote it by hand', () => {
    let answer = { ...fresh, ...choosePartner(fresh, 'girlfriend') };
    expect(answer.claim).toContain('My girlfriend said she is [scenario]');
    answer = { ...answer, ...chooseScene(answer, 'hotel') };
    expect(answer.scenario).toBe('staying alone at the hotel');
    expect(answer.claim).toContain('she is staying alone at the hotel and sent me');
    answer = { ...answer, ...choosePartner(answer, 'boyfriend') };
    expect(answer.claim).toContain('My boyfriend said he is staying alone at the hotel');
    expect(answer.claim).toContain('contradicts his claim?');
    answer = { ...answer, ...writeScenario(answer, 'asleep') };
    expect(answer.claim).toContain('he is asleep and');
    answer = { ...answer, ...chooseScene(answer, 'dining') };
    expect(answer.scenario).toBe('asleep');
  });

  it('is left alone once it was written by hand, until the template is asked for', () => {
    const answer: CaughtCheatingAnswer = { ...fresh, partner: 'boyfriend', claim: 'By hand.' };
    expect(choosePartner(answer, 'girlfriend')).toEqual({ partner: 'girlfriend' });
    expect(chooseScene(answer, 'hotel')).toEqual({ scene: 'hotel' });
    expect(writeScenario(answer, 'out')).toEqual({ scenario: 'out' });
    expect(rebuildClaim({ ...answer, scenario: 'out' }).claim).toContain('he is out and sent');
  });
});

describe('clues', () => {
  const clue = fc.record({ id: fc.uuid(), text: fc.string(), deterministic: fc.boolean() });
  const clues = fc.uniqueArray(clue, { selector: (each) => each.id, maxLength: 6 });

  it('has exactly one deterministic clue after one was promoted', () => {
    fc.assert(
      fc.property(clues, fc.nat(5), (list, at) => {
        const chosen = list[at % Math.max(1, list.length)];
        if (chosen === undefined) return;
        const promoted = promoteClue(list, chosen.id);
        expect(promoted.filter((each) => each.deterministic).map((each) => each.id)).toEqual([chosen.id]);
      }),
    );
  });

  it('gives every new clue an id of its own, and makes the first deterministic', () => {
    let list: readonly Clue[] = [];
    for (let count = 0; count < 5; count += 1) list = addClue(list, newClueId(list));
    list = list.toSpliced(1, 1);
    list = addClue(list, newClueId(list));
    expect(new Set(list.map((each) => each.id)).size).toBe(5);
    expect(list.map((each) => each.deterministic)).toEqual([true, false, false, false, false]);
  });

  it('moves without losing or doubling', () => {
    fc.assert(
      fc.property(
        clues,
        fc.integer({ min: -2, max: 8 }),
        fc.integer({ min: -2, max: 8 }),
        (list, from, to) => {
          const ids = (each: readonly Clue[]): string[] => each.map(({ id }) => id).toSorted();
          const moved = moveClue(list, from, to);
          expect(ids(moved)).toEqual(ids(list));
          const taken = list[from];
          if (taken !== undefined && to >= 0 && to < list.length) expect(moved[to]).toEqual(taken);
        },
      ),
    );
  });

  it('suggests questions once, keeping those that are there', () => {
    const first = {
      id: 'clue-1',
      text: 'There are two cups, indicating that somebody else is there.',
      deterministic: true,
    };
    const answer = { ...fresh, clues: [first] };
    const suggested = withSuggestions(answer);
    expect(suggested.perception).toEqual([
      { question: 'Can you identify that there are two cups in the image?', answer: 'Yes' },
    ]);
    expect(suggested.reasoning?.[0]?.question).toContain('indicates that somebody else is there');
    expect(withSuggestions({ ...answer, ...suggested })).toEqual({});
    expect(whyNoSuggestions({ ...answer, ...suggested })).toMatch(/are there already\.$/u);
    expect(whyNoSuggestions({ clues: [{ ...first, text: ' ' }] })).toMatch(/clue has no text\. Describe it/u);
    expect(whyNoSuggestions({ clues: [{ ...first, deterministic: false }] })).toMatch(
      /no clue is deterministic/u,
    );
    const own = { question: 'My own?', answer: 'Yes' };
    expect(withSuggestions({ ...answer, perception: [own] }).perception?.[0]).toEqual(own);
  });
});

const oldId = ImageId.parse('01890000-0000-7000-8000-00000000000a');
const newId = ImageId.parse('01890000-0000-7000-8000-00000000000b');
const otherId = ImageId.parse('01890000-0000-7000-8000-00000000000c');
const photo: ImageRecord = { type: 'image', position: 0, role: 'photo', name: 'a.png', imageId: oldId };
const second: ImageRecord = { type: 'image', position: 1, role: 'photo', name: 'b.png', imageId: otherId };

function region(
  number: number,
  x: number,
  y: number,
  width: number,
  height: number,
  imageId = oldId,
): RegionRecord {
  const id = RegionId.parse(`01890000-0000-7000-8000-0000000001${String(number).padStart(2, '0')}`);
  return regionRecord({ id, imageId, label: 'a', x, y, width, height, order: number });
}

describe('an image in the place of another', () => {
  it('takes the boxes along, cuts them at its edges and drops those outside, in one step that can be taken back', () => {
    const records = toRecords([
      photo,
      second,
      region(1, 120, 80, 40, 30),
      region(2, 90, 40, 40, 30),
      region(3, 0, 0, 50, 40),
      region(4, 5, 5, 10, 10, otherId),
    ]);
    const diff = replaceImage(records, photo, {
      id: newId,
      size: { width: 200, height: 100 },
      offset: { x: 100, y: 50 },
    });
    const after = applyDiff<DocumentRecord>(records, diff);
    expect(imagesOf(after).map((image) => image.imageId)).toEqual([newId, otherId]);
    expect(
      regionsOf(after).map(({ imageId, x, y, width, height }) => [imageId, x, y, width, height]),
    ).toEqual([
      [newId, 20, 30, 40, 30],
      [newId, 0, 0, 30, 20],
      [otherId, 5, 5, 10, 10],
    ]);
    expect(applyDiff<DocumentRecord>(after, reverseDiff(diff))).toEqual(records);
  });

  it('keeps every box inside the cropped image, whatever the crop', () => {
    const size = { width: 640, height: 480 };
    const number = fc.double({ min: 0, max: 630, noNaN: true });
    const side = fc.double({ min: 1, max: 400, noNaN: true });
    const box = fc.record({ x: number, y: number, width: side, height: side });
    fc.assert(
      fc.property(fc.array(box, { maxLength: 5 }), box, (boxes, crop) => {
        const kept = cropBox(crop, size);
        expect([kept.x, kept.y, kept.width, kept.height].every(Number.isInteger)).toBe(true);
        expect(kept.x + kept.width).toBeLessThanOrEqual(size.width);
        expect(kept.y + kept.height).toBeLessThanOrEqual(size.height);
        const records = toRecords([
          photo,
          ...boxes.map((each, index) => region(index, each.x, each.y, each.width, each.height)),
        ]);
        const diff = replaceImage(records, photo, { id: newId, size: kept, offset: kept });
        for (const each of regionsOf(applyDiff<DocumentRecord>(records, diff))) {
          expect(each.x).toBeGreaterThanOrEqual(0);
          expect(each.x + each.width).toBeLessThanOrEqual(kept.width);
          expect(each.y + each.height).toBeLessThanOrEqual(kept.height);
          expect(Math.min(each.width, each.height)).toBeGreaterThanOrEqual(1);
        }
      }),
    );
  });
});
