import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { rowForm, type RowOf } from '../../electron/core/db/schema.ts';
import { asksFor } from '../../electron/core/merge/inspection.ts';
import {
  answerFault,
  assignmentFault,
  itemFault,
  sentPackageOf,
} from '../../electron/core/merge/measuring.ts';
import { isAboutLeftOut, runStateOf } from '../../electron/core/merge/mergeBaselines.ts';
import { deletionOutcome, type DeletionOutcome } from '../../electron/core/merge/mergeDeletions.ts';
import { studySessionOutcome } from '../../electron/core/merge/mergeStudySessions.ts';
import { PackageContent } from '../../electron/core/merge/packageFormat.ts';
import { PlanEntry } from '../../shared/domain/study.ts';
import {
  AnnotationId,
  AssignmentId,
  EditionId,
  ItemId,
  PersonId,
  ResponseId,
  StudySessionId,
} from '../../shared/base/ids.ts';

const ITEM = ItemId.parse(v7());
const OTHER_ITEM = ItemId.parse(v7());
const EDITION = EditionId.parse(v7());
const ANNA = PersonId.parse(v7());
const BEN = PersonId.parse(v7());

describe('a returned package', () => {
  const sent = sentPackageOf(
    PackageContent.parse({
      items: [{ id: ITEM, images: [], work: [{ task: 'clues', round: 2 }], edition: EDITION }],
    }),
    ANNA,
  );

  it.each<[string, Parameters<typeof itemFault>[1], RegExp | null]>([
    ['has an item as it went out', { id: ITEM, edition_id: EDITION }, null],
    ['has an item of another edition', { id: ITEM, edition_id: null }, /another edition/u],
    ['has an item that was not in it', { id: OTHER_ITEM, edition_id: EDITION }, /was not in this package/u],
  ])('%s', (_what, item, fault) => {
    expectFault(itemFault(sent, item), fault);
  });

  const assignment = {
    id: AssignmentId.parse(v7()),
    item_id: ITEM,
    task: 'clues',
    round: 2,
    person_id: ANNA,
  };
  it.each<[string, Partial<typeof assignment>, RegExp | null]>([
    ['has what was assigned', {}, null],
    ['has an assignment of somebody else', { person_id: BEN }, /somebody else/u],
    ['has another round', { round: 1 }, /not assigned/u],
    ['has another task', { task: 'boxes' }, /not assigned/u],
    ['has an assignment of another item', { item_id: OTHER_ITEM }, /not assigned/u],
  ])('%s', (_what, change, fault) => {
    expectFault(assignmentFault(sent, { ...assignment, ...change }), fault);
  });

  const previous = AnnotationId.parse(v7());
  const answer: Parameters<typeof answerFault>[1] = {
    id: AnnotationId.parse(v7()),
    item_id: ITEM,
    task: 'clues',
    round: 2,
    person_id: ANNA,
    state: 'submitted',
    version: 1,
    previous_id: null,
    independent: 1,
  };
  it.each<[string, Partial<typeof answer>, boolean, RegExp | null]>([
    ['has a rating', {}, false, null],
    ['has a second version', { version: 2, previous_id: previous }, false, null],
    ['has an answer of somebody else', { person_id: BEN }, false, /somebody other than Anna/u],
    ['has an answer of somebody else that is here', { person_id: BEN }, true, /somebody other than Anna/u],
    ['has an answer in another round', { round: 1 }, false, /not assigned/u],
    ['has an answer about another item', { item_id: OTHER_ITEM }, true, /not assigned/u],
    ['has a second version of nothing', { version: 2 }, false, /does not follow/u],
    ['has a first version that follows another', { previous_id: previous }, true, /does not follow/u],
    ['has an answer that is no rating', { independent: 0 }, false, /not a rating/u],
    ['has an answer that is no rating, and is here', { independent: 0 }, true, null],
    ['has a draft that is no rating', { independent: 0, state: 'draft' }, false, null],
  ])('%s', (_what, change, isKnown, fault) => {
    expectFault(answerFault(sent, { ...answer, ...change }, isKnown, 'Anna'), fault);
  });
});

function expectFault(fault: string | null, expected: RegExp | null): void {
  if (expected === null) expect(fault).toBeNull();
  else expect(fault).toMatch(expected);
}

