import { casebookChoice } from '../../../ui/window/casebookChoice.ts';
import type { QueueFilter } from '../../../../shared/contract/adjudications.ts';
import type { DisagreementCause, RatingState } from '../../../../shared/domain/status.ts';

/** Whether a decision is another than the gold from before. */
export type EarlierGoldChoice = NonNullable<QueueFilter['earlierGold']>;

/** Which part of the queue is shown; it stays while the window is open. */
export interface QueueChoice {
  readonly states: 'open' | 'conflict' | 'decided' | 'unanimous';
  readonly field: string | null;
  readonly cause: DisagreementCause | null;
  /** Among decided cases: how they compare with the earlier gold. */
  readonly earlierGold: EarlierGoldChoice | null;
  readonly unclaimed: boolean;
}

export const allOpen: QueueChoice = {
  states: 'open',
  field: null,
  cause: null,
  earlierGold: null,
  unclaimed: false,
};

export const { useChoice: useQueueChoice, choose: chooseQueue } = casebookChoice(allOpen);

const STATES: Readonly<Record<QueueChoice['states'], readonly RatingState[]>> = {
  open: ['disputed', 'conflict'],
  conflict: ['conflict'],
  decided: ['decided'],
  unanimous: ['unanimous'],
};

/** The choice as the core takes it. */
export function toFilter(
  task: string,
  { states, field, cause, earlierGold, unclaimed }: QueueChoice,
): QueueFilter {
  return {
    task,
    state: [...STATES[states]],
    ...(field !== null && states !== 'unanimous' && { field }),
    ...(cause !== null && states === 'decided' && { cause: [cause] }),
    ...(earlierGold !== null && states === 'decided' && { earlierGold }),
    ...(unclaimed && { unclaimed }),
  };
}
