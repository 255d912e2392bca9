import { Box, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ClipboardList, Plus } from 'lucide-react';
import { useParams } from 'wouter';
import { counted } from '../../../shared/base/counts.ts';
import type { Study } from '../../../shared/contract/studies.ts';
import { StudyId } from '../../../shared/base/ids.ts';
import { useWritable } from '../../ui/window/applicationState.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { studyCommands } from './commands.ts';
import { goTo, places } from '../../ui/window/navigate.ts';
import { orpc } from '../../client/index.ts';
import { StateBadge } from '../../ui/feedback/StateBadge.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { formatAgo } from '../../ui/text/format.ts';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { ScreenHeader, ScreenPage } from '../../ui/layout/ScreenPage.tsx';
import { StudyEditor } from './StudyEditor.tsx';
import { StudyPage } from './StudyPage.tsx';
import { studyLooks } from './studyLooks.ts';
import classes from './Studies.module.css';

/** Human baselines: the studies there are, one of them, or one being set up. */
export default function StudiesScreen() {
  const { study, part } = useParams();
  const id = StudyId.safeParse(study).data;
  if (study === 'new') return <StudyEditor key="new" id={null} />;
  if (id === undefined) return <Studies />;
  return part === 'edit' ? <StudyEditor key={id} id={id} /> : <StudyPage key={id} id={id} />;
}

function Studies() {
  const writable = useWritable();
  const options = useQuery(orpc.studies.options.queryOptions());
  const studies = useQuery(orpc.studies.list.queryOptions());
  const offered = writable && options.data !== undefined && options.data !== null;
  const create = () => goTo(places.study('new'));
  useCommands('screen', [{ ...studyCommands.create, enabled: () => offered, run: create }]);
  const error = options.error ?? studies.error;
  if (error !== null)
    return (
      <ErrorState
        error={error}
        onRetry={() => {
          void options.refetch();
          void studies.refetch();
        }}
      />
    );
  if (options.data === undefined || studies.data === undefined) return <LoadingState />;
  if (options.data === null)
    return (
      <EmptyState icon={ClipboardList} title="This benchmark has no baseline">
        Its items are not questions for people. You can still import models’ answers.
      </EmptyState>
    );
  const button = offered && (
    <Button leftSection={<Plus size={14} aria-hidden />} onClick={create}>
      New study
    </Button>
  );
  if (studies.data.length === 0)
    return (
      <EmptyState icon={ClipboardList} title="No studies yet" actions={button}>
        A study asks people the benchmark’s own questions, one at a time, as in an exam. They see no labels,
        clues or answers of others.
      </EmptyState>
    );
  return (
    <ScreenPage>
      <ScreenHeader
        title="Baseline"
        description="Studies ask people the benchmark’s own questions. Results compares their answers with those of models."
        actions={button}
      />
      <ul className={classes['list']}>
        {studies.data.map((each) => (
          <li key={each.id}>
            <StudyLine study={each} />
          </li>
        ))}
      </ul>
    </ScreenPage>
  );
}

function StudyLine({ study }: { readonly study: Study }) {
  const { id, title, state, items, participants, updatedAt } = study;
  return (
    <button type="button" className={classes['study']} onClick={() => goTo(places.study(id))}>
      <Box component="span" fz="lg" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {title}
      </Box>
      <StateBadge look={studyLooks[state]} />
      <span className={classes['facts']}>
        {[
          counted(items, 'item'),
          participants.total === 0
            ? 'nobody enrolled yet'
            : `${String(participants.finished)} of ${counted(participants.total, 'participant')} finished`,
          ...(participants.excluded > 0 ? [`${String(participants.excluded)} excluded`] : []),
          `changed ${formatAgo(updatedAt)}`,
        ].join(' · ')}
      </span>
    </button>
  );
}
