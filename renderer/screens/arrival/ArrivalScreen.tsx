import { Button } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { client, type Client, orpc } from '../../client/index.ts';
import { queryClient } from '../../client/queryClient.ts';
import { LoadingState } from '../../ui/feedback/LoadingState.tsx';
import { Mark, ParticipantFrame } from '../../ui/participant/ParticipantFrame.tsx';
import { ParticipantTexts, useSay } from '../../ui/participant/ParticipantTexts.tsx';
import { WholePage } from '../../ui/participant/Reading.tsx';
import { whyFailed } from '../../ui/participant/whyFailed.ts';
import { ArrivalPages } from './ArrivalPages.tsx';
import { type ArrivalPageState, useArrival } from './useArrival.ts';

/** Asks again who is in this window: it may be a participant now, or no longer an arrival. */
const lookAround = (): void =>
  void queryClient.invalidateQueries({ queryKey: orpc.application.state.queryKey() });

/**
 * What somebody sees who came by a study link, until they have a place: then the window's state says who they are, and
 * their study session takes this place.
 */
export default function ArrivalScreen({
  calls = client.arrivals,
  onAdmitted = lookAround,
}: {
  readonly calls?: Client['arrivals'];
  readonly onAdmitted?: () => void;
}) {
  const arrival = useArrival(calls);
  const { page, unreadable } = arrival;
  // Forbidden: the same person was admitted in another window of this browser.
  const isElsewhere = page?.now.view === 'admitted' || unreadable?.code === 'forbidden';
  useEffect(() => {
    if (isElsewhere) onAdmitted();
  }, [isElsewhere, onAdmitted]);
  return (
    <ParticipantTexts of={page}>
      <Shown
        arrival={arrival}
        onRetry={() => {
          arrival.look();
          if (isElsewhere) onAdmitted();
        }}
      />
    </ParticipantTexts>
  );
}

function Shown({ arrival, onRetry }: { readonly arrival: ArrivalPageState; readonly onRetry: () => void }) {
  const say = useSay();
  const { page, unreadable } = arrival;
  if (unreadable !== null)
    return (
      <WholePage
        icon={TriangleAlert}
        title={say('arriveUnreadable')}
        text={say.sentences(whyFailed(say, unreadable), say('arriveSafe'))}
      >
        <Button onClick={onRetry}>{say('tryAgain')}</Button>
      </WholePage>
    );
  if (page === null) return <LoadingState label={say('loading')} />;
  return (
    <ParticipantFrame
      title={page.title}
      place={page.now.view}
      beside={page.preview && <Mark kind="trial">{say('previewMark')}</Mark>}
    >
      <ArrivalPages page={page} arrival={arrival} />
    </ParticipantFrame>
  );
}
