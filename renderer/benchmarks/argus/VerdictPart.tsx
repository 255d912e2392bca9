import { Autocomplete } from '@mantine/core';
import type { QuintupleVerdict } from '../../../shared/benchmarks/argus/schema.ts';
import { useDesk } from '../../ui/form/context.ts';
import { type Choice, ChoiceField } from '../../ui/form/ChoiceField.tsx';
import { Messages } from '../../ui/form/Messages.tsx';
import { useFieldProblems } from '../../ui/form/useFieldProblems.ts';
import fields from '../../ui/form/fields.module.css';
import classes from './DeskForm.module.css';
import { useAnswerForm } from './useAnswerForm.ts';

export const VERDICTS: readonly Choice<QuintupleVerdict>[] = [
  { value: 'accept', label: 'Accept', hint: 'Y' },
  { value: 'fix', label: 'Fix', hint: 'M' },
  { value: 'reject', label: 'Reject', hint: 'X' },
];

/** Whether the item stands as it is, and why not. */
export function VerdictPart({ onChoose }: { readonly onChoose: (verdict: QuintupleVerdict) => void }) {
  const { answer } = useAnswerForm();
  return (
    <div className={classes['verdictPart']}>
      <ChoiceField
        path="verdict"
        label="Verdict"
        choices={VERDICTS}
        value={answer.verdict}
        wide
        onChoose={onChoose}
      />
      {(answer.verdict === 'fix' || answer.verdict === 'reject') && (
        <Reason label={answer.verdict === 'fix' ? 'What needs fixing?' : 'Why do you reject it?'} />
      )}
    </div>
  );
}

function Reason({ label }: { readonly label: string }) {
  const { readOnly } = useDesk();
  const { answer, change, vocabulary } = useAnswerForm();
  const { problems, control, messageId } = useFieldProblems('reason');
  return (
    <div className={fields['field']} data-field="reason">
      <Autocomplete
        label={label}
        placeholder="Choose a reason or write one"
        data={vocabulary.reasons}
        value={answer.reason}
        readOnly={readOnly}
        openOnFocus
        selectFirstOptionOnChange={false}
        aria-describedby={control['aria-describedby']}
        aria-invalid={control['aria-invalid']}
        comboboxProps={{ keepMounted: false }}
        onChange={(reason) => {
          if (reason === answer.reason) return;
          change(
            { reason },
            vocabulary.reasons.includes(reason)
              ? undefined
              : { place: 'reason', before: answer.reason, after: reason },
          );
        }}
      />
      <Messages id={messageId} problems={problems} />
    </div>
  );
}
