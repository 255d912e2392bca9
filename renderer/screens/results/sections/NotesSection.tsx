import { Notice } from '../../../ui/Notice.tsx';
import layout from '../../../ui/figures/layout.module.css';
import { useReport } from '../../../ui/figures/shownReport.ts';
import classes from './sections.module.css';

/** What was left out of the figures, and why. */
export function NotesSection() {
  const { report } = useReport();
  if (report.notes.length === 0) return null;
  return (
    <div className={layout['notice']}>
      <Notice state="neutral" title="What these figures rest on">
        <ul className={classes['notes']}>
          {report.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
