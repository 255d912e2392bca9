import { CircleCheck } from 'lucide-react';
import { counted } from '../../../shared/base/counts.ts';
import { isInTheWay, problemKey } from '../../../shared/benchmarks/problems.ts';
import { KeyCaps } from '../commands/KeyCaps.tsx';
import { useDesk } from './context.ts';
import { SeverityIcon } from './Messages.tsx';
import { useGoToProblem } from './useGoToProblem.ts';
import classes from './ProblemList.module.css';

/** What keeps the item from being complete; each leads to its field. */
export function ProblemList() {
  const { problems } = useDesk();
  const goTo = useGoToProblem();
  const errors = problems.filter(isInTheWay).length;
  if (problems.length === 0)
    return (
      <p className={classes['fine']} role="status">
        <CircleCheck size={14} aria-hidden />
        No problems.
      </p>
    );
  return (
    <section className={classes['problems']} aria-label="Problems">
      <div className={classes['title']}>
        <span role="status">
          {errors > 0 ? counted(errors, 'problem') : counted(problems.length, 'warning')}
        </span>
        <span className={classes['hint']}>
          <KeyCaps value="F8" />
        </span>
      </div>
      <ul className={classes['list']}>
        {problems.map((problem) => (
          <li key={problemKey(problem)}>
            <button
              type="button"
              className={classes['problem']}
              data-severity={isInTheWay(problem) ? 'error' : 'warning'}
              onClick={() => {
                goTo(problem);
              }}
            >
              <SeverityIcon severity={isInTheWay(problem) ? 'error' : 'warning'} />
              <span title={problem.message}>{problem.message}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
