import * as fc from 'fast-check';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { ItemId } from '../../shared/base/ids.ts';
import {
  canReturnTo,
  earlierSteps,
  positionOf,
  progressOf,
  type SessionFacts,
  type SessionPosition,
  stepBefore,
  type StepPosition,
} from '../../shared/domain/sessionPosition.ts';
import type { PlanEntry } from '../../shared/domain/study.ts';

const itemOf = (purpose: 'practice' | 'main', part?: 'first' | 'later'): PlanEntry => ({
  kind: 'item',
  purpose,
  itemId: ItemId.parse(v7()),
  condition: '',
  images: [0],
  options: {},
  ...(part !== undefined && { part }),
});

/** A plan with the number of steps of each entry. */
const plans = fc
  .record({
    instructions: fc.boolean(),
    practice: fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 2 }),
    main: fc.array(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.constantFrom('', 'attention', 'break')), {
      minLength: 1,
      maxLength: 6,
    }),
  })
  .map(({ instructions, practice, main }) => {
    const plan: [PlanEntry, number][] = [];
    if (instructions) plan.push([{ kind: 'instructions' }, 0]);
    for (const steps of practice) plan.push([itemOf('practice'), steps]);
    if (practice.length > 0) plan.push([{ kind: 'start' }, 0]);
    for (const [steps, then] of main) {
      plan.push([itemOf('main'), steps]);
      if (then === 'attention') plan.push([{ kind: 'attention', check: 0 }, 1]);
      if (then === 'break') plan.push([{ kind: 'break' }, 0]);
    }
    return plan;
  });

/** What is stored of a study session, and nothing else. */
class Stored {
  readonly answered: string[] = [];
  readonly passed: number[] = [];
  consented = false;
  readonly #plan: readonly (readonly [PlanEntry, number])[];
  constructor(plan: readonly (readonly [PlanEntry, number])[]) {
    this.#plan = plan;
  }
  facts(revisited: StepPosition | null = null, withdrawn = false): SessionFacts {
    return {
      plan: this.#plan.map(([entry]) => entry),
      consented: this.consented,
      withdrawn,
      ended: false,
      passed: new Set(this.passed),
      isAnswered: (entry, step) => this.answered.includes(`${String(entry)} ${step}`),
      stepsOf: (entry) =>
        Array.from({ length: this.#plan[entry]?.[1] ?? 0 }, (_, step) => `s${String(step)}`),
      revisited,
    };
  }
  /** Does what is shown. */
  go(position: SessionPosition): void {
    if (position.at === 'consent') this.consented = true;
    else if (position.at === 'step') this.answered.push(`${String(position.entry)} ${position.step}`);
    else if (position.at === 'reading' || position.at === 'feedback') this.passed.push(position.entry);
  }
  copy(): Stored {
    const other = new Stored(this.#plan);
    other.answered.push(...[...this.answered].reverse());
    other.passed.push(...[...this.passed].reverse());
    other.consented = this.consented;
    return other;
  }
}

/** Everything that is shown from the start to the end. */
function walk(stored: Stored): SessionPosition[] {
  const places = [positionOf(stored.facts())];
  for (;;) {
    const position = places.at(-1);
    if (position === undefined || position.at === 'end') return places;
    stored.go(position);
    places.push(positionOf(stored.facts()));
  }
}

describe('the current position of a study session', () => {
  it('is each thing of the plan once, in its order, then the end', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const expected: SessionPosition[] = [{ at: 'consent' }];
        for (const [entry, [planned, steps]] of plan.entries()) {
          for (let step = 0; step < steps; step += 1)
            expected.push({ at: 'step', entry, step: `s${String(step)}` });
          if (planned.kind === 'item') {
            if (planned.purpose === 'practice' && steps > 0) expected.push({ at: 'feedback', entry });
          } else if (planned.kind !== 'attention') expected.push({ at: 'reading', entry });
        }
        expected.push({ at: 'end' });
        expect(walk(new Stored(plan))).toEqual(expected);
      }),
    );
  });

  it('after any prefix of answers is the same for anybody who comes back with nothing but what is stored', () => {
    fc.assert(
      fc.property(plans, fc.nat(40), (plan, length) => {
        const whole = walk(new Stored(plan));
        const stored = new Stored(plan);
        const prefix = whole.slice(0, Math.min(length, whole.length - 1));
        for (const position of prefix) stored.go(position);
        const resumed = stored.copy();
        expect(positionOf(resumed.facts())).toEqual(whole[prefix.length]);
        expect(walk(resumed)).toEqual(whole.slice(prefix.length));
      }),
    );
  });

  it('counts items, and never the steps that are to come', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const stored = new Stored(plan);
        const total = plan.filter(
          ([entry, steps]) => entry.kind === 'item' && entry.purpose === 'main' && steps > 0,
        ).length;
        let before = 0;
        for (;;) {
          const position = positionOf(stored.facts());
          const progress = progressOf(stored.facts(), position);
          expect(progress.total).toBe(total);
          expect(progress.done).toBeGreaterThanOrEqual(before);
          expect(progress.done - before).toBeLessThanOrEqual(1);
          before = progress.done;
          if (position.at === 'end') break;
          stored.go(position);
        }
        expect(before).toBe(total);
      }),
    );
  });

  it('is over where somebody has ended it, whatever else is stored', () => {
    const stored = new Stored([[itemOf('main'), 2]]);
    expect(positionOf(stored.facts(null, true))).toEqual({ at: 'withdrawn' });
    stored.consented = true;
    expect(positionOf(stored.facts(null, true))).toEqual({ at: 'withdrawn' });
  });
});

