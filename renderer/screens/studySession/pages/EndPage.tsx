import { Button } from '@mantine/core';
import { CircleCheck, DoorClosed } from 'lucide-react';
import { useCasebook } from '../../../ui/window/applicationState.ts';
import { useHubState } from '../../../ui/hub/useHubState.ts';
import type { WayBack } from '../session/studySessionState.ts';
import { Heading } from './Heading.tsx';
import classes from './pages.module.css';
import { PlainText } from './PlainText.tsx';
import { SendBack } from './SendBack.tsx';

/** The last page, reached or chosen. */
export function EndPage({
  view,
  text,
  wayBack,
}: {
  readonly view: 'end' | 'withdrawn';
  readonly text: string;
  readonly wayBack: WayBack | null;
}) {
  const { packageFor } = useCasebook();
  const isEnd = view === 'end';
  const Icon = isEnd ? CircleCheck : DoorClosed;
  return (
    <div className={classes['reading']}>
      <Icon size={32} strokeWidth={1.5} aria-hidden className={classes['mark']} />
      <Heading>{isEnd ? 'Thank you' : 'You have left the study'}</Heading>
      {text.trim() !== '' && <PlainText>{text}</PlainText>}
      <p className={classes['small']}>
        {isEnd
          ? 'All your answers are stored.'
          : 'Your earlier answers are stored and marked as left early. There are no more questions.'}{' '}
        {packageFor === null ? 'You can close the window now.' : <HowTheyGoBack />}
      </p>
      {packageFor !== null && <SendBack />}
      {wayBack !== null && (
        <div className={classes['forwardLine']}>
          <Button variant="default" className={classes['go'] ?? ''} onClick={wayBack.go}>
            {wayBack.title}
          </Button>
        </div>
      )}
    </div>
  );
}

/** What happens to the answers in a package: over the hub by themselves, or in a file. */
function HowTheyGoBack() {
  const hub = useHubState(null).data;
  return hub == null
    ? 'One step remains: write them to a file and send it back.'
    : 'They go to the study’s team over the network. Close the casebook once everything is exchanged.';
}
