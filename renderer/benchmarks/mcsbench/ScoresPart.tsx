import { SCORES } from '../../../shared/benchmarks/mcsbench/task.ts';
import { ChoiceField } from '../../features/desk/fields/ChoiceField.tsx';
import classes from './DeskForm.module.css';
import { useAnswerForm } from './useAnswerForm.ts';

const POINTS = ['1', '2', '3', '4', '5'] as const;
const CHOICES = POINTS.map((value) => ({ value, label: value }));

/** The auditors' scores, as people give them. */
export function ScoresPart() {
  const { answer, change } = useAnswerForm();
  return SCORES.map(({ field, title }) => (
    <div key={field} className={classes['criterion']} data-wide>
      <span className={classes['name']} aria-hidden>
        {title}
      </span>
      <ChoiceField<(typeof POINTS)[number]>
        path={field}
        label={`${title}, 1 to 5`}
        choices={CHOICES}
        value={POINTS.find((point) => Number(point) === answer[field]) ?? null}
        wide
        hideLabel
        onChoose={(chosen) => {
          change({ [field]: Number(chosen) });
        }}
      />
    </div>
  ));
}
