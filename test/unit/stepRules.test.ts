import { describe, expect, it } from 'vitest';
import type { FailureKind } from '../../renderer/save/failedCall.ts';
import {
  afterFailedRequest,
  answerAtTheEnd,
  answerToLock,
  coverOf,
  mayChange,
  newerLeftBehind,
  timeLeft,
} from '../../renderer/screens/studySession/session/stepRules.ts';
import {
  INITIAL,
  type StepView,
  type StudySessionState,
  wholeSeconds,
} from '../../renderer/screens/studySession/session/studySessionState.ts';
import type { StepAnswer } from '../../shared/domain/baseline.ts';
import type { ErrorCode } from '../../shared/base/errors.ts';

const step: StepView = {
  view: 'step',
  entry: 4,
  step: 'label',
  purpose: 'main',
  title: 'Label',
  prompt: 'Is it real?',
  answer: { kind: 'text', noEvidence: null },
  images: [],
  earlier: [],
  remainingMilliseconds: 10_000,
  usedMilliseconds: 2000,
  whileAway: 'hide',
  draft: null,
  canGoBack: false,
};
const timing = (activeMilliseconds: number, awayMilliseconds = 0) => ({
  shownAt: 1,
  activeMilliseconds,
  awayMilliseconds,
  focusLosses: 0,
});
const text = (words: string): StepAnswer => ({ kind: 'text', text: words });
const NONE: StepAnswer = { kind: 'none' };

describe('what an earlier page left of a step', () => {
  const left = { entry: 4, step: 'label', answer: text('a'), timing: timing(500), given: null };
  const draft = (milliseconds: number) => ({ ...timing(milliseconds), answer: text('b') });
  it.each([
    ['is used where the casebook has nothing', left, null, true],
    ['is used where it was measured longer', left, draft(400), true],
    ['is used where it was measured as long', left, draft(500), true],
    ['gives way to what is newer', left, draft(501), false],
    ['is not about another step', { ...left, step: 'reason' }, null, false],
    ['is not about another item', { ...left, entry: 5 }, null, false],
    ['can be nothing', null, null, false],
  ] as const)('%s', (_, found, kept, isUsed) => {
    expect(newerLeftBehind({ ...step, draft: kept }, found)).toBe(isUsed ? found : null);
  });
});

describe('a step', () => {
  it.each<['hide' | 'run' | null, boolean, boolean, StudySessionState['cover']]>([
    ['hide', true, false, null],
    ['hide', false, false, 'away'],
    ['hide', false, true, 'leaving'],
    ['run', false, false, null],
    ['run', true, true, 'leaving'],
    [null, false, true, null],
  ])('that is to %s while they are away (present %s, leaving %s) is covered: %s', (whileAway, ...rest) => {
    const [isPresent, isLeaving, cover] = rest;
    const shown = whileAway === null ? null : { ...step, whileAway };
    expect(coverOf(shown, { isPresent, isLeaving })).toBe(cover);
  });

  it.each([
    ['without a limit', { remainingMilliseconds: null }, timing(500), 0, null],
    ['as it begins', {}, timing(2000), 2000, 10_000],
    ['after three seconds', {}, timing(5000), 2000, 7000],
    ['with two seconds that the casebook was not told', {}, timing(4000), 4000, 8000],
    ['with time away, which does not count', {}, timing(5000, 3000), 2000, 7000],
    ['with time away that counts', { whileAway: 'run' as const }, timing(5000, 3000), 2000, 4000],
    ['after its time', {}, timing(13_000), 2000, -1000],
  ])('%s has its time left', (_, change, measured, before, left) => {
    expect(timeLeft({ ...step, ...change }, measured, before)).toBe(left);
  });

  it.each([
    [10_000, 10],
    [9001, 10],
    [1, 1],
    [0, 0],
    [-500, 0],
  ])('with %i ms left shows %i s', (milliseconds, seconds) => {
    expect(wholeSeconds(milliseconds)).toBe(seconds);
  });

  it.each([
    ['the answer in hand', text('a'), null, text('a')],
    ['none, where it is not begun', text(''), null, NONE],
    ['none, where there is nothing', null, null, NONE],
    ['none, where the answer was refused', text('a'), text('a'), NONE],
    ['nothing more after none', text('a'), NONE, null],
  ])('whose time is over sends %s', (_, answer, sent, expected) => {
    expect(answerAtTheEnd(answer, step, sent)).toEqual(expected);
  });
});

describe('an answer', () => {
  const ready: StudySessionState = { ...INITIAL, answer: text('a'), isShown: true, readable: true };
  it.each<[string, Partial<StudySessionState>, boolean]>([
    ['in sight is locked', {}, true],
    ['that is missing is not', { answer: null }, false],
    ['that is not complete is not', { answer: text(' ') }, false],
    ['that is being sent is not', { sending: { failure: null } }, false],
    ['that is hidden is not', { cover: 'away' }, false],
    ['to what nobody can have read is not', { readable: false }, false],
    ['to what is not shown is not', { isShown: false }, false],
  ])('%s', (_, change, isLocked) => {
    const state = { ...ready, ...change };
    expect(answerToLock(state, step)).toBe(isLocked ? state.answer : null);
  });

  it.each([
    [true, true, true],
    [true, false, false],
    [false, true, false],
  ])('of a step that is shown (%s) and readable (%s) may change: %s', (isShown, readable, may) => {
    expect(mayChange({ ...ready, isShown, readable })).toBe(may);
  });
});

describe('what the casebook was asked', () => {
  it.each<[ErrorCode | null, FailureKind, boolean, ReturnType<typeof afterFailedRequest>]>([
    ['taken_over', 'refused', false, 'taken over'],
    ['taken_over', 'refused', true, 'taken over'],
    ['conflict', 'refused', false, 'look'],
    ['conflict', 'refused', true, 'refused'],
    ['invalid_input', 'refused', false, 'refused'],
    ['not_found', 'not there', false, 'retry'],
    ['disk_full', 'not done', false, 'retry'],
    [null, 'unknown', true, 'retry'],
  ])('and fails by %s (%s, looking %s): %s', (code, kind, isLook, after) => {
    expect(afterFailedRequest({ failure: { message: '', hint: null, code }, kind }, isLook)).toBe(after);
  });
});
