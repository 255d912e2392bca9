import { z } from 'zod';
import type { VerdictUnit } from '../../../../shared/contract/verdicts.ts';
import { Json } from '../../../../shared/base/json.ts';
import { VerdictCause } from '../../../../shared/domain/status.ts';
import type { Draft } from '../../../save/drafts.ts';
import { useFormDraft } from '../../../ui/form/useFormDraft.ts';

const CaseDraft = z.object({
  value: Json.optional(),
  cause: VerdictCause.nullable(),
  note: z.string(),
});
/** What is being decided: this tab keeps it until the decision. */
export type CaseDraft = z.infer<typeof CaseDraft>;

const BLANK: CaseDraft = { cause: null, note: '' };

/** What is begun of the decision on a case. */
export const useCaseDraft = ({ response, criterion, subject }: VerdictUnit): Draft<CaseDraft> =>
  useFormDraft(
    `verdict ${JSON.stringify([response, criterion, subject])}`,
    'Decision on a verdict',
    CaseDraft,
    BLANK,
  );

/** What a case has to do with the screen around it. */
export interface VerdictCaseProps {
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
