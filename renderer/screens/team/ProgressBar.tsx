import { formatCount } from '../../../shared/base/counts.ts';
import type { AssignmentProgress } from '../../../shared/contract/assignments.ts';
import classes from './Team.module.css';

/** How much of what was given to somebody is done: as a bar and in figures. */
export function ProgressBar({ progress }: { readonly progress: AssignmentProgress }) {
  const { assigned, submitted, skipped, drafts } = progress;
  const open = assigned - submitted - skipped;
  // Corrections of what was submitted are drafts, too, and no part of what is open.
  const begun = Math.min(drafts, open);
  const parts = [
    { name: 'submitted', count: submitted },
    { name: 'skipped', count: skipped },
    { name: 'drafts', count: begun },
  ];
  return (
    <div className={classes['progress']}>
      <div className={classes['bar']} aria-hidden>
        {parts.map(({ name, count }) => (
          <span
            key={name}
            className={classes[name]}
            style={{ width: `${String((100 * count) / assigned)}%` }}
          />
        ))}
      </div>
      <span>{inWords(progress)}</span>
    </div>
  );
}

/** "12 of 40, 2 skipped, 1 begun". */
function inWords({ assigned, submitted, skipped, drafts }: AssignmentProgress): string {
  return [
    `${formatCount(submitted)} of ${formatCount(assigned)}`,
    ...(skipped > 0 ? [`${formatCount(skipped)} skipped`] : []),
    ...(drafts > 0 ? [`${formatCount(drafts)} begun`] : []),
  ].join(', ');
}
