import { CircleSlash } from 'lucide-react';
import { HUB_GLANCE_EVERY, useHubState } from '../ui/hub/useHubState.ts';
import { useWritable } from '../ui/window/applicationState.ts';
import classes from './ReadOnlyBanner.module.css';

/** Says on every screen that the hub takes nothing more from this computer, and why: also to people who see no Team screen. */
export function HubBanner() {
  const { data: state } = useHubState(HUB_GLANCE_EVERY);
  const writable = useWritable();
  if (state == null || !writable || state.phase !== 'stopped' || state.problem === null) return null;
  const { message, hint } = state.problem;
  return (
    <div className={classes['banner']} data-damaged role="alert">
      <CircleSlash size={14} aria-hidden />
      <span className={classes['words']}>
        <strong>{message}</strong> {hint}
      </span>
    </div>
  );
}
