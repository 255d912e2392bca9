import type { AssignReport } from '../../../shared/contract/assignments.ts';
import { failureOf } from '../../client/index.ts';
import { counted, formatCount } from '../format.ts';
import { Notice } from '../Notice.tsx';
import classes from './Assign.module.css';

/** What the button of the dialog will do, in words. */
export function actionOf(report: AssignReport | undefined, overlap: number): string {
  if (report === undefined) return 'Assign';
  if (report.assigned === 0) return 'Nothing to assign';
  const takers = report.people.filter(({ assigned }) => assigned > 0).length;
  const whole = report.assigned === report.items * overlap;
  const each = whole ? `${String(overlap)} each` : `up to ${String(overlap)} each`;
  return `Assign ${counted(report.items, 'item')} to ${counted(takers, 'person', 'people')}, ${each}`;
}

/** What an assignment would do: who gets how many. */
export function AssignPreview({
  asked,
  report,
  error,
  overlap,
}: {
  /** Whether enough is chosen to say anything. */
  readonly asked: boolean;
  readonly report: AssignReport | undefined;
  readonly error: unknown;
  readonly overlap: number;
}) {
  if (asked && error !== null) {
    const failure = failureOf(error);
    return (
      <Notice state="disputed" title={failure.message}>
        {failure.hint}
      </Notice>
    );
  }
  return (
    <section
      aria-label="What this will do"
      aria-busy={asked && report === undefined}
      className={classes['preview']}
    >
      {!asked && <p>Choose who is to answer.</p>}
      {asked && report === undefined && <p>Counting…</p>}
      {asked && report !== undefined && (
        <>
          <p>
            {report.assigned === 0
              ? 'Nothing would be assigned.'
              : `${counted(report.items, 'item')}, ${counted(report.assigned, 'answer')} asked for.`}
            {report.complete > 0 &&
              ` ${counted(report.complete, 'item')} ${report.complete === 1 ? 'has' : 'have'} ${counted(overlap, 'person', 'people')} already.`}
          </p>
          <ul className={classes['shares']} aria-label="Shares">
            {report.people.map(({ personId, handle, assigned, total }) => (
              <li key={personId}>
                <span>{handle}</span>
                <span>{`+${formatCount(assigned)}, ${formatCount(total)} in all`}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
