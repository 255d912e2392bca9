import { Button } from '@mantine/core';
import { ArrowLeft, ChevronRight, ClipboardList } from 'lucide-react';
import type { OwnStudySession } from '../../../shared/contract/studySessions.ts';
import { useCasebook } from '../../ui/window/applicationState.ts';
import { goTo, places } from '../../ui/window/navigate.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Heading } from './pages/Heading.tsx';
import { SendBack } from './pages/SendBack.tsx';
import classes from './StudySessionList.module.css';

const STATES: Readonly<Record<OwnStudySession['state'], string>> = {
  waiting: 'Not begun',
  sitting: 'Begun: continue where you stopped',
  finished: 'Finished',
  withdrawn: 'Left early',
  closed: 'Closed: you can no longer answer',
};

/** The studies somebody takes part in, to choose from. */
export function StudySessionList({
  studySessions,
  locked,
}: {
  readonly studySessions: readonly OwnStudySession[];
  readonly locked: boolean;
}) {
  const { packageFor } = useCasebook();
  return (
    <main className={classes['screen']}>
      <div className={classes['page']}>
        {!locked && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<ArrowLeft size={14} aria-hidden />}
            onClick={() => {
              goTo('/');
            }}
          >
            Back to Casebook
          </Button>
        )}
        {studySessions.length === 0 ? (
          <EmptyState icon={ClipboardList} title="No study is open for you">
            Ask the person who invited you to enrol you in an open study.
          </EmptyState>
        ) : (
          <>
            <Heading>Choose a study</Heading>
            <ul className={classes['list']} aria-label="Studies">
              {studySessions.map(({ id, title, state }) => (
                <li key={id}>
                  <button
                    type="button"
                    className={classes['studySession']}
                    onClick={() => {
                      goTo(places.studySession(id));
                    }}
                  >
                    <span className={classes['title']}>{title}</span>
                    <span className={classes['state']}>{STATES[state]}</span>
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
