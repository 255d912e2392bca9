import { Select } from '@mantine/core';
import { useDesk } from '../../ui/form/context.ts';
import { Messages } from '../../ui/form/Messages.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import fields from '../../ui/form/fields.module.css';
import { useFieldProblems } from '../../ui/form/useFieldProblems.ts';
import { useAnswerForm } from './useAnswerForm.ts';

/** Where the item belongs. */
export function PlacePart() {
  const { answer, change } = useAnswerForm();
  return (
    <>
      <Domain />
      <TextField
        path="topic"
        label="Topic"
        singleLine
        value={answer.topic}
        onType={(topic, keystroke) => change({ topic }, keystroke)}
      />
    </>
  );
}

function Domain() {
  const { readOnly } = useDesk();
  const { answer, change, vocabulary } = useAnswerForm();
  const { problems, control, messageId } = useFieldProblems('domain');
  // A domain of an import that the casebook does not list is still the item's domain.
  const domains =
    answer.domain === null || answer.domain === '' || vocabulary.domains.includes(answer.domain)
      ? vocabulary.domains
      : [...vocabulary.domains, answer.domain];
  return (
    <div className={fields['field']} data-field="domain">
      <Select
        label="Domain"
        placeholder="Choose the domain"
        data={domains}
        value={answer.domain}
        readOnly={readOnly}
        allowDeselect={false}
        aria-describedby={control['aria-describedby']}
        aria-invalid={control['aria-invalid']}
        comboboxProps={{ keepMounted: false }}
        onChange={(domain) => change({ domain })}
      />
      <Messages id={messageId} problems={problems} />
    </div>
  );
}
