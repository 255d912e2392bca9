import { casebookChoice } from '../../../ui/window/casebookChoice.ts';
import type { VerdictFilter } from '../../../../shared/contract/verdicts.ts';
import type { PersonId } from '../../../../shared/base/ids.ts';
import type { JudgeKinds, VerdictCause, VerdictState } from '../../../../shared/domain/status.ts';

/** Which part of the queue is shown; it stays while the window is open. */
export interface VerdictQueueChoice {
  readonly states: 'open' | 'decided' | 'agreed';
  readonly criterion: string | null;
  readonly between: JudgeKinds | null;
  readonly cause: VerdictCause | null;
  readonly judge: PersonId | null;
  readonly respondent: PersonId | null;
  /** Only answers that a judge marked as refused; not among open cases. */
  readonly refused: boolean;
  /** Words that the answer has. */
  readonly text: string;
  /** Whether cases are decided without sight of the verdicts. */
  readonly unseen: boolean;
}

/** What narrows the queue, cleared. */
export const unfiltered = {
  criterion: null,
  between: null,
  cause: null,
  judge: null,
  respondent: null,
  refused: false,
  text: '',
} as const;

/** Whether anything narrows the queue that is cleared with the filters. */
export const isNarrowed = ({
  text,
  criterion,
  between,
  cause,
  judge,
  respondent,
}: VerdictQueueChoice): boolean =>
  text !== '' || [criterion, between, cause, judge, respondent].some((part) => part !== null);

export const allOpen: VerdictQueueChoice = { states: 'open', unseen: false, ...unfiltered };

export const { useChoice: useQueueChoice, choose: chooseQueue } = casebookChoice(allOpen);

const STATES: Readonly<Record<VerdictQueueChoice['states'], readonly VerdictState[]>> = {
  open: ['disputed', 'conflict'],
  decided: ['decided'],
  agreed: ['agreed', 'single'],
};

/** The choice as the core takes it. */
export function toFilter(choice: VerdictQueueChoice): VerdictFilter {
  const { states, criterion, between, cause, judge, respondent, refused, text } = choice;
  return {
    state: [...STATES[states]],
    ...(criterion !== null && { criterion: [criterion] }),
    ...(between !== null && states !== 'agreed' && { between: [between] }),
    ...(judge !== null && { judge: [judge] }),
    ...(respondent !== null && { respondent: [respondent] }),
    ...(refused && states !== 'open' && { refusal: true }),
    ...(text.trim() !== '' && { text: text.trim() }),
    ...(cause !== null && states === 'decided' && { cause: [cause] }),
  };
}