describe('the step before', () => {
  const at = (stored: Stored, position: SessionPosition): StepPosition | null =>
    position.at === 'step' ? stepBefore(stored.facts(), position) : null;

  it('is never one that a later step of its item, or feedback, may have given away', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const stored = new Stored(plan);
        for (;;) {
          const position = positionOf(stored.facts());
          const target = at(stored, position);
          if (target !== null) {
            // In the middle of an item there is no way out of it either.
            expect(position).toMatchObject({ step: 's0' });
            const [planned, steps] = plan[target.entry] ?? [];
            expect(target.step).toBe(`s${String((steps ?? 0) - 1)}`);
            expect(planned?.kind === 'item' && planned.purpose === 'practice').toBe(false);
            expect(stored.answered).toContain(`${String(target.entry)} ${target.step}`);
          }
          if (position.at === 'end') break;
          stored.go(position);
        }
      }),
    );
  });

  it('is not the claim of an item that nothing more was asked about, where others have more: that tells of it', () => {
    const stored = new Stored([
      [itemOf('main'), 3],
      [itemOf('main'), 1],
      [itemOf('main'), 3],
      [itemOf('main'), 1],
    ]);
    const shown = walk(stored).filter((position) => position.at === 'step');
    expect(shown.map((position) => at(stored, position))).toEqual([
      null,
      null,
      null,
      { entry: 0, step: 's2' },
      null,
      null,
      null,
      { entry: 2, step: 's2' },
    ]);
  });

  it('is the last item’s where items have one step each, as far back as there are any', () => {
    const stored = new Stored([
      [itemOf('practice'), 1],
      [{ kind: 'start' }, 0],
      [itemOf('main'), 1],
      [{ kind: 'break' }, 0],
      [itemOf('main'), 1],
      [itemOf('main'), 1],
    ]);
    const shown = walk(stored).filter((position) => position.at === 'step');
    expect(shown.map((position) => at(stored, position))).toEqual([
      null,
      null,
      { entry: 2, step: 's0' },
      { entry: 4, step: 's0' },
    ]);
  });
});

describe('a second pass', () => {
  const [clued, other] = [itemOf('main', 'first'), itemOf('main', 'first')];
  const again: PlanEntry = clued.kind === 'item' ? { ...clued, part: 'later' } : clued;
  const plan: readonly (readonly [PlanEntry, number])[] = [
    [itemOf('practice'), 3],
    [{ kind: 'start' }, 0],
    [clued, 1],
    [other, 1],
    [itemOf('main', 'first'), 1],
    [{ kind: 'second_pass' }, 0],
    [again, 2],
    [itemOf('main', 'later'), 1],
  ];

  it('begins once the first question about every item is answered', () => {
    expect(
      walk(new Stored(plan)).map((position) => ('entry' in position ? position.entry : position.at)),
    ).toEqual(['consent', 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 6, 7, 'end']);
  });

  it('is counted by itself, and its items are not counted before', () => {
    const stored = new Stored(plan);
    const counts: string[] = [];
    for (;;) {
      const position = positionOf(stored.facts());
      const { done, total } = progressOf(stored.facts(), position);
      counts.push(`${String(done)}/${String(total)}`);
      if (position.at === 'end') break;
      stored.go(position);
    }
    expect(counts.slice(5)).toEqual(['0/3', '1/3', '2/3', '3/3', '0/2', '1/2', '1/2', '2/2', '2/2']);
    expect(counts.slice(0, 5)).toEqual(['0/3', '0/3', '0/3', '0/3', '0/3']);
  });

  it('can be gone back in, and so can the first; nobody goes back from it to the first', () => {
    const stored = new Stored(plan);
    const ways: (StepPosition | null)[] = [];
    for (const position of walk(new Stored(plan))) {
      if (position.at === 'step' && position.entry >= 2) ways.push(stepBefore(stored.facts(), position));
      stored.go(position);
    }
    expect(ways).toEqual([
      null,
      { entry: 2, step: 's0' },
      { entry: 3, step: 's0' },
      null,
      null,
      { entry: 6, step: 's1' },
    ]);
  });

  it('knows what was answered about its item in the first', () => {
    const facts = new Stored(plan).facts();
    expect(earlierSteps(facts, { entry: 6, step: 's1' })).toEqual([
      { entry: 2, step: 's0' },
      { entry: 6, step: 's0' },
    ]);
    expect(earlierSteps(facts, { entry: 3, step: 's0' })).toEqual([]);
  });
});

describe('whether an answer is final', () => {
  it('says of each step what going back from the next one says', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const stored = new Stored(plan);
        let said: { readonly at: StepPosition; readonly canReturn: boolean } | null = null;
        for (;;) {
          const position = positionOf(stored.facts());
          if (position.at === 'step') {
            const { entry, step } = position;
            if (said !== null) {
              const back = stepBefore(stored.facts(), position);
              expect(back !== null && back.entry === said.at.entry && back.step === said.at.step).toBe(
                said.canReturn,
              );
            }
            said = { at: { entry, step }, canReturn: canReturnTo(stored.facts(), { entry, step }) };
          }
          if (position.at === 'end') break;
          stored.go(position);
        }
        // Nobody goes back from the end.
        if (said !== null) expect(said.canReturn).toBe(false);
      }),
    );
  });
});
