import type { VerdictUnit } from '../../../../shared/contract/verdicts.ts';
import type { Json } from '../../../../shared/domain/json.ts';
import type { VerdictCause } from '../../../../shared/domain/status.ts';

/** What is being decided: nothing of it is kept before the decision. */
export interface CaseDraft {
  readonly value: Json | undefined;
  readonly cause: VerdictCause | null;
  readonly note: string;
}

/** What a case has to do with the screen around it. */
export interface CaseScreenProps {
  readonly unit: VerdictUnit;
  /** The case was decided in this visit. */
  readonly fresh: boolean;
  /** Whether verdicts stay out of sight until the decision. */
  readonly hidesVerdicts: boolean;
  readonly onDecided: (next: VerdictUnit | null) => void;
  readonly onReopened: () => void;
  readonly onNext: () => void;
  readonly onLeave: () => void;
}
