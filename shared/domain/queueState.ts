import type { AnswersOutcome, ItemStatus, QueueState } from './status.ts';

/** What the state of a generated item in the validation queue follows from. */
export interface QueueFacts {
  readonly status: ItemStatus;
  readonly outcome: AnswersOutcome;
  /** Whether the item was assigned to nobody, to people who are done with it, or to somebody who has yet to answer. */
  readonly asked: 'nobody' | 'done' | 'open';
  /** Whether it falls short of the rule for acceptance. */
  readonly short: 'yes' | 'no';
}

/** A state, and which values of the facts lead to it; a fact that is left out does not matter. */
export interface QueueRule {
  readonly when: { readonly [Fact in keyof QueueFacts]?: QueueFacts[Fact] };
  readonly state: QueueState;
}

/**
 * How the state of an item follows from the facts: the first rule that holds decides, so that the states exclude each
 * other. What is outstanding, disputed or outdated in the latest round is neither ready nor accepted.
 */
export const QUEUE_RULES: readonly QueueRule[] = [
  { when: { status: 'rejected' }, state: 'rejected' },
  { when: { outcome: 'outstanding' }, state: 'outstanding' },
  { when: { outcome: 'disputed' }, state: 'disputed' },
  { when: { outcome: 'outdated' }, state: 'outdated' },
  { when: { outcome: 'fix' }, state: 'to_fix' },
  { when: { outcome: 'undecided' }, state: 'undecided' },
  // Its reviewers reject it, and somebody set another status by hand.
  { when: { outcome: 'reject' }, state: 'undecided' },
  { when: { outcome: 'accept', short: 'yes' }, state: 'short' },
  { when: { outcome: 'accept', status: 'accepted' }, state: 'accepted' },
  { when: { outcome: 'accept' }, state: 'ready' },
  { when: { outcome: 'none', asked: 'open' }, state: 'outstanding' },
  // Accepted before answers were required for it.
  { when: { outcome: 'none', status: 'accepted' }, state: 'accepted' },
  { when: { outcome: 'none', asked: 'done' }, state: 'undecided' },
];

/** The facts, in the order in which rules look at them. */
export const QUEUE_FACTS = ['status', 'outcome', 'short', 'asked'] as const satisfies (keyof QueueFacts)[];

/** The state where no rule holds: nobody was asked about the item. */
export const FIRST_QUEUE_STATE: QueueState = 'unassigned';

/** The one state of an item in the validation queue. */
export function queueStateOf(facts: QueueFacts): QueueState {
  const rule = QUEUE_RULES.find(({ when }) =>
    QUEUE_FACTS.every((fact) => when[fact] === undefined || when[fact] === facts[fact]),
  );
  return rule?.state ?? FIRST_QUEUE_STATE;
}
