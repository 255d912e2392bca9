import { z } from 'zod';
import type { FixCase } from '../../../../shared/contract/validation.ts';
import { AnnotationId, EditionId } from '../../../../shared/base/ids.ts';
import { useFormDraft } from '../../../ui/form/useFormDraft.ts';
import { beginFix, type FixDraft } from './fixDraft.ts';

/** What was begun, on which edition: it stays in this tab, wherever one goes in between. */
const Kept = z.object({
  edition: EditionId.nullable(),
  draft: z.object({
    texts: z.record(z.string(), z.string()),
    reason: z.string(),
    follows: AnnotationId.nullable(),
  }),
});

/** The fix of an item as far as it is written; what was begun on an edition that is no longer current is dropped. */
export function useFixDraft(kase: FixCase, proposal: AnnotationId | null) {
  const { edition } = kase;
  const begun = { edition, draft: beginFix(kase, proposal) };
  const kept = useFormDraft(`fix ${kase.id}`, `Fix of ${kase.externalId}`, Kept, begun);
  return {
    draft: kept.value.edition === edition ? kept.value.draft : begun.draft,
    change: (next: FixDraft) => {
      kept.change(() => ({ edition, draft: { ...next, texts: { ...next.texts } } }));
    },
    drop: kept.forget,
  };
}
