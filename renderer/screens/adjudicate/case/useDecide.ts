import { isInTheWay, type Problem } from '../../../../shared/benchmarks/problems.ts';
import type { ItemId } from '../../../../shared/base/ids.ts';
import { imagesOf } from '../../../../shared/domain/document.ts';
import { queryClient } from '../../../client/queryClient.ts';
import type { ImageDetails } from '../../../save/document/session.ts';
import { confirm } from '../../../ui/dialogs/confirm.tsx';
import { toastFailure } from '../../../ui/feedback/toast.tsx';
import { itemsChanged } from '../../../ui/window/applicationState.ts';
import { decisionWarning } from '../decision/decisionWarning.ts';
import { fieldDecisions, openFields } from '../decision/fieldDecisions.ts';
import type { DecisionSubject } from '../decision/origins.ts';
import { claimsChanged, type DecisionSession, showCase } from '../decisionSessions.ts';
import type { CaseScreenProps, CaseWork } from './caseContext.ts';
import { type ShownDecision, shownKey } from './shownDecision.ts';
import type { VerdictDraft } from './verdictDraft.ts';

interface DecideOptions {
  readonly itemId: ItemId;
  readonly decision: DecisionSession;
  readonly subject: DecisionSubject;
  readonly work: CaseWork;
  readonly problems: readonly Problem[];
  readonly verdict: VerdictDraft;
  readonly details: ImageDetails;
  readonly onMissingCause: () => void;
  readonly onDecided: CaseScreenProps['onDecided'];
}

/** Submits the decision of a case, once it has a cause and what speaks against it was confirmed. */
export function useDecide({
  itemId,
  decision: { session, transport },
  subject,
  work,
  problems,
  verdict: { cause, note },
  details,
  onMissingCause,
  onDecided,
}: DecideOptions): () => Promise<void> {
  return async () => {
    if (session.store.getState().running !== null) return;
    if (cause === null) {
      onMissingCause();
      return;
    }
    const warning = decisionWarning(
      openFields(subject, work).map(({ title }) => title),
      problems.filter(isInTheWay).map(({ message }) => message),
    );
    if (warning !== null) {
      const agreed = await confirm({ title: 'Decide anyway?', message: warning, action: 'Decide' });
      if (!agreed) return;
    }
    try {
      transport.prepare({ fields: fieldDecisions(subject), cause, note: note.trim() });
      await session.store.submit();
      const decided = transport.outcome();
      if (decided === null) return;
      if (decided.case.decision !== null) {
        // What was hidden of the item came with the decision.
        const told = session.store.getState();
        const shown: ShownDecision = {
          images: imagesOf(told.records),
          details: [...details.values()],
          externalId: told.item.externalId,
          draft: subject.draft,
        };
        queryClient.setQueryData(shownKey(itemId, decided.case), shown);
      }
      onDecided(decided.next);
      showCase(itemId, decided.case);
      await Promise.all([claimsChanged(), itemsChanged()]);
    } catch (error) {
      toastFailure('Nothing was decided', error);
    }
  };
}
