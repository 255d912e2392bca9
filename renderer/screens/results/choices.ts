import type { Client } from '../../client/index.ts';
import type { ShownChoices } from '../../ui/figures/shownReport.ts';
import type { ComparedItems } from '../../../shared/contract/counting.ts';
import type { PersonId } from '../../../shared/base/ids.ts';
import { casebookChoice } from '../../ui/window/casebookChoice.ts';

/** What there is to choose among. */
export type AvailableResults = Awaited<ReturnType<Client['metrics']['choices']>>;

/** What the screen was set to; null: what is usual there. */
export interface ResultsChoices extends ShownChoices {
  /** Whose verdicts count: the accepted ones, or one judge's. */
  readonly judge: PersonId | null;
  readonly stratum: string | null;
  /** Which items respondents are compared on. */
  readonly items: ComparedItems;
  /** Who is left out. */
  readonly without: readonly PersonId[];
  /** Whether undecided verdicts count as wrong; else items leave the figures that need them. */
  readonly undecidedIsWrong: boolean;
  /** Whether the figures are of the answers alone that could be read. */
  readonly readable: boolean;
  /** Whether absent answers count as wrong. */
  readonly absentIsWrong: boolean;
  /** Whether participants count who have not finished. */
  readonly unfinished: boolean;
  readonly bootstrap: number;
  readonly seed: number;
  /** The kind of step whose answers are looked at over time; null: all. */
  readonly step: string | null;
  /** The kind of step whose answers item statistics are of; null: the item's own. */
  readonly itemStep: string | null;
  /** How right, 0 to 1, an answer has to be to count as right there. */
  readonly threshold: number;
  /** Whether the variance of abilities is estimated or fixed at 1. */
  readonly abilityVariance: 'free' | 'fixed';
  /** Who is compared with each other beside participants. */
  readonly compared: readonly PersonId[];
}

const initial: ResultsChoices = {
  layout: null,
  metric: null,
  judge: null,
  stratum: null,
  everybody: null,
  items: 'common',
  without: [],
  undecidedIsWrong: false,
  readable: false,
  absentIsWrong: true,
  unfinished: false,
  bootstrap: 1000,
  seed: 1,
  step: null,
  itemStep: null,
  threshold: 0.5,
  abilityVariance: 'free',
  compared: [],
};

export const { useChoice: useChoices, choose } = casebookChoice(initial);

/** Which answers figures are to rest on, as requests say it. */
export const countingOf = ({ readable, absentIsWrong, unfinished }: ResultsChoices) => ({
  unreadable: readable ? ('left_out' as const) : ('wrong' as const),
  absent: absentIsWrong ? ('wrong' as const) : ('left_out' as const),
  unfinished,
});
