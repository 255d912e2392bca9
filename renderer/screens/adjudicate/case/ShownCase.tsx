import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { Case } from '../../../../shared/contract/adjudications.ts';
import { itemsChanged, useCasebook, usePerson, useWritable } from '../../../ui/window/applicationState.ts';
import type { CanvasHandle } from '../../../canvas/index.ts';
import { client } from '../../../client/index.ts';
import { ReopenDialog } from '../../../ui/dialogs/ReopenDialog.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { LoadingState } from '../../../ui/feedback/LoadingState.tsx';
import { toastFailure } from '../../../ui/feedback/toast.tsx';
import { categoriesOf } from '../../../ui/guidelines/categories.ts';
import { GuidelineDialog, type GuidelineStart } from '../../../ui/guidelines/GuidelineDialog.tsx';
import { claimsChanged, showCase } from '../decisionSessions.ts';
import { valueOf } from '../decision/fieldDecisions.ts';
import { valueLines } from '../../../../shared/benchmarks/valueLines.ts';
import { CaseContext, type CaseContextValue, type CaseScreenProps, createCaseView } from './caseContext.ts';
import { CaseLayout } from './CaseLayout.tsx';
import { caseRows, firstRow } from './caseRows.ts';
import { Reveal } from './Reveal.tsx';
import { readShown, type ShownDecision, shownKey } from './shownDecision.ts';
import { ShownKeys } from './ShownKeys.tsx';
import { ShownStage } from './ShownStage.tsx';

interface ShownCaseProps extends CaseScreenProps {
  readonly kase: Case;
  /** Decides although nobody differs; null where that is not possible. */
  readonly onOverrule: (() => void) | null;
}

/** A case that is not being decided here: decided already, somebody else's, or nothing to decide. */
export function ShownCase(props: ShownCaseProps) {
  const { itemId, kase } = props;
  const shown = useQuery({
    queryKey: shownKey(itemId, kase),
    queryFn: () => readShown(itemId, kase),
  });
  if (shown.error !== null && shown.data === undefined)
    return (
      <ErrorState
        title="The case could not be shown"
        error={shown.error}
        onRetry={() => void shown.refetch()}
      />
    );
  if (shown.data === undefined) return <LoadingState label="Opening the case" />;
  return <ReadCase {...props} shown={shown.data} />;
}

function ReadCase({
  kase,
  shown,
  benchmark,
  task,
  itemId,
  fresh,
  onNext,
  onLeave,
  onOverrule,
}: ShownCaseProps & { readonly shown: ShownDecision }) {
  const { vocabulary } = useCasebook();
  const { roles } = usePerson();
  const writable = useWritable();
  const canvas = useRef<CanvasHandle>(null);
  const stage = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLDivElement>(null);
  const [reopening, setReopening] = useState(false);
  const [guideline, setGuideline] = useState<GuidelineStart | null>(null);
  const rows = useMemo(() => caseRows(kase, task, vocabulary), [kase, task, vocabulary]);
  const [view] = useState(() => createCaseView(firstRow(rows)?.id ?? null));
  const { draft } = shown;
  const details = useMemo(() => new Map(shown.details.map((each) => [each.id, each])), [shown.details]);
  const context = useMemo<CaseContextValue>(
    () => ({
      itemId,
      externalId: shown.externalId,
      kase,
      benchmark,
      task,
      vocabulary,
      rows,
      subject: draft === null ? null : { task, vocabulary, disagreement: kase, draft, sizes: details },
      images: shown.images,
      details,
      view,
      canvas,
      change: null,
      work: null,
    }),
    [itemId, shown, kase, benchmark, task, vocabulary, rows, draft, details, view],
  );
  const mayDecide = writable && roles.includes('adjudicator') && !kase.barred;
  const mayGuide = writable && roles.includes('curator');
  const decided = kase.decision !== null;

  const reopen = async (note: string): Promise<void> => {
    setReopening(false);
    try {
      showCase(itemId, await client.adjudications.reopen({ itemId, task: task.id, note }));
      await Promise.all([claimsChanged(), itemsChanged()]);
    } catch (error) {
      toastFailure('The decision is unchanged', error);
    }
  };
  const suggestGuideline = (): void => {
    const row = rows.disputed.find(({ kind }) => kind === 'field');
    const field = row?.kind === 'field' ? row.field : task.fields(vocabulary)[0];
    if (field === undefined) return;
    const cluster = rows.disputed.find(({ kind }) => kind === 'cluster');
    const category =
      field.comparison.level === 'boxes'
        ? cluster?.title
        : field.comparison.level === 'nominal'
          ? valueLines(valueOf(draft?.answer ?? {}, field.name), field)[0]
          : undefined;
    setGuideline({ field: field.name, category: category ?? '' });
  };
  const next = (): void => onNext();

  return (
    <CaseContext value={context}>
      <CaseLayout
        stageRef={stage}
        table={table}
        stage={<ShownStage />}
        foot={
          kase.decision !== null && (
            <Reveal
              decision={kase.decision}
              fresh={fresh}
              mayDecide={mayDecide}
              onGuideline={mayGuide ? suggestGuideline : null}
              onReopen={() => {
                if (fresh) void reopen('');
                else setReopening(true);
              }}
              onNext={next}
            />
          )
        }
        onNext={next}
        onLeave={onLeave}
        onOverrule={onOverrule}
      />
      <ShownKeys
        decided={decided && mayDecide}
        fresh={fresh}
        onOverrule={onOverrule}
        onNext={next}
        onGuideline={decided && mayGuide ? suggestGuideline : null}
        onUndo={() => void reopen('')}
        onReopen={() => setReopening(true)}
      />
      <ReopenDialog
        consequence="The item is disputed again and has no gold until somebody decides it."
        opened={reopening}
        onClose={() => setReopening(false)}
        onReopen={(note) => void reopen(note)}
      />
      <GuidelineDialog
        task={task.id}
        fields={task.fields(vocabulary)}
        start={guideline}
        categoriesOf={categoriesOf(
          task,
          vocabulary,
          draft?.answer ?? task.initialAnswer(benchmark.stimulus({})),
        )}
        onClose={() => setGuideline(null)}
      />
    </CaseContext>
  );
}
