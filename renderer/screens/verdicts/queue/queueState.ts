import { casebookChoice } from '../../../ui/casebookChoice.ts';
import type { VerdictFilter } from '../../../../shared/contract/verdicts.ts';
import type { JudgeKinds, VerdictCause, VerdictState } from '../../../../shared/domain/status.ts';

/** Which part of the queue is shown; it stays while the window is open. */
export interface QueueChoice {
  readonly states: 'open' | 'decided' | 'agreed';
  readonly criterion: string | null;
  readonly between: JudgeKinds | null;
  readonly cause: VerdictCause | null;
}

export const allOpen: QueueChoice = { states: 'open', criterion: null, between: null, cause: null };

export const { useChoice: useQueueChoice, choose: chooseQueue } = casebookChoice(allOpen);

const STATES: Readonly<Record<QueueChoice['states'], readonly VerdictState[]>> = {
  open: ['disputed', 'conflict'],
  decided: ['decided'],
  agreed: ['agreed', 'single'],
};

/** The choice as the core takes it. */
export function toFilter({ states, criterion, between, cause }: QueueChoice): VerdictFilter {
  return {
    state: [...STATES[states]],
    ...(criterion !== null && { criterion: [criterion] }),
    ...(between !== null && states !== 'agreed' && { between: [between] }),
    ...(cause !== null && states === 'decided' && { cause: [cause] }),
  };
}
