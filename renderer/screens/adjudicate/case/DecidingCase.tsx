import { counted } from '../../../../shared/base/counts.ts';
import { isInTheWay } from '../../../../shared/benchmarks/problems.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Case } from '../../../../shared/contract/adjudications.ts';
import { answerOf, imagesOf, regionsOf } from '../../../../shared/domain/document.ts';
import { useCasebook, usePerson, itemsChanged } from '../../../ui/window/applicationState.ts';
import { queryClient } from '../../../client/queryClient.ts';
import type { CanvasHandle } from '../../../canvas/index.ts';
import { gate } from '../../../ui/commands/theGate.ts';
import { confirm } from '../../../ui/dialogs/confirm.tsx';
import { toastFailure } from '../../../ui/feedback/toast.tsx';
import { CarriedParts } from '../../../ui/form/CarriedParts.tsx';
import { DeskContext, problemsOf, type DeskContextValue } from '../../../ui/form/context.ts';
import { usePayload } from '../../../ui/form/usePayload.ts';
import { createDeskView, resetView } from '../../../ui/form/view.ts';
import type { DecisionSession } from '../decisionSessions.ts';
import { claimsChanged, showCase } from '../decisionSessions.ts';
import { fieldDecisions, openFields } from '../decision/fieldDecisions.ts';
import type { DecisionSubject } from '../decision/origins.ts';
import { namesOf, type Steps } from '../decision/steps.ts';
import {
  announceInCase,
  CaseContext,
  createCaseView,
  type CaseContextValue,
  type CaseWork,
} from './caseContext.ts';
import { CaseLayout } from './CaseLayout.tsx';
import { caseRows, firstRow } from './caseRows.ts';
import type { CaseScreenProps } from './caseContext.ts';
import { DecideBar } from './DecideBar.tsx';
import { DecidingKeys } from './DecidingKeys.tsx';
import { DecidingStage } from './DecidingStage.tsx';
import { shownKey, type ShownDecision } from './shownDecision.ts';
import { useDraftEditing } from './useDraftEditing.ts';
import { afterDecision, useVerdictDraft } from './verdictDraft.ts';
import { WritePart, type WriteTarget } from './WritePart.tsx';

/** A case claimed by the current user, with the draft of its decision. */
export function DecidingCase({
  kase,
  decision: { session, transport },
  benchmark,
  task,
  itemId,
  onDecided,
  onNext,
  onLeave,
}: CaseScreenProps & { readonly kase: Case; readonly decision: DecisionSession }) {
  const { vocabulary, path } = useCasebook();
  const { id: person } = usePerson();
  const canvas = useRef<CanvasHandle>(null);
  const bar = useRef<HTMLElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLDivElement>(null);
  const [deskView] = useState(createDeskView);
  const rows = useMemo(() => caseRows(kase, task, vocabulary), [kase, task, vocabulary]);
  const [view] = useState(() => createCaseView(firstRow(rows)?.id ?? null));
  const [writing, setWriting] = useState(false);
  const [target, setTarget] = useState<WriteTarget | null>(null);
  const [missing, setMissing] = useState(false);
  const { draft: verdict, change: say } = useVerdictDraft(`${path} ${person} ${itemId} ${task.id}`);
  const { records, item } = useStore(session.store);
  const running = useStore(session.store, (state) => state.running);
  const details = useStore(session.images);
  const payload = usePayload(session.itemId);
  useEffect(() => {
    resetView(deskView, session.itemId);
  }, [deskView, session]);

  const problems = useMemo(
    () => problemsOf(task, vocabulary, payload, records, details, kase.asked),
    [task, vocabulary, payload, records, details, kase.asked],
  );
  const note = useCallback(
    (to: (steps: Steps) => Steps) => {
      say(({ steps }) => ({ steps: to(steps) }));
    },
    [say],
  );
  const { editing, change } = useDraftEditing(session, deskView, note);
  const desk = useMemo<DeskContextValue>(
    () => ({
      session,
      view: deskView,
      benchmark,
      task,
      vocabulary,
      asked: kase.asked,
      readOnly: false,
      hasCover: false,
      editing,
      canvas,
      problems,
    }),
    [session, deskView, benchmark, task, vocabulary, kase.asked, editing, problems],
  );
  const subject = useMemo<DecisionSubject>(
    () => ({
      task,
      vocabulary,
      disagreement: kase,
      draft: { answer: answerOf(records), regions: regionsOf(records) },
      sizes: details,
    }),
    [task, vocabulary, kase, records, details],
  );
  const { steps } = verdict;
  const work = useMemo<CaseWork>(
    () => ({ blank: task.initialAnswer(benchmark.stimulus({})), chosen: namesOf(steps), steps }),
    [task, benchmark, steps],
  );
  const context = useMemo<CaseContextValue>(
    () => ({
      itemId,
      externalId: item.externalId,
      kase,
      benchmark,
      task,
      vocabulary,
      rows,
      subject,
      images: imagesOf(records),
      details,
      view,
      canvas,
      change,
      work,
    }),
    [itemId, item, kase, benchmark, task, vocabulary, rows, subject, records, details, view, change, work],
  );

  const decide = async (): Promise<void> => {
    if (running !== null) return;
    const { cause } = verdict;
    if (cause === null) {
      setMissing(true);
      bar.current?.querySelector<HTMLElement>('input[type="radio"]')?.focus();
      return;
    }
    const open = openFields(subject, work).map(({ title }) => title);
    const broken = problems.filter(isInTheWay);
    if (open.length > 0 || broken.length > 0) {
      const agreed = await confirm({
        title: 'Decide anyway?',
        message: [
          ...(open.length > 0 ? [`No decision yet on: ${open.join(', ')}.`] : []),
          ...(broken.length > 0
            ? [
                `This would break ${counted(broken.length, 'rule')} of the benchmark: ${broken
                  .slice(0, 3)
                  .map(({ message }) => message)
                  .join(' ')}${broken.length > 3 ? ' …' : ''}`,
              ]
            : []),
        ].join(' '),
        action: 'Decide',
      });
      if (!agreed) return;
    }
    try {
      transport.prepare({ fields: fieldDecisions(subject), cause, note: verdict.note.trim() });
      await session.store.submit();
      const decided = transport.outcome();
      if (decided === null) return;
      say(afterDecision);
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

  return (
    <DeskContext value={desk}>
      <CaseContext value={context}>
        <CaseLayout
          stageRef={stage}
          table={table}
          stage={<DecidingStage area={stage} />}
          writing={
            <WritePart
              opened={writing}
              target={target}
              onToggle={() => {
                setTarget(null);
                setWriting(!writing);
              }}
            />
          }
          foot={
            <>
              <CarriedParts />
              <DecideBar
                bar={bar}
                draft={verdict}
                missing={missing && verdict.cause === null}
                overruling={kase.state === 'unanimous'}
                deciding={running === 'submit'}
                onChange={(said) => {
                  say(() => said);
                }}
                onDecide={() => void gate.during(decide)}
              />
            </>
          }
          onNext={() => {
            onNext();
          }}
          onLeave={onLeave}
        />
        <DecidingKeys
          stage={stage}
          bar={bar}
          onDecide={() => void gate.during(decide)}
          onSteps={note}
          onWrite={(path) => {
            setTarget({ path });
            setWriting(true);
          }}
          announce={(text) => {
            announceInCase(view, text);
          }}
        />
      </CaseContext>
    </DeskContext>
  );
}
