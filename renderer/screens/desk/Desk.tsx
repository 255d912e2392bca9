import { Button } from '@mantine/core';
import { PencilOff } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Benchmark } from '../../../shared/benchmarks/benchmark.ts';
import { findBenchmark } from '../../../shared/benchmarks/registry.ts';
import type { ItemId } from '../../../shared/base/ids.ts';
import { useCasebook, usePerson } from '../../ui/window/applicationState.ts';
import { useListContext } from '../../ui/window/listContext.ts';
import { goTo } from '../../ui/window/navigate.ts';
import type { CanvasHandle } from '../../canvas/index.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { DeskContext, type DeskContextValue, problemsOf } from '../../ui/form/context.ts';
import { benchmarkParts } from '../../benchmarks/registry.ts';
import { DeskLayout } from './DeskLayout.tsx';
import { usePayload } from '../../ui/form/usePayload.ts';
import { createEditing } from '../../ui/form/deskEditor.ts';
import type { DeskSession } from '../../save/document/session.ts';
import { useDeskSession } from './useDeskSession.ts';
import { createDeskView, resetView } from '../../ui/form/view.ts';

/** The Desk: an item's images with boxes, the form of the task, the queue. */
export default function DeskScreen({ itemId }: { readonly itemId: ItemId }) {
  const casebook = useCasebook();
  const benchmark = findBenchmark(casebook.benchmark);
  const task = benchmark?.tasks[0];
  if (benchmark === undefined || task === undefined)
    return (
      <EmptyState icon={PencilOff} title="Nothing to do at the Desk">
        This version of Casebook does not know the benchmark “{casebook.benchmark}”.
      </EmptyState>
    );
  return <OpenedDesk benchmark={benchmark} taskId={task.id} itemId={itemId} />;
}

function OpenedDesk({
  benchmark,
  taskId,
  itemId,
}: {
  readonly benchmark: Benchmark;
  readonly taskId: string;
  readonly itemId: ItemId;
}) {
  const casebook = useCasebook();
  const person = usePerson();
  const { opened, again } = useDeskSession(casebook.path, person.id, itemId, taskId);
  useEffect(() => {
    useListContext.getState().setCursor(itemId);
  }, [itemId]);

  if (opened.status === 'failed')
    return (
      <ErrorState title="The item could not be opened" error={opened.error} onRetry={again}>
        <Button variant="default" onClick={() => goTo('/')}>
          Back to the list
        </Button>
      </ErrorState>
    );
  if (opened.session === null) return <LoadingState label="Opening the item" />;
  return (
    <SessionDesk
      benchmark={benchmark}
      taskId={taskId}
      session={opened.session}
      loading={opened.status === 'loading'}
      itemId={itemId}
    />
  );
}

/** Stays mounted from item to item, so that the canvas can keep its zoom. */
function SessionDesk({
  benchmark,
  taskId,
  session,
  loading,
  itemId,
}: {
  readonly benchmark: Benchmark;
  readonly taskId: string;
  readonly session: DeskSession;
  readonly loading: boolean;
  readonly itemId: ItemId;
}) {
  const casebook = useCasebook();
  const canvas = useRef<CanvasHandle>(null);
  const [view] = useState(createDeskView);
  const records = useStore(session.store, (state) => state.records);
  const asked = useStore(session.store, (state) => state.asked);
  const details = useStore(session.images);
  const { vocabulary } = casebook;
  const readOnly = casebook.readOnly !== null;
  const task = benchmark.tasks.find((each) => each.id === taskId);
  const payload = usePayload(session.itemId);
  useEffect(() => {
    resetView(view, session.itemId);
  }, [view, session]);

  const problems = useMemo(
    () => (task === undefined ? [] : problemsOf(task, vocabulary, payload, records, details, asked)),
    [task, vocabulary, payload, records, details, asked],
  );
  const editing = useMemo(
    () => createEditing(session, view, readOnly, benchmark.proposals),
    [session, view, readOnly, benchmark],
  );
  const value = useMemo<DeskContextValue | null>(
    () =>
      task === undefined
        ? null
        : {
            session,
            view,
            benchmark,
            task,
            vocabulary,
            asked,
            readOnly,
            hasCover: benchmarkParts[benchmark.id]?.desk.cover !== undefined,
            editing,
            canvas,
            problems,
          },
    [session, view, benchmark, task, vocabulary, asked, readOnly, editing, problems],
  );
  if (value === null) return null;
  return (
    <DeskContext value={value}>
      <DeskLayout itemId={itemId} loading={loading} />
    </DeskContext>
  );
}
