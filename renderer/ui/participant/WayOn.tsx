import { Button, Flex } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCommands } from '../commands/commands.ts';
import classes from './participant.module.css';
import { ParticipantKeys } from './ParticipantKeys.tsx';

/** The way on from a page: a button and its key, what is missing, and what went wrong on the way. */
export function WayOn({
  title,
  missing = null,
  isBusy,
  isReadable = true,
  onGo,
  beside,
  troubles,
}: {
  readonly title: string;
  /** Why it does not go on yet, in words; null: it does. */
  readonly missing?: string | null;
  readonly isBusy: boolean;
  /** Whether the page has stood long enough for a press to be meant for it. */
  readonly isReadable?: boolean;
  readonly onGo: () => void;
  /** Another button. */
  readonly beside?: ReactNode;
  readonly troubles?: ReactNode;
}) {
  const go = (): void => {
    if (missing === null && !isBusy) onGo();
  };
  useCommands('screen', [
    {
      id: 'sitting.forward',
      title,
      group: 'Study session',
      defaultKeys: ['Ctrl+Enter'],
      scope: 'screen',
      whileTyping: true,
      run: (event) => {
        // A key that is held down was meant for one page.
        if (event?.repeat !== true) go();
      },
    },
  ]);
  return (
    <div className={classes['forward']}>
      {troubles}
      <div className={classes['forwardLine']}>
        <Button
          className={classes['go'] ?? ''}
          rightSection={
            <Flex component="span" display="inline-flex" ml="xs" data-key-hint>
              <ParticipantKeys value="Ctrl+Enter" />
            </Flex>
          }
          disabled={missing !== null}
          // Not yet meant: nobody has read the page so soon.
          aria-disabled={!isReadable || isBusy || missing !== null}
          aria-busy={isBusy || undefined}
          onKeyDown={(event) => {
            if (event.repeat) event.preventDefault();
          }}
          onClick={go}
        >
          {title}
        </Button>
        {beside}
      </div>
      {missing !== null && <p className={classes['missing']}>{missing}</p>}
    </div>
  );
}
