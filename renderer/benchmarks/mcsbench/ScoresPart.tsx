import { SCORES } from '../../../shared/benchmarks/mcsbench/task.ts';
import { Criterion } from './Criterion.tsx';
import classes from './DeskForm.module.css';
import { useAnswerForm } from './useAnswerForm.ts';

/** The auditors' scores, as people give them, and what was said before the image was shown. */
export function ScoresPart() {
  const { answer } = useAnswerForm();
  return (
    <div className={classes['columns']}>
      {SCORES.map(({ field, title }) => (
        <Criterion key={field} field={field} label={title} />
      ))}
      {answer.shortcut !== null && <Criterion field="shortcut" label="Answerable without the image" />}
    </div>
  );
}
