import { WordDiff } from '../../ui/WordDiff.tsx';
import classes from './DeskForm.module.css';
import type { ProposedText } from './useProposed.ts';

/** What the texts of the answer change in those of the item: a proposal until somebody makes the fix. */
export function ProposalPart({ proposed }: { readonly proposed: readonly ProposedText[] }) {
  if (proposed.length === 0) return null;
  return (
    <div className={classes['proposal']} role="group" aria-label="Proposed texts">
      <p className={classes['quiet']}>Proposed. The item keeps its texts until somebody fixes it.</p>
      {proposed.map(({ field, title, from, to }) => (
        <div key={field}>
          <span className={classes['name']}>{title}</span>
          <WordDiff from={from} to={to} label={`${title}, as proposed`} />
        </div>
      ))}
    </div>
  );
}
