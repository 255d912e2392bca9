import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ListPlus, Stamp, Undo2 } from 'lucide-react';
import { counted, formatCount } from '../../../../shared/base/counts.ts';
import type { JudgingProgress } from '../../../../shared/contract/judging.ts';
import { useMayCurate } from '../../../ui/window/applicationState.ts';
import { useCommands } from '../../../ui/commands/commands.ts';
import { verdictCommands } from '../commands.ts';
import { orpc } from '../../../client/index.ts';
import { confirm } from '../../../ui/dialogs/confirm.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { formatDateTime } from '../../../ui/text/format.ts';
import { LoadingState } from '../../../ui/feedback/LoadingState.tsx';
import { ScreenHeader, ScreenPage } from '../../../ui/layout/ScreenPage.tsx';
import { goTo, places } from '../../../ui/window/navigate.ts';
import { toast, toastFailure } from '../../../ui/feedback/toast.tsx';
import { Progress } from '../../../ui/verdicts/JudgingProgress.tsx';
import { AssignJudgingDialog } from './AssignJudgingDialog.tsx';
import classes from './Judging.module.css';

/** The judging assigned, to whom, and their progress. `isAssigning`: with the dialog that assigns more. */
export function JudgingView({ isAssigning }: { readonly isAssigning: boolean }) {
  const list = useQuery({ ...orpc.judging.list.queryOptions(), staleTime: 0 });
  const criteria = useQuery(orpc.judging.criteria.queryOptions());
  const editable = useMayCurate();
  const assigning = isAssigning && editable;
  const give = () => goTo(places.assignJudging);
  useCommands('verdicts', [{ ...verdictCommands.give, enabled: () => editable && !assigning, run: give }]);
  const error = list.error ?? criteria.error;
  if (error !== null && (list.data === undefined || criteria.data === undefined))
    return (
      <ErrorState
        title="The judging could not be read"
        error={error}
        onRetry={() => {
          void list.refetch();
          void criteria.refetch();
        }}
      />
    );
  if (list.data === undefined || criteria.data === undefined) return <LoadingState label="Loading judging" />;
  const titleOf = (id: string) => criteria.data.find((each) => each.id === id)?.title ?? id;
  const giveButton = editable && (
    <Button leftSection={<ListPlus size={14} aria-hidden />} onClick={give}>
      Assign judging…
    </Button>
  );
  return (
    <ScreenPage wide>
      <ScreenHeader
        title="Judging"
        description="People’s judging: blind, in a different order for each judge, with respondents mixed."
        actions={list.data.length > 0 && giveButton}
      />
      {list.data.length === 0 ? (
        <EmptyState icon={Stamp} title="Nothing is assigned" actions={giveButton}>
          Choose criteria, respondents and judges. Where judges overlap, their agreement shows how reliable
          verdicts are.
        </EmptyState>
      ) : (
        list.data.map((judging) => (
          <JudgingCardOf key={judging.id} judging={judging} titleOf={titleOf} editable={editable} />
        ))
      )}
      <AssignJudgingDialog
        opened={assigning}
        criteria={criteria.data}
        onClose={() => goTo(places.verdictsPart('judging'))}
      />
    </ScreenPage>
  );
}

function JudgingCardOf({
  judging,
  titleOf,
  editable,
}: {
  readonly judging: JudgingProgress;
  readonly titleOf: (criterion: string) => string;
  readonly editable: boolean;
}) {
  const { settings, judges } = judging;
  const open = judges.reduce((sum, { total, submitted, skipped }) => sum + total - submitted - skipped, 0);
  const queries = useQueryClient();
  const withdraw = useMutation({
    ...orpc.judging.withdraw.mutationOptions(),
    onSuccess: (list) => {
      queries.setQueryData(orpc.judging.list.queryKey(), list);
      toast(`${counted(open, 'open verdict')} withdrawn.`);
    },
    onError: (error) => toastFailure('Nothing was withdrawn', error),
  });
  const ask = async () => {
    const goAhead = await confirm({
      title: 'Withdraw open verdicts?',
      message: `${counted(open, 'open verdict')} of “${judging.title}” ${open === 1 ? 'is' : 'are'} no longer requested. Given verdicts stay.`,
      action: 'Withdraw verdicts',
    });
    if (goAhead) withdraw.mutate({ id: judging.id });
  };
  return (
    <section className={classes['judging']} aria-label={judging.title}>
      <header>
        <div>
          <h2>{judging.title}</h2>
          <p>
            {settings.criteria.map(titleOf).join(', ')};{' '}
            {settings.respondents === undefined
              ? 'everybody’s answers'
              : `answers of ${counted(settings.respondents.length, 'respondent')}`}
            ; {counted(settings.overlap, 'judge')} each; seed {settings.seed};{' '}
            {formatDateTime(judging.createdAt)}
          </p>
        </div>
        {editable && open > 0 && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Undo2 size={14} aria-hidden />}
            loading={withdraw.isPending}
            onClick={() => void ask()}
          >
            Withdraw {formatCount(open)} open…
          </Button>
        )}
      </header>
      <ul>
        {judges.map(({ personId, name, total, submitted, skipped }) => (
          <li key={personId}>
            <span>{name}</span>
            <Progress total={total} open={total - submitted - skipped} skipped={skipped} />
          </li>
        ))}
      </ul>
    </section>
  );
}
