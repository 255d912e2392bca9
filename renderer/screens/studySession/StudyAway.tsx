import { Button } from '@mantine/core';
import { DoorClosed } from 'lucide-react';
import { ParticipantTexts, useSay } from '../../ui/participant/ParticipantTexts.tsx';
import { WholePage } from '../../ui/participant/Reading.tsx';

/** What a participant sees while the casebook that holds their study is not open. */
export function StudyAway({ onRead }: { readonly onRead: () => void }) {
  return (
    <ParticipantTexts of={null}>
      <Away onRead={onRead} />
    </ParticipantTexts>
  );
}

function Away({ onRead }: { readonly onRead: () => void }) {
  const say = useSay();
  return (
    <WholePage icon={DoorClosed} title={say('awayTitle')} text={say('awayText')}>
      <Button onClick={onRead}>{say('tryAgain')}</Button>
    </WholePage>
  );
}
