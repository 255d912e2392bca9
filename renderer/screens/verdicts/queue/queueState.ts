import { create } from 'zustand';
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

interface QueueState {
  /** The casebook it was chosen for. */
  readonly casebook: string;
  readonly choice: QueueChoice;
}

const useState = create<QueueState>()(() => ({ casebook: '', choice: allOpen }));

/** What is chosen in a casebook, and choosing something else. */
export function useQueueChoice(
  casebook: string,
): readonly [choice: QueueChoice, choose: (change: Partial<QueueChoice>) => void] {
  const state = useState();
  const choice = state.casebook === casebook ? state.choice : allOpen;
  return [
    choice,
    (change) => {
      useState.setState({ casebook, choice: { ...choice, ...change } });
    },
  ];
}

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
