import { Autocomplete, Button, Stack } from '@mantine/core';
import type { ItemVerdict } from '../../../shared/benchmarks/mcsbench/schema.ts';
import type { CommandDefinition } from '../../ui/commands/commands.ts';
import { keysOf, useKeymap } from '../../ui/commands/keymap.ts';
import { useDesk } from '../../ui/form/context.ts';
import { ChoiceField } from '../../ui/form/ChoiceField.tsx';
import { Messages } from '../../ui/form/Messages.tsx';
import { useFieldProblems } from '../../ui/form/useFieldProblems.ts';
import fields from '../../ui/form/fields.module.css';
import { validate } from '../../../shared/benchmarks/mcsbench/task.ts';
import { formCommands } from './commands.ts';
import classes from './DeskForm.module.css';
import { useAnswerForm, useProposal } from './useAnswerForm.ts';

export const VERDICTS: readonly {
  readonly value: ItemVerdict;
  readonly label: string;
  readonly command: CommandDefinition;
}[] = [
  { value: 'accept', label: 'Accept', command: formCommands.accept },
  { value: 'fix', label: 'Fix', command: formCommands.fix },
  { value: 'reject', label: 'Reject', command: formCommands.reject },
];

/** Whether the item stands as it is, and why not. */
export function VerdictPart({ onChoose }: { readonly onChoose: (verdict: ItemVerdict) => void }) {
  const { answer } = useAnswerForm();
  const keymap = useKeymap();
  return (
    <Stack gap="sm" py="sm" px="md" style={{ borderBottom: '1px solid var(--casebook-border)' }} data-verdict>
      <ChoiceField
        path="verdict"
        label="Verdict"
        hideLabel
        choices={VERDICTS.map(({ value, label, command }) => {
          const [hint] = keysOf(command, keymap);
          return { value, label, ...(hint !== undefined && { hint }) };
        })}
        value={answer.verdict}
        wide
        onChoose={onChoose}
      />
      {(answer.verdict === 'fix' || answer.verdict === 'reject') && (
        <Reason label={answer.verdict === 'fix' ? 'What needs fixing?' : 'Why do you reject it?'} />
      )}
      <Proposed />
    </Stack>
  );
}

/** Other texts than the item's are a proposal: said where the verdict is given. */
function Proposed() {
  const { readOnly } = useDesk();
  const { change } = useAnswerForm();
  const { before, texts } = useProposal();
  const changed = Object.keys(texts);
  if (changed.length === 0) return null;
  const names = validate
    .fields({})
    .flatMap(({ name, title }) =>
      changed.includes(name) ? [title.replace(/^[A-Z](?=[a-z])/u, (first) => first.toLowerCase())] : [],
    );
  return (
    <div className={classes['proposal']} role="status">
      <span>You propose another text for {names.join(', ')}, so the item needs fixing.</span>
      {!readOnly && (
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => change(Object.fromEntries(changed.map((field) => [field, before[field] ?? ''])))}
        >
          Withdraw the proposal
        </Button>
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
        aria-label={label}
        placeholder={`${label} Choose a reason or write one`}
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
