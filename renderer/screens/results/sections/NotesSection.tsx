import { Button } from '@mantine/core';
import type { PersonId } from '../../../../shared/base/ids.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import layout from '../../../ui/figures/layout.module.css';
import { useReport } from '../../../ui/figures/shownReport.ts';
import classes from './sections.module.css';

/** How many respondents have a button of their own at most. */
const OFFERED = 5;

/** What was left out of the figures, and why; who makes the common items fewer can be left out. */
export function NotesSection({ onWithout }: { readonly onWithout: (without: readonly PersonId[]) => void }) {
  const { report } = useReport();
  const { without, parts } = report.basis;
  const left = without.map(({ personId }) => personId);
  const shrinking = new Map(
    parts
      .flatMap(({ shrinks }) => shrinks)
      .flatMap(({ key, called, alone }) => {
        const personId = report.rows.find((row) => row.key === key)?.personId ?? null;
        return personId === null ? [] : [{ personId, called, alone }];
      })
      .map((each) => [each.personId, each]),
  );
  const offered = [...shrinking.values()].slice(0, OFFERED);
  if (report.notes.length === 0 && left.length === 0) return null;
  return (
    <div className={layout['notice']}>
      <Notice state="neutral" title="About these figures">
        <ul className={classes['notes']}>
          {report.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
        {offered.length + left.length > 0 && (
          <div className={classes['noteActions']}>
            {offered.map(({ personId, called, alone }) => (
              <Button
                key={personId}
                size="compact-xs"
                variant="default"
                onClick={() => {
                  onWithout([...left, personId]);
                }}
              >
                {`Leave out ${called}${alone === 0 ? '' : ` (+${String(alone)})`}`}
              </Button>
            ))}
            {without.map(({ personId, name }) => (
              <Button
                key={personId}
                size="compact-xs"
                variant="default"
                onClick={() => {
                  onWithout(left.filter((each) => each !== personId));
                }}
              >
                {`Include ${name} again`}
              </Button>
            ))}
          </div>
        )}
      </Notice>
    </div>
  );
}
