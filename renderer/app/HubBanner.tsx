import { Box } from '@mantine/core';
import { CircleSlash, ClockAlert } from 'lucide-react';
import { clockWords } from '../../shared/domain/clock.ts';
import { HUB_GLANCE_EVERY, useHubState } from '../ui/hub/useHubState.ts';
import { useWritable } from '../ui/window/applicationState.ts';
import classes from './ReadOnlyBanner.module.css';

/** Says that this computer's clock is wrong. */
function ClockOff({ ahead }: { readonly ahead: number }) {
  return (
    <div className={classes['banner']} role="status">
      <ClockAlert size={14} aria-hidden />
      <Box component="span" flex={1}>
        <strong>{`This computer’s clock is ${clockWords(ahead)}.`}</strong> Set it right: the times of your
        answers are wrong. No wrong time wins over the work of others.
      </Box>
    </div>
  );
}

/** Says on every screen that this computer’s clock is wrong, or that the hub takes nothing more from this computer, and why: also to people who see no Team screen. */
export function HubBanner() {
  const { data: state } = useHubState(HUB_GLANCE_EVERY);
  const writable = useWritable();
  if (state == null || !writable) return null;
  if (state.phase !== 'stopped' || state.problem === null)
    return state.clockAhead === null ? null : <ClockOff ahead={state.clockAhead} />;
  const { message, hint } = state.problem;
  return (
    <div className={classes['banner']} data-damaged role="alert">
      <CircleSlash size={14} aria-hidden />
      <Box component="span" flex={1}>
        <strong>{message}</strong> {hint}
      </Box>
    </div>
  );
}
