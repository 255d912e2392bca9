import type {
  Promotion,
  QueueState,
  StageOutcome,
  ValidationDecision,
  ValidationStage,
} from '../../../shared/domain/status.ts';

/** The gates on an item's way into the benchmark, as people call them. */
export const STAGES: Readonly<Record<ValidationStage, string>> = {
  shortcut: 'Shortcut filter',
  audit: 'Audit',
  first_round: 'Round 1',
  second_round: 'Round 2',
  accepted: 'Accepted',
};

export const OUTCOMES: Readonly<Record<StageOutcome, string>> = {
  passed: 'passed',
  failed: 'failed',
  waiting: 'waiting',
};

export const DECISIONS: Readonly<Record<ValidationDecision, string>> = {
  accept: 'Accept',
  fix: 'Fix',
  reject: 'Reject',
};

/** The states of the validation queue, as people call them. */
export const QUEUE_STATES: Readonly<Record<QueueState, string>> = {
  unassigned: 'Unassigned',
  outstanding: 'Outstanding',
  outdated: 'Outdated answers',
  disputed: 'Disputed',
  undecided: 'Undecided',
  to_fix: 'To fix',
  short: 'Short of acceptance',
  ready: 'Ready to accept',
  accepted: 'Accepted',
  rejected: 'Rejected',
};

/** An item at a gate: "Round 1: passed". The last gate is where acceptance itself stands. */
export function stageWords(stage: ValidationStage, outcome: StageOutcome): string {
  return `${STAGES[stage]}: ${OUTCOMES[outcome]}`;
}

/** What it takes for an item to be accepted, in a word and in a sentence. */
export const PROMOTIONS: Readonly<Record<Promotion, { readonly title: string; readonly words: string }>> = {
  one_round: {
    title: 'One round',
    words: 'Everybody assigned says accept, and the item breaks no rule.',
  },
  two_rounds: {
    title: 'Two rounds',
    words: 'Everybody accepts the current item in at least two rounds, or an adjudicator accepts it.',
  },
  adjudicated: {
    title: 'Adjudicated',
    words: 'An adjudicator accepts it; reviewers’ agreement is not enough.',
  },
};
