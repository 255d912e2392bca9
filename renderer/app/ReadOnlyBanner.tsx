import { Lock } from 'lucide-react';
import { useCasebook } from './applicationState.ts';
import classes from './ReadOnlyBanner.module.css';

/** Says that this window cannot change the casebook, and who can. */
export function ReadOnlyBanner() {
  const { readOnly } = useCasebook();
  if (readOnly === null) return null;
  return (
    <div className={classes['banner']} role="status">
      <Lock size={14} aria-hidden />
      <span>
        <strong>Read-only.</strong> {readOnly}
      </span>
    </div>
  );
}
