import { Button } from '@mantine/core';
import { CircleCheck, DoorClosed } from 'lucide-react';
import { useCasebook } from '../../../ui/window/applicationState.ts';
import type { WayBack } from '../session/sittingState.ts';
import { Heading } from './Heading.tsx';
import classes from './pages.module.css';
import { PlainText } from './PlainText.tsx';
import { SendBack } from './SendBack.tsx';

/** What stands at the end, reached or chosen. */
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
          : 'What you answered before is stored and marked as left early. Nothing more is asked.'}{' '}
        {packageFor === null
          ? 'You can close the window now.'
          : 'One thing is left to do: write them to a file and send that back.'}
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
