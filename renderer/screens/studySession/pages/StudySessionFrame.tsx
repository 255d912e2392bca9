import { Button } from '@mantine/core';
import { ArrowLeft, DoorOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { formatCount } from '../../../../shared/domain/counts.ts';
import type { StudySessionPage } from '../../../../shared/contract/studySessions.ts';
import { confirm } from '../../../ui/confirm.tsx';
import type { StudySessionStore } from '../session/studySessionStore.ts';
import type { WayBack } from '../session/studySessionState.ts';
import { Countdown } from './Countdown.tsx';
import classes from './pages.module.css';

/** The line above every page: which study, how far, how much time is left, and leaving. */
export function StudySessionFrame({
  page,
  session,
  wayBack,
  children,
}: {
  readonly page: StudySessionPage;
  readonly session: StudySessionStore;
  readonly wayBack: WayBack | null;
  readonly children: ReactNode;
}) {
  const { studySession, progress, now } = page;
  const secondsLeft = useStore(session.store, (state) => state.secondsLeft);
  const isBusy = useStore(session.store, (state) => state.sending !== null);
  const isOver = now.view === 'end' || now.view === 'withdrawn';
  const isUnderWay = !isOver && now.view !== 'consent';
  const isPractice = (now.view === 'step' && now.purpose === 'practice') || now.view === 'feedback';
  return (
    <div className={classes['frame']}>
      <header className={classes['bar']}>
        {wayBack !== null && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<ArrowLeft size={14} aria-hidden />}
            onClick={wayBack.go}
          >
            {wayBack.title}
          </Button>
        )}
        <span className={classes['study']} title={studySession.title}>
          {studySession.title}
        </span>
        {studySession.trial && <span className={classes['trial']}>Try-out: Casebook keeps none of this</span>}
        {isPractice && <span className={classes['practice']}>Practice: does not count</span>}
        <span className={classes['space']} />
        {secondsLeft !== null && now.view === 'step' && <Countdown seconds={secondsLeft} />}
        {isUnderWay && <Progress done={progress.done} total={progress.total} />}
        {isUnderWay && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<DoorOpen size={14} aria-hidden />}
            disabled={isBusy}
            onClick={() => void leave(session, now)}
          >
            Leave…
          </Button>
        )}
      </header>
      <main className={classes['page']}>{children}</main>
    </div>
  );
}

function Progress({ done, total }: { readonly done: number; readonly total: number }) {
  const text = `${formatCount(done)} of ${formatCount(total)}`;
  return (
    <div className={classes['progress']}>
      <div
        className={classes['track']}
        role="progressbar"
        aria-label="Progress"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={text}
      >
        <span style={{ width: `${String(total === 0 ? 0 : (100 * done) / total)}%` }} />
      </div>
      <span aria-hidden>{text}</span>
    </div>
  );
}

async function leave(session: StudySessionStore, now: StudySessionPage['now']): Promise<void> {
  const runsOn = now.view === 'step' && now.whileAway === 'run' && now.remainingMilliseconds !== null;
  const rest = runsOn
    ? 'The time for this question keeps running while you decide, and while the window is closed.'
    : 'To rest, close the window instead: you return to this step.';
  // Nobody reads a question at leisure behind the dialog.
  session.setLeaving(true);
  const goAhead = await confirm({
    title: 'Leave the study for good?',
    message: `${rest} Leaving ends the study for you. Casebook keeps your answers, marked as left early. You cannot continue later.`,
    action: 'Leave for good',
    dangerous: true,
  });
  session.setLeaving(false);
  if (goAhead) session.withdraw();
}
