import type { AttributeDefinition } from '../../../shared/benchmarks/generic/schema.ts';
import { isList, type Json } from '../../../shared/base/json.ts';
import { useDesk } from '../../ui/form/context.ts';
import type { Keystroke } from '../../ui/form/deskEditor.ts';
import { ChoiceField, DigitCap } from '../../ui/form/ChoiceField.tsx';
import { Messages } from '../../ui/form/Messages.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { KeyCaps } from '../../ui/commands/KeyCaps.tsx';
import { chosenOption } from './chosenOption.ts';
import { useFieldProblems } from '../../ui/form/useFieldProblems.ts';
import fields from '../../ui/form/fields.module.css';
import { NumberField } from '../../ui/form/NumberField.tsx';

interface AttributeFieldProps {
  readonly path: string;
  readonly definition: AttributeDefinition;
  readonly value: Json;
  /** The letter that chooses an option, where it has one. */
  readonly keyOf: (option: string) => string | undefined;
  readonly onChange: (value: Json, keystroke?: Keystroke) => void;
}

/** A question of the casebook's own, with the control that its kind of answer asks for. */
export function AttributeField({ path, definition, value, keyOf, onChange }: AttributeFieldProps) {
  const label = definition.required ? `${definition.name} *` : definition.name;
  switch (definition.kind) {
    case 'choice':
    case 'scale':
      return (
        <ChoiceField
          path={path}
          label={label}
          choices={definition.options.map((option) => ({
            value: option,
            label: option,
            hint: keyOf(option),
          }))}
          value={typeof value === 'string' ? value : null}
          onChoose={onChange}
        />
      );
    case 'set':
      return <SetField path={path} definition={definition} value={value} keyOf={keyOf} onChange={onChange} />;
    case 'yesno':
      return (
        <ChoiceField
          path={path}
          label={label}
          choices={[
            { value: 'yes', label: 'Yes', hint: keyOf('yes') },
            { value: 'no', label: 'No', hint: keyOf('no') },
          ]}
          value={typeof value === 'boolean' ? (value ? 'yes' : 'no') : null}
          onChoose={(chosen) => onChange(chosen === 'yes')}
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

function NumberAttribute({ path, definition, value, onChange }: Omit<AttributeFieldProps, 'keyOf'>) {
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

/** Any number of the options. Untouched it is no answer; without its last option it is the answer "none". */
function SetField({ path, definition, value, keyOf, onChange }: AttributeFieldProps) {
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
      <div className={fields['choices']} data-digits>
        {options.map((option, at) => (
          <label key={option} className={fields['choice']}>
            <input
              type="checkbox"
              value={option}
              checked={chosen.includes(option)}
              disabled={readOnly}
              onChange={() => onChange(chosenOption(definition, value, option))}
            />
            <OptionCap letter={keyOf(option)} at={at} />
            <span>{option}</span>
          </label>
        ))}
      </div>
      <Messages id={messageId} problems={problems} />
    </fieldset>
  );
}

/** The key of an option: its own, else its number while the focus is among them. */
function OptionCap({ letter, at }: { readonly letter: string | undefined; readonly at: number }) {
  if (letter === undefined) return at < 9 ? <DigitCap digit={at + 1} /> : null;
  return (
    <span aria-hidden>
      <KeyCaps value={letter} />
    </span>
  );
}

const membersOf = (value: Json): readonly Json[] => (isList(value) ? value : []);