describe('an entry of a plan', () => {
  const asks = {
    kind: 'item',
    itemId: ITEM,
    purpose: 'main',
    condition: 'full',
    images: [],
    options: {},
  };
  const about = { purpose: 'main', item_id: ITEM, condition: 'full' };
  const ATTENTION = { purpose: 'attention', item_id: null, condition: '' };
  it.each<[string, unknown, unknown, boolean]>([
    ['asks for the answer to its item', asks, about, true],
    ['asks about no other item', asks, { ...about, item_id: OTHER_ITEM }, false],
    ['asks for no practice', asks, { ...about, purpose: 'practice' }, false],
    ['asks under no other condition', asks, { ...about, condition: 'text' }, false],
    ['asks for no attention where it has an item', asks, ATTENTION, false],
    ['asks for attention', { kind: 'attention', check: 0 }, ATTENTION, true],
    ['asks for attention by a question', { kind: 'question', question: 0 }, ATTENTION, true],
    ['asks about no item where it is a check', { kind: 'attention', check: 0 }, about, false],
    ['asks for nothing where it is the instructions', { kind: 'instructions' }, ATTENTION, false],
    ['asks for nothing where it is not there', null, about, false],
  ])('%s', (_what, entry, response, expected) => {
    const row = rowForm('response').pick({ purpose: true, item_id: true, condition: true }).parse(response);
    expect(asksFor(entry === null ? undefined : PlanEntry.parse(entry), row)).toBe(expected);
  });
});

describe('an answer of a participant', () => {
  const [studySession, replaced] = [StudySessionId.parse(v7()), ResponseId.parse(v7())];
  const whole = { item_id: ITEM, session_id: studySession, replaces: replaced };
  const nothing = { items: new Set<string>(), studySessions: new Set<never>(), responses: new Set<never>() };
  it.each<
    [string, Parameters<typeof isAboutLeftOut>[0], Partial<Parameters<typeof isAboutLeftOut>[1]>, boolean]
  >([
    ['comes in', whole, {}, false],
    ['stays out with its item', whole, { items: new Set([ITEM]) }, true],
    ['stays out with its study session', whole, { studySessions: new Set([studySession]) }, true],
    ['stays out with the one that it replaces', whole, { responses: new Set([replaced]) }, true],
    ['comes in where others stay out', whole, { items: new Set([OTHER_ITEM]) }, false],
    [
      'comes in where it names nothing',
      { item_id: null, session_id: null, replaces: null },
      { items: new Set([ITEM]), studySessions: new Set([studySession]), responses: new Set([replaced]) },
      false,
    ],
  ])('%s', (_what, row, left, expected) => {
    expect(isAboutLeftOut(row, { ...nothing, ...left })).toBe(expected);
  });
});

