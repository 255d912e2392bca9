import type { Json, JsonObject } from '../../shared/base/json.ts';
import { byPriority, CHAIN_ERRORS, OPERATORS, RELATIONS } from '../../shared/benchmarks/mcsbench/taxonomy.ts';
import { pick } from './random.ts';

const CHAIN_LETTERS = ['F', 'G', 'H', 'I', 'J'] as const;
const LETTERS = ['A', 'B', 'C', 'D', 'E'] as const;

/** The auditors of a generated set. */
const AUDITORS = ['auditor-one', 'auditor-two', 'auditor-three'] as const;

/** Three reasoning-chain items of a base item: the gold chain at a random position among four faulty ones. */
export function chainsOf({
  random,
  id,
  gold,
  breakdown,
}: {
  readonly random: () => number;
  readonly id: string;
  readonly gold: string;
  readonly breakdown: readonly string[];
}): JsonObject[] {
  const used = new Set<number>();
  return [0, 1, 2].map((probe): JsonObject => {
    const place = Math.floor(random() * CHAIN_LETTERS.length);
    let from = Math.floor(random() * CHAIN_ERRORS.length);
    // No two probes have the same chains.
    while (used.has(from)) from = (from + 1) % CHAIN_ERRORS.length;
    used.add(from);
    const types = [0, 1, 2, 3].map(
      (at) => CHAIN_ERRORS[(from + at * 5) % CHAIN_ERRORS.length]?.id ?? 'fabrication',
    );
    const [observed = '', known = ''] = breakdown;
    const faulty = types.map((type, at) =>
      [
        at === 0 ? observed.replace('is seen', 'is not seen') : observed,
        at === 1 ? 'E1: it agrees with every option.' : known,
        `By way of ${type.replaceAll('_', ' ')}: hence ${gold}.`,
      ].join(' '),
    );
    return {
      question: `Which reasoning chain justifies the answer ${gold}? (probe ${String(probe + 1)})`,
      options: faulty.toSpliced(place, 0, breakdown.join(' ')),
      answer: CHAIN_LETTERS[place] ?? 'F',
      // As printed: one for each faulty chain; now and then one for each chain.
      error_type: probe === 2 ? types.map((type): string | null => type).toSpliced(place, 0, null) : types,
      base_id: id,
    };
  });
}

/** What auditors say of an item: harsh where it is faulty, and on every thirtieth item without need. */
export function auditsOf({
  random,
  id,
  number,
  isFaulty,
  gold,
}: {
  readonly random: () => number;
  readonly id: string;
  readonly number: number;
  readonly isFaulty: boolean;
  readonly gold: string;
}): JsonObject[] {
  const harsh = isFaulty || number % 30 === 11;
  const shortcut = number % 20 === 5;
  return AUDITORS.filter((_, at) => at < 2 || number % 2 === 0).map((auditor, at): JsonObject => {
    const low = harsh && at === 0;
    const score = (): number => (low ? 1 + Math.floor(random() * 2) : 3 + Math.floor(random() * 3));
    return {
      id,
      auditor,
      quality: score(),
      factual_correctness: score(),
      distractor_correctness: score(),
      image_dependency: score(),
      self_containedness: score(),
      hallucination: low && number % 2 === 0,
      ...(at === 0 && {
        options: Object.fromEntries(
          LETTERS.map((letter): [string, Json] => [
            letter,
            { correct: letter === gold && !low, plausible: true },
          ]),
        ),
        justification: { sufficient: !low, factually_correct: true, logically_sound: !low },
      }),
      ...(at === 1 && { shortcut: { solved: shortcut ? 3 : number % 2, of: 4 } }),
      verdict: low ? 'discard' : 'keep',
      note: low ? 'Another option is as good.' : '',
    };
  });
}

/** Whether the gates of the set let an item through. */
export function gatesOf({ number, isFaulty }: { readonly number: number; readonly isFaulty: boolean }): {
  readonly shortcut: 'passed' | 'failed';
  readonly audit: 'passed' | 'failed';
} {
  return {
    shortcut: number % 20 === 5 ? 'failed' : 'passed',
    audit: isFaulty || number % 30 === 11 ? 'failed' : 'passed',
  };
}

/** Relation primitives and operators of an item, with why. */
export function relationsOf({
  random,
  id,
}: {
  readonly random: () => number;
  readonly id: string;
}): JsonObject {
  const [first, second] = byPriority([pick(random, OPERATORS).id, pick(random, OPERATORS).id]);
  return {
    id,
    rationale: 'Question and options compare parts of what is shown.',
    pr: [...new Set([pick(random, RELATIONS).id, pick(random, RELATIONS).id])],
    op_primary: first ?? 'OP1',
    op_secondary: second ?? null,
  };
}
