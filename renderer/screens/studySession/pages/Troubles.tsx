import { Button } from '@mantine/core';
import { useStore } from 'zustand';
import { isRestarted } from '../../../client/failure.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { useSay } from '../../../ui/participant/ParticipantTexts.tsx';
import { whyFailed } from '../../../ui/participant/whyFailed.ts';
import type { StudySessionStore } from '../session/studySessionStore.ts';

/** What does not work just now: what happened, what becomes of the answer, what to do. Nothing while all is well. */
export function Troubles({ session }: { readonly session: StudySessionStore }) {
  const say = useSay();
  const sending = useStore(session.store, (state) => state.sending);
  const refused = useStore(session.store, (state) => state.refused);
  const notKept = useStore(session.store, (state) => state.notKept);
  if (isRestarted(sending?.failure) || isRestarted(notKept))
    return (
      <Notice state="pending" title={say('restartedTitle')}>
        <p>{say('restartedText')}</p>
      </Notice>
    );
  if (sending !== null && sending.failure !== null)
    return (
      <Notice state="pending" title={say('notReceivedTitle')}>
        <p>{say.sentences(whyFailed(say, sending.failure), say('notReceivedText'))}</p>
        <Button variant="default" onClick={() => session.retryNow()}>
          {say('sendNow')}
        </Button>
      </Notice>
    );
  if (refused !== null)
    return (
      <Notice state="disputed" title={say('refusedTitle')}>
        <p>{say.sentences(whyFailed(say, refused), say('refusedText'))}</p>
      </Notice>
    );
  if (notKept !== null)
    return (
      <Notice state="pending" title={say('onlyHereTitle')}>
        <p>{say.sentences(whyFailed(say, notKept), say('onlyHereText'))}</p>
      </Notice>
    );
  return null;
}
