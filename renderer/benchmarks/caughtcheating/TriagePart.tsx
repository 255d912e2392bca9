import { Autocomplete } from '@mantine/core';
import type { Triage } from '../../../shared/benchmarks/caughtcheating/schema.ts';
import type { CommandDefinition } from '../../ui/commands/commands.ts';
import { useFirstKey } from '../../ui/commands/keymap.ts';
import { clueCommands } from './commands.ts';
import { useDesk } from '../../ui/form/context.ts';
import { type Choice, ChoiceField } from '../../ui/form/ChoiceField.tsx';
import { Messages } from '../../ui/form/Messages.tsx';
import { useFieldProblems } from '../../ui/form/useFieldProblems.ts';
import fields from '../../ui/form/fields.module.css';
import classes from './DeskForm.module.css';
import { useAnswerForm } from './useAnswerForm.ts';

export const TRIAGE: readonly (Choice<Triage> & { readonly command: CommandDefinition })[] = [
  { value: 'keep', label: 'Keep', command: clueCommands.keep },
  { value: 'discard', label: 'Discard', command: clueCommands.discard },
  { value: 'needs_crop', label: 'Crop', command: clueCommands.needsCrop },
  { value: 'needs_redaction', label: 'Redact', command: clueCommands.needsRedaction },
];

/** Whether the candidate goes on, and why not. */
export function TriagePart() {
  const keyOf = useFirstKey();
  const { answer, change } = useAnswerForm();
  return (
    <div className={classes['part']}>
      <ChoiceField
        path="triage"
        label="Triage"
        choices={TRIAGE.map((each) => ({ ...each, hint: keyOf(each.command) }))}
        value={answer.triage}
        wide
        onChoose={(triage) => change({ triage })}
      />
      {answer.triage === 'discard' && <DiscardReason />}
    </div>
  );
}

function DiscardReason() {
  const { readOnly } = useDesk();
  const { answer, change, vocabulary } = useAnswerForm();
  const { problems, control, messageId } = useFieldProblems('discardReason');
  return (
    <div className={fields['field']} data-field="discardReason">
      <Autocomplete
        label="Why do you discard it?"
        placeholder="Choose a reason or write one"
        data={vocabulary.discardReasons}
        value={answer.discardReason}
        readOnly={readOnly}
        openOnFocus
        selectFirstOptionOnChange={false}
        aria-describedby={control['aria-describedby']}
        aria-invalid={control['aria-invalid']}
        comboboxProps={{ keepMounted: false }}
        onChange={(reason) => {
          if (reason === answer.discardReason) return;
          change(
            { discardReason: reason },
            vocabulary.discardReasons.includes(reason)
              ? undefined
              : { place: 'discardReason', before: answer.discardReason, after: reason },
          );
        }}
      />
      <Messages id={messageId} problems={problems} />
    </div>
  );
}
