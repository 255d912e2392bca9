import {
  CHAIN_CRITERIA,
  CHAIN_ITEMS,
  errorField as fieldOf,
} from '../../../shared/benchmarks/mcsbench/chainQuestions.ts';
import { stepsOf } from '../../../shared/benchmarks/mcsbench/chains.ts';
import {
  CHAIN_LETTERS,
  type ChainLetter,
  placeOf,
  shownOptions,
} from '../../../shared/benchmarks/mcsbench/options.ts';
import type { McsBenchAnswer, McsBenchPayload } from '../../../shared/benchmarks/mcsbench/schema.ts';
import { CHAIN_ERRORS } from '../../../shared/benchmarks/mcsbench/taxonomy.ts';
import type { ChainPlace } from './formView.ts';

export type ChainError = (typeof CHAIN_ERRORS)[number];

/** The error types by lens, in the order in which digits choose them. */
export const LENSES = [...new Set(CHAIN_ERRORS.map(({ lens }) => lens))].map((lens) => ({
  lens,
  errors: CHAIN_ERRORS.filter((error) => error.lens === lens),
}));

/** A chain of a probe as it is shown. */
export interface Chain {
  readonly letter: ChainLetter;
  readonly isGold: boolean;
  readonly text: string;
  readonly steps: readonly string[];
}

export interface Probe {
  readonly number: 1 | 2 | 3;
  readonly question: string;
  /** The gold chain first, then the faulty ones by their letters. */
  readonly chains: readonly Chain[];
}

/** The probes of an item. */
export function probesOf({ rc_items }: McsBenchPayload): readonly Probe[] {
  return CHAIN_ITEMS.flatMap((number): Probe[] => {
    const item = rc_items?.[number - 1];
    if (item === undefined) return [];
    const gold = placeOf(item.answer, item.options, CHAIN_LETTERS);
    const texts = shownOptions(item.options, CHAIN_LETTERS);
    const chains = CHAIN_LETTERS.map((letter, at): Chain => {
      const text = texts[at] ?? '';
      return { letter, isGold: at === gold, text, steps: stepsOf(text) };
    });
    return [
      {
        number,
        question: item.question,
        chains: chains.toSorted((a, b) => Number(b.isGold) - Number(a.isGold)),
      },
    ];
  });
}

/** Every chain in the order in which it is asked about. */
export const placesOf = (probes: readonly Probe[]): readonly ChainPlace[] =>
  probes.flatMap(({ number, chains }) => chains.map(({ letter }) => ({ probe: number, letter })));

/** The field that holds the error type of a chain. */
export const errorField = ({ probe, letter }: ChainPlace) => fieldOf(probe, letter);

/** Whether everything is answered that is asked about a chain. */
export function isAnswered(answer: McsBenchAnswer, place: ChainPlace, chain: Chain): boolean {
  return chain.isGold
    ? CHAIN_CRITERIA.every(({ field }) => answer[field] !== null)
    : answer[errorField(place)] !== null;
}

/** The first chain from `after` on with an open question; null where there is none. */
export function openPlace(
  answer: McsBenchAnswer,
  probes: readonly Probe[],
  after: ChainPlace | null,
): ChainPlace | null {
  const places = placesOf(probes);
  const at = places.findIndex(({ probe, letter }) => probe === after?.probe && letter === after.letter);
  const ordered = [...places.slice(at + 1), ...places.slice(0, at + 1)];
  return (
    ordered.find((place) => {
      const chain = chainAt(probes, place);
      return chain !== undefined && !isAnswered(answer, place, chain);
    }) ?? null
  );
}

export const chainAt = (probes: readonly Probe[], { probe, letter }: ChainPlace): Chain | undefined =>
  probes.find(({ number }) => number === probe)?.chains.find((chain) => chain.letter === letter);
