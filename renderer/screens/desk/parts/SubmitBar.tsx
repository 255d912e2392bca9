import { Button } from '@mantine/core';
import { ArrowRight, Send } from 'lucide-react';
import { KeyCaps } from '../../../ui/commands/KeyCaps.tsx';
import { useDeskState } from '../../../ui/form/context.ts';
import type { DeskActions } from '../useDeskActions.ts';
import classes from './SubmitBar.module.css';

/** The end of the work on an item. */
export function SubmitBar({
  actions,
  onSkip,
}: {
  readonly actions: DeskActions;
  readonly onSkip: () => void;
}) {
  const state = useDeskState((desk) => desk.state);
  const pending = useDeskState((desk) => desk.pending);
  const running = useDeskState((desk) => desk.running);
  const done = state === 'submitted' && pending === 0;
  return (
    <div className={classes['bar']}>
      <Button variant="default" onClick={onSkip} title="Ctrl+Space">
        Skip…
      </Button>
      <Button
        flex={1}
        leftSection={done ? <ArrowRight size={14} aria-hidden /> : <Send size={14} aria-hidden />}
        rightSection={<KeyCaps value="Ctrl+Enter" />}
        loading={running === 'submit'}
        onClick={() => void actions.submit()}
      >
        {done ? 'Next' : 'Submit'}
      </Button>
    </div>
  );
}
