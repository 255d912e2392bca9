import { Button } from '@mantine/core';
import { useStore } from 'zustand';
import { isRestarted } from '../../../client/failure.ts';
import { Notice } from '../../../ui/Notice.tsx';
import type { StudySessionStore } from '../session/studySessionStore.ts';

/** What does not work just now: what happened, what becomes of the answer, what to do. Nothing while all is well. */
export function Troubles({ session }: { readonly session: StudySessionStore }) {
  const sending = useStore(session.store, (state) => state.sending);
  const refused = useStore(session.store, (state) => state.refused);
  const notKept = useStore(session.store, (state) => state.notKept);
  if (isRestarted(sending?.failure) || isRestarted(notKept))
    return (
      <Notice state="pending" title="The study was restarted on this computer">
        <p>Open your personal link again in this tab. Your answer is kept on this page and sent then.</p>
      </Notice>
    );
  if (sending !== null && sending.failure !== null)
    return (
      <Notice state="pending" title="Casebook has not received this yet">
        <p>
          {sending.failure.message} This page keeps your entries and sends them again automatically. Leave the
          window open.
        </p>
        <Button variant="default" onClick={session.retryNow}>
          Send now
        </Button>
      </Notice>
    );
  if (refused !== null)
    return (
      <Notice state="disputed" title="Casebook refused this entry">
        <p>
          {refused.message} {refused.hint ?? 'This page keeps your entries.'}
        </p>
      </Notice>
    );
  if (notKept !== null)
    return (
      <Notice state="pending" title="Your entries are only on this page">
        <p>
          {notKept.message} This page keeps them and stores them as soon as possible. Leave the window open.
        </p>
      </Notice>
    );
  return null;
}
