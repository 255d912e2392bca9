import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { useCommands } from '../../../ui/commands/commands.ts';
import { KeyCaps } from '../../../ui/KeyCaps.tsx';
import type { StudySessionStore } from '../session/studySessionStore.ts';
import classes from './pages.module.css';
import { Troubles } from './Troubles.tsx';

/** The way on from a page: a button and its key, what is missing, and what went wrong on the way. */
export function Forward({
  session,
  title,
  missing = null,
  focused = false,
  onGo,
  beside,
}: {
  readonly session: StudySessionStore;
  readonly title: string;
  /** Why it does not go on yet, in words; null: it does. */
  readonly missing?: string | null;
  readonly focused?: boolean;
  readonly onGo: () => void;
  readonly beside?: ReactNode;
}) {
  const isBusy = useStore(session.store, (state) => state.sending !== null);
  const readable = useStore(session.store, (state) => state.readable);
  const go = (): void => {
    if (missing === null && !isBusy) onGo();
  };
  useCommands('screen', [
    {
      id: 'sitting.forward',
      title,
      group: 'Study session',
      defaultKeys: ['Ctrl+Enter'],
      scope: 'screen',
      whileTyping: true,
      run: (event) => {
        // A key that is held down was meant for one page.
        if (event?.repeat !== true) go();
      },
    },
  ]);
  return (
    <div className={classes['forward']}>
      <Troubles session={session} />
      <div className={classes['forwardLine']}>
        <Button
          className={classes['go'] ?? ''}
          rightSection={
            <span className={classes['goKey']}>
              <KeyCaps value="Ctrl+Enter" />
            </span>
          }
          disabled={missing !== null}
          // Not yet meant: nobody has read the page so soon.
          aria-disabled={!readable || isBusy || missing !== null}
          aria-busy={isBusy || undefined}
          {...(focused && { autoFocus: true })}
          onKeyDown={(event) => {
            if (event.repeat) event.preventDefault();
          }}
          onClick={go}
        >
          {title}
        </Button>
        {beside}
      </div>
      {missing !== null && <p className={classes['missing']}>{missing}</p>}
    </div>
  );
}
