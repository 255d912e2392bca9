import type { AnswersOutcome, QueueState, RatingState } from '../../../../shared/domain/status.ts';
import type { CasebookFiles } from '../casebook.ts';
import { whyNotPromoted } from './promotion.ts';
import { STATE_IN_REVIEW } from './queueStates.ts';
import type { Settings } from '../settings.ts';

/** Whether an item may be accepted, as far as its answers and the casebook's rule go. */
export interface AcceptanceRule {
  /** Why not, in words; null where it may be. The rules of the benchmark are asked elsewhere. */
  whyNot(itemId: string): string | null;
}

const OUTSTANDING = 'Somebody has yet to answer it in the latest round.';
const DISPUTED = 'Its raters differ, and no adjudicator has decided.';

/** What keeps an item from being accepted, by what its answers come to. */
const UNDECIDED: Readonly<Record<AnswersOutcome, string>> = {
  none: 'Nobody has answered it yet.',
  outstanding: OUTSTANDING,
  disputed: DISPUTED,
  outdated: 'The answers of its latest round are about an earlier edition.',
  undecided: 'Its answers decide nothing yet.',
  fix: 'Its accepted answer asks for a fix.',
  reject: 'Its accepted answer rejects it.',
  accept: 'Its answers decide nothing yet.',
};

/** SQL: the main task of an item (@item), as far as raters are concerned: a {@link RatingState}, null where nobody rated. */
const RATERS = `SELECT (SELECT state FROM rating_state WHERE item_id = @item AND task = @task) AS raters,
  EXISTS (SELECT 1 FROM assignment WHERE item_id = @item AND task = @task AND state = 'open') AS isAwaited`;

/** What keeps items of any benchmark from being accepted; its settings are read with each question. */
export function createAcceptance({ database, benchmark }: CasebookFiles, settings: Settings): AcceptanceRule {
  if (benchmark.validation === undefined) {
    const task = benchmark.tasks[0]?.id ?? '';
    const read = database.prepare<[{ item: string; task: string }], Raters>(RATERS);
    return { whyNot: (item) => whyUnsettled(read.get({ item, task })) };
  }
  const read = database.prepare<[string], ValidationRow>(
    `SELECT ${STATE_IN_REVIEW} AS state, v.outcome, v.accepted_rounds AS rounds, v.adjudicated
     FROM validation_state v WHERE v.item_id = ?`,
  );
  return {
    whyNot(itemId) {
      const item = read.get(itemId);
      if (item === undefined) return UNDECIDED.none;
      if (item.state === 'ready') return null;
      const { rounds, adjudicated, outcome } = item;
      const short =
        item.state === 'short'
          ? whyNotPromoted(settings.current().promotion, { rounds, adjudicated: adjudicated === 1 })
          : null;
      return short ?? (item.state === 'outstanding' ? OUTSTANDING : UNDECIDED[outcome]);
    },
  };
}

interface ValidationRow {
  readonly state: QueueState;
  readonly outcome: AnswersOutcome;
  readonly rounds: number;
  readonly adjudicated: number;
}

interface Raters {
  readonly raters: RatingState | null;
  readonly isAwaited: number;
}

/** Why the raters of an item keep it from being accepted, in words; null where they do not. */
function whyUnsettled(item: Raters | undefined): string | null {
  if (item === undefined) return null;
  const { raters, isAwaited } = item;
  if (raters === 'waiting' || (raters === null && isAwaited === 1)) return OUTSTANDING;
  return raters === 'disputed' || raters === 'conflict' ? DISPUTED : null;
}
