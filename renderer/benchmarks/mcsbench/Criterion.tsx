import { useId } from 'react';
import type { Judgement } from '../../../shared/benchmarks/mcsbench/schema.ts';
import { Messages } from '../../ui/form/Messages.tsx';
import { useFieldProblems } from '../../ui/form/useFieldProblems.ts';
import { useDesk } from '../../ui/form/context.ts';
import { askedTitle, type FormField, isScore, nextCriterion, POINTS, wordsFor } from './criteria.ts';
import classes from './Criterion.module.css';
import { useFormView } from './formView.ts';
import { useAnswerForm } from './useAnswerForm.ts';

const WORDS: Readonly<Record<Judgement, { readonly name: string; readonly shown: string }>> = {
  yes: { name: 'Yes', shown: 'Yes' },
  no: { name: 'No', shown: 'No' },
  unsure: { name: 'Unsure', shown: '?' },
};

/** One question of the form in one line; the one that digits answer now is marked. */
export function Criterion({
  field,
  label,
}: {
  readonly field: FormField;
  /** The text shown; the full title is for screen readers. */
  readonly label: string;
}) {
  const { readOnly } = useDesk();
  const { answer, change } = useAnswerForm();
  const [{ at }, setView] = useFormView();
  const { problems, control, messageId } = useFieldProblems(field);
  const name = useId();
  const isNext = (at ?? nextCriterion(answer)) === field;
  const choices = isScore(field)
    ? POINTS.map((value) => ({ value, name: String(value), shown: String(value) }))
    : wordsFor(field).map((value) => ({ value, ...WORDS[value] }));
  return (
    <fieldset
      role="radiogroup"
      className={classes['criterion']}
      aria-label={askedTitle(field)}
      data-field={field}
      data-next={isNext || undefined}
      {...control}
    >
      <span className={classes['name']} aria-hidden>
        {label}
      </span>
      <span className={classes['marks']}>
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={classes['mark']}
            data-value={field === 'shortcut' ? undefined : choice.value}
          >
            <input
              type="radio"
              name={name}
              aria-label={choice.name}
              checked={answer[field] === choice.value}
              disabled={readOnly}
              onFocus={() => {
                if (at !== null && at !== field) setView({ at: null });
              }}
              onChange={() => change({ [field]: choice.value })}
            />
            <span aria-hidden>{choice.shown}</span>
          </label>
        ))}
      </span>
      <Messages id={messageId} problems={problems} />
    </fieldset>
  );
}
