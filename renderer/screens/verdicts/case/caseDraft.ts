import type { Json } from '../../../../shared/domain/json.ts';
import type { VerdictCause } from '../../../../shared/domain/status.ts';

/** What is being decided: nothing of it is kept before the decision. */
export interface CaseDraft {
  readonly value: Json | undefined;
  readonly cause: VerdictCause | null;
  readonly note: string;
}
