import type { AttributeDefinition } from '../../../shared/benchmarks/generic/schema.ts';
import { isList, type Json } from '../../../shared/domain/json.ts';
import { useDesk } from '../../ui/form/context.ts';
import type { Keystroke } from '../../ui/form/editing.ts';
import { ChoiceField } from '../../ui/form/ChoiceField.tsx';
import { Messages } from '../../ui/form/Messages.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useFieldProblems } from '../../ui/form/useFieldProblems.ts';
import fields from '../../ui/form/fields.module.css';
import { NumberField } from '../../ui/form/NumberField.tsx';

interface AttributeFieldProps {
  readonly path: string;
  readonly definition: AttributeDefinition;
  readonly value: Json;
  readonly onChange: (value: Json, keystroke?: Keystroke) => void;
}

/** A question of the casebook's own, with the control that its kind of answer asks for. */
export function AttributeField({ path, definition, value, onChange }: AttributeFieldProps) {
  const label = definition.required ? `${definition.name} *` : definition.name;
  switch (definition.kind) {
    case 'choice':
    case 'scale':
      return (
        <ChoiceField
          path={path}
          label={label}
          choices={definition.options.map((option, index) => ({
            value: option,
            label: option,
            ...(index < 9 && { hint: String(index + 1) }),
          }))}
          value={typeof value === 'string' ? value : null}
          onChoose={onChange}
        />
      );
    case 'set':
      return <SetField path={path} definition={definition} value={value} onChange={onChange} />;
    case 'yesno':
      return (
        <ChoiceField
          path={path}
          label={label}
          choices={[
            { value: 'yes', label: 'Yes', hint: '1' },
            { value: 'no', label: 'No', hint: '2' },
          ]}
          value={typeof value === 'boolean' ? (value ? 'yes' : 'no') : null}
          onChoose={(chosen) => {
            onChange(chosen === 'yes');
          }}
        />
      );
    case 'text':
      return (
        <TextField
          path={path}
          label={label}
          value={typeof value === 'string' ? value : ''}
          onType={onChange}
        />
      );
    case 'number':
      return <NumberAttribute path={path} definition={definition} value={value} onChange={onChange} />;
  }
}

function NumberAttribute({ path, definition, value, onChange }: AttributeFieldProps) {
  const { readOnly } = useDesk();
  const { problems, control, messageId } = useFieldProblems(path);
  const shown = typeof value === 'number' ? value : null;
  const range =
    definition.kind === 'number' && (definition.minimum !== null || definition.maximum !== null)
      ? `${String(definition.minimum ?? '…')} to ${String(definition.maximum ?? '…')}`
      : '';
  return (
    <div className={fields['field']} data-field={path}>
      <NumberField
        optional
        label={definition.required ? `${definition.name} *` : definition.name}
        placeholder={range}
        readOnly={readOnly}
        value={shown}
        {...control}
        // What is out of range is a problem of the answer, which the form tells with the others.
        onChange={(number) => {
          onChange(number, { place: path, before: String(shown ?? ''), after: String(number ?? '') });
        }}
      />
      <Messages id={messageId} problems={problems} />
    </div>
  );
}

/** Any number of the options. Untouched it is no answer; with the last option taken away it is the answer "none". */
function SetField({ path, definition, value, onChange }: AttributeFieldProps) {
  const { readOnly } = useDesk();
  const { problems, control, messageId } = useFieldProblems(path);
  const options = definition.kind === 'set' ? definition.options : [];
  const chosen = membersOf(value);
  const label = definition.required ? `${definition.name} *` : definition.name;
  return (
    <fieldset className={fields['field']} data-field={path} aria-label={label} {...control}>
      <div className={fields['head']}>
        <span className={fields['label']} aria-hidden>
          {label}
        </span>
      </div>
      <div className={fields['choices']}>
        {options.map((option) => (
          <label key={option} className={fields['choice']}>
            <input
              type="checkbox"
              value={option}
              checked={chosen.includes(option)}
              disabled={readOnly}
              onChange={(event) => {
                const wanted = event.currentTarget.checked;
                // In the order of the options, so that the same set is the same value.
                onChange(options.filter((each) => (each === option ? wanted : chosen.includes(each))));
              }}
            />
            <span>{option}</span>
          </label>
        ))}
      </div>
      <Messages id={messageId} problems={problems} />
    </fieldset>
  );
}

const membersOf = (value: Json): readonly Json[] => (isList(value) ? value : []);
