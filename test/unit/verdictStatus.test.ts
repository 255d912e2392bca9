import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type JudgeVerdict,
  type UnitVerdicts,
  verdictStatusOf,
} from '../../electron/core/derived/verdictStatus.ts';
import { sameKeyPoints } from '../../shared/benchmarks/samePoints.ts';
import { type Json, sameJson } from '../../shared/base/json.ts';

const verdict = (kind: 'human' | 'model', value: Json, at = 1): JudgeVerdict => ({
  human: kind === 'human',
  value,
  at,
  id: `${kind} ${String(at)}`,
});
const said = (more: Partial<UnitVerdicts>): UnitVerdicts => ({
  verdicts: [],
  decisions: [],
  exact: null,
  same: sameJson,
  answeredAt: 0,
  ...more,
});
const [yes, no] = [verdict('human', 'YES', 1), verdict('human', 'NO', 2)];
const [modelYes, modelNo] = [verdict('model', 'YES', 3), verdict('model', 'NO', 4)];
const flags = (humanHuman = false, humanModel = false, modelModel = false) => ({
  humanHuman,
  humanModel,
  modelModel,
});

describe('the accepted verdicts on one thing that was judged', () => {
  it('is nothing where nobody says anything', () => {
    expect(verdictStatusOf(said({}))).toBeNull();
  });
  it.each([
    ['one person', [yes], 'single', 'YES', 'single', flags()],
    ['two people alike', [yes, { ...yes, id: 'x' }], 'agreed', 'YES', 'unanimous', flags()],
    ['two people who differ', [yes, no], 'disputed', null, null, flags(true)],
    ['a person and an LLM alike', [yes, modelYes], 'agreed', 'YES', 'single', flags()],
    ['a person and an LLM who differ', [yes, modelNo], 'disputed', 'YES', 'single', flags(false, true)],
    [
      'two people alike and an LLM that differs',
      [no, { ...no, id: 'x' }, modelYes],
      'disputed',
      'NO',
      'unanimous',
      flags(false, true),
    ],
    ['three who differ', [yes, no, modelNo], 'disputed', null, null, flags(true, true)],
    ['one LLM', [modelNo], 'single', 'NO', 'model', flags()],
    ['two LLMs alike', [modelNo, { ...modelNo, id: 'x' }], 'agreed', 'NO', 'model', flags()],
    ['two LLMs that differ', [modelNo, modelYes], 'disputed', null, null, flags(false, false, true)],
    [
      'a person and two LLMs that differ',
      [yes, modelYes, modelNo],
      'disputed',
      'YES',
      'single',
      flags(false, true, true),
    ],
  ] as const)('of %s', (_name, verdicts, state, value, source, differences) => {
    expect(verdictStatusOf(said({ verdicts }))).toEqual({
      state,
      value,
      source,
      judges: verdicts.length,
      since: Math.max(...verdicts.map(({ at }) => at)),
      ...differences,
    });
  });
  it('of an answer that says it itself: its own value, with or without judges', () => {
    expect(verdictStatusOf(said({ exact: 'NO', answeredAt: 9 }))).toMatchObject({
      state: 'exact',
      value: 'NO',
      source: 'exact',
      judges: 0,
      since: 9,
    });
    expect(verdictStatusOf(said({ exact: 'NO', verdicts: [modelNo] }))).toMatchObject({
      state: 'agreed',
      value: 'NO',
      source: 'exact',
    });
    expect(verdictStatusOf(said({ exact: 'NO', verdicts: [modelYes] }))).toMatchObject({
      state: 'disputed',
      value: 'NO',
      source: 'exact',
      ...flags(false, true),
    });
    expect(verdictStatusOf(said({ exact: 'NO', verdicts: [yes] }))).toMatchObject({
      state: 'disputed',
      value: 'NO',
      ...flags(true),
    });
  });
  it('of a decision: its value, the differences still told; of two: nothing', () => {
    const decision = { value: 'NO', at: 9 };
    expect(verdictStatusOf(said({ verdicts: [yes, modelNo], decisions: [decision] }))).toMatchObject({
      state: 'decided',
      value: 'NO',
      source: 'adjudicated',
      since: 4,
      ...flags(false, true),
    });
    expect(
      verdictStatusOf(said({ verdicts: [yes, modelNo], decisions: [decision, decision] })),
    ).toMatchObject({
      state: 'conflict',
      value: null,
      source: null,
    });
  });
  it('of key points is open where they are not as many, or other passages; else they are agreed', () => {
    const ANSWER = 'There are two glasses. A hat lies there. The table is set for two.';
    const points = (kind: 'human' | 'model', list: string[], at: number) => verdict(kind, list, at);
    const texts = (verdicts: JudgeVerdict[]) =>
      verdictStatusOf(said({ same: (a, b) => sameKeyPoints(a, b, ANSWER), verdicts }));
    const one = points('human', ['two glasses'], 1);
    expect(texts([points('model', ['c'], 3)])).toMatchObject({
      state: 'single',
      value: ['c'],
      source: 'model',
    });
    expect(texts([one, points('human', [], 2)])).toMatchObject({
      state: 'disputed',
      value: null,
      ...flags(true),
    });
    expect(texts([points('model', ['x'], 1), points('model', [], 2)])).toMatchObject({
      state: 'disputed',
      value: null,
      ...flags(false, false, true),
    });
    // A hat is another passage than two glasses; a larger part of the same sentence is not.
    expect(texts([one, points('human', ['A hat lies there'], 2)])).toMatchObject({ state: 'disputed' });
    expect(texts([one, points('human', ['There are two glasses.'], 2)])).toMatchObject({
      state: 'agreed',
      source: 'unanimous',
      value: ['There are two glasses.'],
      ...flags(),
    });
    // In the judge's own words a point stands nowhere: the number alone can be compared.
    expect(texts([one, points('model', ['Glasses for a couple'], 2)])).toMatchObject({
      state: 'agreed',
      source: 'single',
      value: ['two glasses'],
    });
    expect(texts([one, points('model', ['Glasses for a couple', 'A hat'], 2)])).toMatchObject({
      state: 'disputed',
      value: ['two glasses'],
      ...flags(false, true),
    });
    // In another order they are the same passages.
    expect(
      texts([
        points('human', ['two glasses', 'A hat'], 1),
        points('human', ['A hat lies there', 'two glasses'], 2),
      ]),
    ).toMatchObject({ state: 'agreed' });
  });
  it('does not depend on the order in which it is said', () => {
    const verdicts = fc.uniqueArray(
      fc.record({
        human: fc.boolean(),
        value: fc.constantFrom('YES', 'NO', 3),
        at: fc.integer({ min: 0, max: 3 }),
        id: fc.uuid(),
      }),
      { selector: ({ id }) => id, maxLength: 6 },
    );
    const decisions = fc.array(fc.record({ value: fc.constantFrom('YES', 'NO'), at: fc.nat(5) }), {
      maxLength: 2,
    });
    const exact = fc.constantFrom(null, 'YES', 'NO');
    fc.assert(
      fc.property(verdicts, decisions, exact, fc.infiniteStream(fc.nat()), (...given) => {
        const [list, made, own, places] = given;
        const shuffled = list
          .map((each) => ({ each, place: places.next().value }))
          .sort((a, b) => a.place - b.place)
          .map(({ each }) => each);
        const one = said({ verdicts: list, decisions: made, exact: own });
        const other = { ...one, verdicts: shuffled, decisions: made.toReversed() };
        expect(verdictStatusOf(other)).toEqual(verdictStatusOf(one));
      }),
    );
  });
});
