import type { Answer, Judgement } from '../../../shared/benchmarks/mcsbench/schema.ts';
import { titleOf } from '../../../shared/benchmarks/mcsbench/rules.ts';
import { ChoiceField } from '../../features/desk/fields/ChoiceField.tsx';
import { JUDGEMENTS, nextCriterion, PLAIN, YES_NO } from './criteria.ts';
import classes from './DeskForm.module.css';
import { useAnswerForm } from './useAnswerForm.ts';

/** One question of the form in one line; the one that digits answer now is marked. */
export function Criterion({
  field,
  label,
  fullLabel,
}: {
  readonly field: keyof Answer;
  readonly label: string;
  /** For screen readers, where the label is short for the place it stands in. */
  readonly fullLabel?: string;
}) {
  const { answer, change } = useAnswerForm();
  const value = answer[field];
  const isNext = nextCriterion(answer) === field;
  return (
    <div className={classes['criterion']} data-next={isNext || undefined}>
      <span className={classes['name']} aria-hidden>
        {label}
      </span>
      <ChoiceField<Judgement>
        path={field}
        label={fullLabel ?? titleOf(field)}
        choices={PLAIN.has(field) ? YES_NO : JUDGEMENTS}
        value={value === 'yes' || value === 'no' || value === 'unsure' ? value : null}
        wide
        hideLabel
        onChoose={(chosen) => {
          change({ [field]: chosen });
        }}
      />
    </div>
  );
}
