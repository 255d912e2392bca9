import { Button } from '@mantine/core';
import { useStore } from 'zustand';
import { Notice } from '../../../ui/Notice.tsx';
import type { SittingSession } from '../session/sittingStore.ts';

/** What does not work just now: what happened, what becomes of the answer, what to do. Nothing while all is well. */
export function Troubles({ session }: { readonly session: SittingSession }) {
  const sending = useStore(session.store, (state) => state.sending);
  const refused = useStore(session.store, (state) => state.refused);
  const notKept = useStore(session.store, (state) => state.notKept);
  if (sending !== null && sending.failure !== null)
    return (
      <Notice state="pending" title="This has not arrived yet">
        <p>
          {sending.failure.message} What you entered stays on this page and is sent again by itself. Leave the
          window open.
        </p>
        <Button variant="default" onClick={session.retryNow}>
          Send again now
        </Button>
      </Notice>
    );
  if (refused !== null)
    return (
      <Notice state="disputed" title="This was not taken">
        <p>
          {refused.message} {refused.hint ?? 'What you entered is still here.'}
        </p>
      </Notice>
    );
  if (notKept !== null)
    return (
      <Notice state="pending" title="What you entered is on this page only">
        <p>{notKept.message} It is kept here and stored as soon as that works. Leave the window open.</p>
      </Notice>
    );
  return null;
}
