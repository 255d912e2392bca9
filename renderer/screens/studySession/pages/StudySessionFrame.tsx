import { Button } from '@mantine/core';
import { ArrowLeft, DoorOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import type { StudySessionPage } from '../../../../shared/contract/studySessions.ts';
import type { Phrasebook } from '../../../../shared/participantTexts/texts.ts';
import { confirm } from '../../../ui/dialogs/confirm.tsx';
import { Mark, ParticipantFrame, Space } from '../../../ui/participant/ParticipantFrame.tsx';
import { useSay } from '../../../ui/participant/ParticipantTexts.tsx';
import { isUnderWay, placeOf, type WayBack } from '../session/studySessionState.ts';
import type { StudySessionStore } from '../session/studySessionStore.ts';
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
  const say = useSay();
  const { studySession, progress, now } = page;
  const secondsLeft = useStore(session.store, (state) => state.secondsLeft);
  const isBusy = useStore(session.store, (state) => state.sending !== null);
  const isPractice = (now.view === 'step' && now.purpose === 'practice') || now.view === 'feedback';
  return (
    <ParticipantFrame
      title={studySession.title}
      place={placeOf(now)}
      before={
        wayBack !== null && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<ArrowLeft size={14} aria-hidden />}
            onClick={wayBack.go}
          >
            {say(wayBack.title)}
          </Button>
        )
      }
      beside={
        <>
          {studySession.trial && <Mark kind="trial">{say('trialMark')}</Mark>}
          {isPractice && <Mark kind="practice">{say('practiceMark')}</Mark>}
          <Space />
          {secondsLeft !== null && now.view === 'step' && <Countdown seconds={secondsLeft} />}
          {isUnderWay(now) && progress !== null && <Progress {...progress} />}
          {isUnderWay(now) && (
            <Button
              variant="subtle"
              color="gray"
              leftSection={<DoorOpen size={14} aria-hidden />}
              disabled={isBusy}
              onClick={() => void leave(say, session, page)}
            >
              {say('leave')}
            </Button>
          )}
        </>
      }
    >
      {children}
    </ParticipantFrame>
  );
}

function Progress({ done, total }: { readonly done: number; readonly total: number }) {
  const say = useSay();
  const text = say('progressOf', { done, total });
  return (
    <div className={classes['progress']}>
      <div
        className={classes['track']}
        role="progressbar"
        aria-label={say('progress')}
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

async function leave(
  say: Phrasebook,
  session: StudySessionStore,
  { now, onWithdrawal }: StudySessionPage,
): Promise<void> {
  const runsOn = now.view === 'step' && now.whileAway === 'run' && now.remainingMilliseconds !== null;
  // Nobody reads a question at leisure behind the dialog.
  session.setLeaving(true);
  const goAhead = await confirm({
    title: say('leaveTitle'),
    message: say.sentences(
      say(runsOn ? 'leaveTimeRuns' : 'leaveRest'),
      say(onWithdrawal === 'delete' ? 'leaveDeleted' : 'leaveKept'),
    ),
    action: say('leaveForGood'),
    dangerous: true,
    words: { cancel: say('cancel'), close: say('close') },
  });
  session.setLeaving(false);
  if (goAhead) session.withdraw();
}