describe('a study session', () => {
  const base: RowOf<'session'> = rowForm('session').parse({
    id: v7(),
    study_id: v7(),
    person_id: ANNA,
    number: 3,
    seed: 1,
    plan: '[]',
    passed: '[1]',
    consented_at: 10,
    consent_version: 'v1',
    ended_at: null,
    withdrawn_at: null,
    erased_at: null,
    created_at: 5,
  });
  type Change = Partial<RowOf<'session'>>;
  const CANCELLED = 'The enrolment was cancelled after the package was written.';
  const TWICE = 'The same person has another session of this study here.';
  const ERASED = 'Their answers were deleted because they asked for it.';

  it.each<[string, Change, Change | null, boolean, boolean, ReturnType<typeof studySessionOutcome>]>([
    ['is new', {}, null, false, false, { kind: 'new' }],
    ['of somebody who has another', {}, null, false, true, { kind: 'left', reason: TWICE }],
    ['was cancelled meanwhile', {}, null, true, false, { kind: 'left', reason: CANCELLED }],
    ['is a try-out', { number: 0 }, null, false, false, { kind: 'left', reason: null }],
    ['is a try-out that is here', { number: 0 }, { number: 0 }, true, false, { kind: 'left', reason: null }],
    ['says what is known', {}, {}, false, true, { kind: 'known', progress: null }],
    ['was erased here', {}, { erased_at: 9 }, false, false, { kind: 'left', reason: ERASED }],
    ['was erased here, and comes back', {}, { erased_at: 9 }, true, false, { kind: 'left', reason: ERASED }],
    [
      'was erased on both sides',
      { erased_at: 8 },
      { erased_at: 9 },
      false,
      false,
      { kind: 'left', reason: null },
    ],
    ['was erased there', { erased_at: 8 }, {}, false, false, { kind: 'left', reason: ERASED, erasedAt: 8 }],
    ['comes back erased', { erased_at: 8 }, {}, true, false, { kind: 'known', progress: null }],
  ])('%s', (_what, there, here, isPackage, hasOther, outcome) => {
    const own = here === null ? undefined : { ...base, ...here };
    expect(studySessionOutcome({ ...base, ...there }, own, isPackage, () => hasOther)).toEqual(outcome);
  });

  const FIRST = { consented_at: 10, consent_version: 'v1', ended_at: null, withdrawn_at: null };
  it.each<[string, Change, Change, object]>([
    ['what either passed', { passed: [4, 0] }, { passed: [1, 4] }, { ...FIRST, passed: [0, 1, 4] }],
    [
      'the earlier consent',
      { consented_at: 7, consent_version: 'v0' },
      {},
      { ...FIRST, passed: [1], consented_at: 7, consent_version: 'v0' },
    ],
    [
      'of two consents of one moment the first by its letters',
      { consent_version: 'v0' },
      {},
      { ...FIRST, passed: [1], consent_version: 'v0' },
    ],
    ['the end', { ended_at: 30 }, {}, { ...FIRST, passed: [1], ended_at: 30 }],
    ['the earlier end', { ended_at: 20 }, { ended_at: 30 }, { ...FIRST, passed: [1], ended_at: 20 }],
    ['a withdrawal', { withdrawn_at: 40 }, {}, { ...FIRST, passed: [1], withdrawn_at: 40 }],
  ])('keeps %s', (_what, there, here, progress) => {
    const outcome = studySessionOutcome({ ...base, ...there }, { ...base, ...here }, false, () => false);
    expect(outcome).toEqual({ kind: 'known', progress });
  });
});

describe('an item that was deleted or brought back there', () => {
  const [HERE, GONE] = [true, false];
  it.each<[string, number, number, boolean, boolean, DeletionOutcome]>([
    ['is deleted here', 1, 0, HERE, false, 'delete'],
    ['is deleted here again', 3, 2, HERE, false, 'delete'],
    ['is kept where a study here asks about it', 1, 0, HERE, true, 'keep'],
    ['is noted where it is not here', 1, 0, GONE, true, 'note'],
    ['is brought back here', 2, 1, GONE, false, 'bring back'],
    ['is brought back here, asked about or not', 4, 1, GONE, true, 'bring back'],
    ['is noted where it was never deleted here', 2, 0, HERE, false, 'note'],
    ['is as it is here', 1, 1, GONE, false, null],
    ['was brought back here since', 1, 2, HERE, false, null],
    ['was deleted here since', 2, 3, GONE, false, null],
  ])('%s', (_what, there, here, isHere, isAsked, outcome) => {
    expect(deletionOutcome(there, here, { isHere, isAsked: () => isAsked })).toBe(outcome);
  });
});

describe('a run of a judge', () => {
  type Run = Parameters<typeof runStateOf>[0];
  const run = (state: Run['state'], at: number): Run => ({ state, updated_at: at });
  it.each<[string, Run, Run | undefined, Run['state'] | null]>([
    ['comes in', run('done', 5), undefined, 'done'],
    ['comes in stopped where it goes on there', run('running', 5), undefined, 'stopped'],
    ['is as far as it got there later', run('done', 5), run('stopped', 4), 'done'],
    ['is stopped here where it goes on there', run('running', 5), run('done', 4), 'stopped'],
    ['stays as it is here at the same time', run('done', 5), run('stopped', 5), null],
    ['stays as it is here later', run('done', 5), run('stopped', 6), null],
    ['goes on here', run('done', 5), run('running', 4), null],
  ])('%s', (_what, theirs, own, state) => {
    expect(runStateOf(theirs, own)).toBe(state);
  });
});
