import { Box, Button } from '@mantine/core';
import { ArrowLeft, ChevronRight, ClipboardList } from 'lucide-react';
import type { OwnStudySession } from '../../../shared/contract/studySessions.ts';
import type { WholeText } from '../../../shared/participantTexts/texts.ts';
import { useCasebook } from '../../ui/window/applicationState.ts';
import { goTo, places } from '../../ui/window/navigate.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Heading } from '../../ui/participant/Heading.tsx';
import { useSay } from '../../ui/participant/ParticipantTexts.tsx';
import { SendBack } from './pages/SendBack.tsx';
import classes from './StudySessionList.module.css';

const STATES: Readonly<Record<OwnStudySession['state'], WholeText>> = {
  waiting: 'stateWaiting',
  sitting: 'stateSitting',
  finished: 'stateFinished',
  withdrawn: 'stateWithdrawn',
  closed: 'stateClosed',
};

/** The studies somebody takes part in, to choose from. */
export function StudySessionList({
  studySessions,
  locked,
}: {
  readonly studySessions: readonly OwnStudySession[];
  readonly locked: boolean;
}) {
  const say = useSay();
  const { packageFor } = useCasebook();
  return (
    <main className={classes['screen']}>
      <div className={classes['page']}>
        {!locked && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<ArrowLeft size={14} aria-hidden />}
            onClick={() => goTo('/')}
          >
            {say('backToCasebook')}
          </Button>
        )}
        {studySessions.length === 0 ? (
          <EmptyState icon={ClipboardList} title={say('noStudyTitle')}>
            {say('noStudyText')}
          </EmptyState>
        ) : (
          <>
            <Heading>{say('chooseStudy')}</Heading>
            <ul className={classes['list']} aria-label={say('studies')}>
              {studySessions.map(({ id, title, state }) => (
                <li key={id}>
                  <button
                    type="button"
                    className={classes['studySession']}
                    onClick={() => goTo(places.studySession(id))}
                  >
                    <Box component="span" fz="0.9375rem" fw={600} style={{ overflowWrap: 'anywhere' }}>
                      {title}
                    </Box>
                    <span className={classes['state']}>{say(STATES[state])}</span>
                    <ChevronRight size={16} aria-hidden />
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
        {packageFor !== null && <SendBack />}
      </div>
    </main>
  );
}
