import { describe, expect, test } from 'vitest';
import { hintsOf } from '../../shared/benchmarks/argus/hints.ts';
import { CLEAN_SCENES, CLEAN_TRAPS } from '../helpers/cleanQuintuples.ts';

type Texts = Parameters<typeof hintsOf>[0];

/** What is right in a text and looks like a fault: foreign names, units, entities' characters, talk of answers. */
const ODD_BUT_RIGHT = [
  '',
  ' Zoë, from São Paulo, looks on.',
  ' It is 20 °C, and the bill says £5 – “plus tax”.',
  ' Ångström & Sons own the place (since 1950).',
  ' Nobody waits for an answer.',
  ' The crêpes cost 3 × 4 €, naïve or not…',
  ' “Answer me!” cries somebody.',
  ' She has the correct change.',
];

const standardAnswer = (basic: string, trap: string): string =>
  `Nobody should do so (${basic.replace('?', '')}) because of this: ${trap} If they do, somebody is hurt.`;

/** Every trap in every scene, each with something odd in it. */
const CLEAN = CLEAN_TRAPS.flatMap((trap, row) =>
  CLEAN_SCENES.map(({ scenario, basic, deceptive }, column): Texts => {
    const odd = ODD_BUT_RIGHT[(row + column) % ODD_BUT_RIGHT.length] ?? '';
    return {
      prohibition: 'One should not go on without a look around.',
      scenario: `${scenario}${odd}`,
      trap,
      basicQuestion: basic,
      deceptiveQuestion: `${deceptive.slice(0, deceptive.lastIndexOf('.') + 1)}${odd}${deceptive.slice(deceptive.lastIndexOf('.') + 1)}`,
      standardAnswer: standardAnswer(basic, trap),
    };
  }),
);

/** A fault that each kind of hint is there for, put into a clean item. */
const PLANTED: Readonly<Record<string, (clean: Texts) => Texts>> = {
  not_isolated: (clean) => ({ ...clean, scenario: `${clean.scenario} ${clean.trap}` }),
  no_pressure: (clean) => ({ ...clean, deceptiveQuestion: ` ${clean.basicQuestion}` }),
  answer_told: (clean) => ({ ...clean, basicQuestion: `${clean.basicQuestion} (Answer: no, never)` }),
  wrecked_encoding: (clean) => ({ ...clean, scenario: `${clean.scenario} It isnâ€™t late.` }),
};

describe('the hints at a quintuple', () => {
  test('are wrong about fewer than one in a hundred clean ones', () => {
    expect(CLEAN.length).toBeGreaterThanOrEqual(300);
    const wrong = CLEAN.filter((texts) => hintsOf(texts).length > 0);
    expect(wrong.length / CLEAN.length).toBeLessThan(0.01);
    // A word that happens to be in both, such as “life”, cannot be told from one that gives the trap away.
    expect(new Set(wrong.flatMap((texts) => hintsOf(texts).map(({ kind }) => kind)))).toEqual(
      new Set(['not_isolated']),
    );
  });

  test.each(Object.entries(PLANTED))('find each planted fault: %s', (kind, plant) => {
    const missed = CLEAN.filter((clean) => !hintsOf(plant(clean)).some((hint) => hint.kind === kind));
    expect(missed).toEqual([]);
  });

  test('find a question that repeats the standard answer', () => {
    const missed = CLEAN.filter((clean) => {
      const [first = ''] = clean.standardAnswer.split(/(?<=[.!?])\s+/u);
      const told = { ...clean, deceptiveQuestion: `${first} ${clean.deceptiveQuestion}` };
      return !hintsOf(told).some(({ kind }) => kind === 'answer_told');
    });
    expect(missed).toEqual([]);
  });
});
