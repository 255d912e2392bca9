import { useEffect, useState } from 'react';
import { newId } from '../../../client/newId.ts';
import type { StudySessionId } from '../../../../shared/base/ids.ts';
import { useLatest } from '../../../ui/commands/commands.ts';
import type { Client } from '../../../client/index.ts';
import { tabStorage } from './leftBehind.ts';
import { pageSigns, translationOf } from '../../../ui/participant/translation.ts';
import { StudySessionStore } from './studySessionStore.ts';

/** A click that brings the window to the front is no answer: its target reacts only after this many milliseconds. */
const SHOWN_AFTER = 100;

/** This window: another one at each load of the page. */
const WINDOW = newId();

/** The study session for as long as it is on the screen: it measures, keeps, and follows who is in front of the window. */
export function useStudySession(id: StudySessionId, calls: Client['studySessions']): StudySessionStore {
  const [session] = useState(
    () =>
      new StudySessionStore(id, {
        calls,
        leftAnswers: tabStorage,
        isPresent: isInFront,
        translation: () => translationOf(pageSigns(document)),
        window: WINDOW,
      }),
  );
  useEffect(() => session.start(), [session]);
  const current = useLatest(session);
  useEffect(() => {
    let coming: ReturnType<typeof setTimeout> | undefined;
    const follow = (): void => {
      clearTimeout(coming);
      if (!isInFront()) current.current.setPresent(false);
      else coming = setTimeout(() => current.current.setPresent(true), SHOWN_AFTER);
    };
    const leave = (): void => current.current.leave();
    const ask = (event: BeforeUnloadEvent): void => {
      const { notKept, sending } = current.current.store.getState();
      if (notKept !== null || (sending !== null && sending.failure !== null)) event.preventDefault();
    };
    window.addEventListener('blur', follow);
    window.addEventListener('focus', follow);
    document.addEventListener('visibilitychange', follow);
    window.addEventListener('pagehide', leave);
    window.addEventListener('beforeunload', ask);
    return () => {
      clearTimeout(coming);
      window.removeEventListener('blur', follow);
      window.removeEventListener('focus', follow);
      document.removeEventListener('visibilitychange', follow);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('beforeunload', ask);
    };
  }, [current]);
  return session;
}

function isInFront(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus();
}
