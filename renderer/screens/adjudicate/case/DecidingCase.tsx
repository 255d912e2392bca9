import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Case } from '../../../../shared/contract/adjudications.ts';
import { answerOf, imagesOf, regionsOf } from '../../../../shared/domain/document.ts';
import { useCasebook, usePerson } from '../../../ui/window/applicationState.ts';
import type { DeskSession } from '../../../save/document/session.ts';
import type { Benchmark } from '../../../../shared/benchmarks/benchmark.ts';
import type { Task } from '../../../../shared/benchmarks/task.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { CanvasHandle } from '../../../canvas/index.ts';
import { gate } from '../../../ui/commands/theGate.ts';
import { CarriedParts } from '../../../ui/form/CarriedParts.tsx';
import { DeskContext, type DeskContextValue, problemsOf } from '../../../ui/form/context.ts';
import { usePayload } from '../../../ui/form/usePayload.ts';
import { createDeskView, resetView } from '../../../ui/form/view.ts';
import type { DecisionSession } from '../decisionSessions.ts';
import type { DecisionSubject } from '../decision/origins.ts';
import { namesOf, type Steps } from '../decision/steps.ts';
import {
  announceInCase,
  CaseContext,
  type CaseContextValue,
  type CaseScreenProps,
  type CaseWork,
  createCaseView,
} from './caseContext.ts';
import { CaseLayout } from './CaseLayout.tsx';
import { caseRows, firstRow } from './caseRows.ts';
import { DecideBar } from './DecideBar.tsx';
import { DecidingKeys } from './DecidingKeys.tsx';
import { DecidingStage } from './DecidingStage.tsx';
import { useDecide } from './useDecide.ts';
import { useDraftEditing } from './useDraftEditing.ts';
import { afterDecision, useVerdictDraft } from './verdictDraft.ts';
import { WritePart, type WriteTarget } from './WritePart.tsx';

/** A case claimed by the current user, with the draft of its decision. */
export function DecidingCase({
  kase,
  decision,
  benchmark,
  task,
  itemId,
  onDecided,
  onNext,
  onLeave,
}: CaseScreenProps & { readonly kase: Case; readonly decision: DecisionSession }) {
  const { session } = decision;
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
  const subject = useDecisionSubject(session, task, vocabulary, kase);
  const work = useCaseWork(benchmark, task, verdict.steps);
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

  const decide = useDecide({
    subject,
    work,
    problems,
    verdict,
    decision,
    itemId,
    details,
    onMissingCause: () => {
      setMissing(true);
      bar.current?.querySelector<HTMLElement>('input[type="radio"]')?.focus();
    },
    onDecided: (decided) => {
      say(afterDecision);
      onDecided(decided);
    },
  });

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
                onChange={(said) => say(() => said)}
                onDecide={() => void gate.during(decide)}
              />
            </>
          }
          onNext={() => onNext()}
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
          announce={(text) => announceInCase(view, text)}
        />
      </CaseContext>
    </DeskContext>
  );
}

/** What the decision is about: the answers that differ, and its draft. */
function useDecisionSubject(
  session: DeskSession,
  task: Task,
  vocabulary: JsonObject,
  kase: Case,
): DecisionSubject {
  const records = useStore(session.store, (state) => state.records);
  const details = useStore(session.images);
  return useMemo(
    () => ({
      task,
      vocabulary,
      disagreement: kase,
      draft: { answer: answerOf(records), regions: regionsOf(records) },
      sizes: details,
    }),
    [task, vocabulary, kase, records, details],
  );
}

/** What was done to the draft of the decision so far. */
function useCaseWork(benchmark: Benchmark, task: Task, steps: Steps): CaseWork {
  return useMemo(
    () => ({ blank: task.initialAnswer(benchmark.stimulus({})), chosen: namesOf(steps), steps }),
    [task, benchmark, steps],
  );
}
