import { describe, expect, it } from 'vitest';
import { documentStart, isRating } from '../../electron/core/features/annotations/documentStart.ts';
import { EditionId } from '../../shared/base/ids.ts';

type Row = NonNullable<Parameters<typeof documentStart>[0]>;
type Caller = Parameters<typeof documentStart>[2];

const edition = EditionId.parse('01890000-0000-7000-8000-000000000001');
const row = (more: Partial<Row> = {}): Row => ({
  editionId: null,
  asked: null,
  state: 'draft',
  independent: true,
  revision: 5,
  ...more,
});
const rater: Caller = { isBlind: true, decides: false, seesEverything: false };
const reader: Caller = { isBlind: false, decides: false, seesEverything: false };
const curator: Caller = { isBlind: false, decides: false, seesEverything: true };
const submittedPart = row({ asked: ['weather'], state: 'submitted' });

describe('what a document begins from', () => {
  it.each<[string, Row | undefined, Caller, string, boolean]>([
    ['a rater who has not begun', undefined, rater, 'blank', true],
    ['a rater who has', row(), rater, 'own', false],
    ['a rater whose answer was no rating', row({ independent: false }), rater, 'blank', true],
    ['somebody who decides', row({ independent: false }), { ...rater, decides: true }, 'own', false],
    ['somebody who sees the item and has not begun', undefined, reader, 'gold', false],
    ['somebody who sees the item and has', row({ independent: false }), reader, 'own', false],
    ['a curator who was asked for a part', submittedPart, curator, 'gold', true],
    ['a curator whose draft is of a part', { ...submittedPart, state: 'draft' }, curator, 'own', false],
    ['an annotator who was asked for a part', submittedPart, reader, 'own', false],
    ['a rater who was asked for a part', submittedPart, { ...rater, seesEverything: true }, 'own', false],
  ])('%s', (_name, latest, caller, from, startsAnew) => {
    const start = documentStart(latest, { editionId: null, editionNumber: 1 }, caller);
    expect(start).toMatchObject({ from, startsAnew, revision: latest?.revision ?? 0 });
    expect(start.wasPart).toBe(latest === submittedPart && caller === curator);
  });

  it('an answer to an earlier edition is left, with a revision that no window of it knows', () => {
    const item = { editionId: edition, editionNumber: 3 };
    expect(documentStart(row(), item, reader)).toMatchObject({ from: 'gold', startsAnew: true, revision: 6 });
    expect(documentStart(row(), item, rater)).toMatchObject({ from: 'blank', startsAnew: true, revision: 6 });
    expect(documentStart(undefined, item, rater)).toMatchObject({ from: 'blank', revision: 2 });
    expect(documentStart(row({ editionId: edition }), item, rater)).toMatchObject({
      from: 'own',
      revision: 5,
    });
  });
});

describe('whether an answer is a rating', () => {
  const begun = (more: Partial<NonNullable<Parameters<typeof isRating>[0]>> = {}) => ({
    independent: true,
    state: 'draft' as const,
    version: 1,
    ...more,
  });
  const none = {
    seesNothing: false,
    isSkipped: false,
    isUnanswered: () => false,
    isOnlyRater: () => false,
  };
  it.each<[string, Parameters<typeof isRating>[0], Partial<Parameters<typeof isRating>[1]>, boolean]>([
    ['the first answer to an item without gold', undefined, { isUnanswered: () => true }, true],
    ['an answer to an item that has one', undefined, {}, false],
    [
      'a correction stays one, also where others are hidden',
      begun({ independent: false }),
      { seesNothing: true },
      false,
    ],
    ['a rating stays one where others are hidden', begun({ version: 2 }), { seesNothing: true }, true],
    ['a first draft', begun(), {}, true],
    ['a first draft that was skipped, of an item answered since', begun(), { isSkipped: true }, false],
    ['a first draft that was skipped', begun(), { isSkipped: true, isUnanswered: () => true }, true],
    ['a second version beside other raters', begun({ version: 2 }), {}, false],
    ['a second version of the only rater', begun({ version: 2 }), { isOnlyRater: () => true }, true],
    ['what was submitted, beside other raters', begun({ state: 'submitted' }), {}, false],
  ])('%s', (_name, given, more, expected) => {
    expect(isRating(given, { ...none, ...more })).toBe(expected);
  });
});
