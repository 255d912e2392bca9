import { Button } from '@mantine/core';
import { Copy } from 'lucide-react';
import { useSay } from '../../../ui/participant/ParticipantTexts.tsx';
import { WholePage } from '../../../ui/participant/Reading.tsx';

/** What an earlier window shows once a later one goes on with the study. */
export function TakenOver({ onContinue }: { readonly onContinue: () => void }) {
  const say = useSay();
  return (
    <WholePage icon={Copy} title={say('takenOverTitle')} text={say('takenOverText')}>
      <Button onClick={onContinue}>{say('continueHere')}</Button>
    </WholePage>
  );
}
