import { LoadingState } from '../feedback/LoadingState.tsx';
import { ParticipantTexts, useSay } from './ParticipantTexts.tsx';

/** What a participant's window shows while the page itself is loaded. */
export function ParticipantLoading() {
  return (
    <ParticipantTexts of={null}>
      <Loading />
    </ParticipantTexts>
  );
}

function Loading() {
  return <LoadingState label={useSay()('loading')} />;
}
