import { CircleAlert, TriangleAlert } from 'lucide-react';
import { isInTheWay, type Problem } from '../../../shared/benchmarks/problems.ts';
import classes from './fields.module.css';

/** Problems in words, each with an icon that says how bad it is. */
export function Messages({ id, problems }: { readonly id?: string; readonly problems: readonly Problem[] }) {
  if (problems.length === 0) return null;
  return (
    <ul id={id} className={classes['messages']}>
      {problems.map((problem) => {
        // What was decided is nothing to be put right.
        const severity = isInTheWay(problem) ? 'error' : 'warning';
        return (
          <li key={problem.message} className={classes['message']} data-severity={severity}>
            <SeverityIcon severity={severity} />
            <span>{problem.message}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** How bad a problem is, never by colour alone. */
export function SeverityIcon({ severity }: { readonly severity: Problem['severity'] }) {
  return severity === 'error' ? (
    <CircleAlert size={14} role="img" aria-label="Problem" />
  ) : (
    <TriangleAlert size={14} role="img" aria-label="Warning" />
  );
}
