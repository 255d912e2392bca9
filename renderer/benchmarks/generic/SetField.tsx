import type { Json } from '../../../shared/domain/json.ts';
import { isList } from '../../../shared/domain/json.ts';
import { useDesk } from '../../ui/form/context.ts';
import { Messages } from '../../ui/form/Messages.tsx';
import { useFieldProblems } from '../../ui/form/useFieldProblems.ts';
import fields from '../../ui/form/fields.module.css';
import type { AttributeFieldProps } from './AttributeField.tsx';

/** Any number of the options. Untouched it is no answer; with the last option taken away it is the answer "none". */
export function SetField({ path, definition, value, onChange }: AttributeFieldProps) {
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
