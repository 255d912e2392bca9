import { type ReactNode, useId } from 'react';
import { KeyCaps } from '../commands/KeyCaps.tsx';
import { useDesk } from './context.ts';
import { Messages } from './Messages.tsx';
import { useFieldProblems } from './useFieldProblems.ts';
import classes from './fields.module.css';

export interface Choice<T extends string> {
  readonly value: T;
  readonly label: ReactNode;
  /** A key that chooses it, printed beside it; left out: its number, printed while the focus is inside. */
  readonly hint?: string | undefined;
}

/**
 * One of a few, all of them in sight. Digits choose while the focus is inside; arrows move as in any radio group.
 */
export function ChoiceField<T extends string>({
  path,
  label,
  choices,
  value,
  onChoose,
  wide = false,
  action,
  hint,
  hideLabel = false,
}: {
  readonly path: string;
  readonly label: string;
  readonly choices: readonly Choice<T>[];
  readonly value: T | null;
  readonly onChoose: (value: T) => void;
  /** All in one line of equal widths. */
  readonly wide?: boolean;
  readonly action?: ReactNode;
  /** The key that leads here, printed beside the label. */
  readonly hint?: string | undefined;
  readonly hideLabel?: boolean;
}) {
  const { readOnly } = useDesk();
  const name = useId();
  const { problems, control, messageId } = useFieldProblems(path);
  return (
    <fieldset
      className={classes['field']}
      data-field={path}
      aria-label={label}
      {...control}
      role="radiogroup"
    >
      {!hideLabel && (
        <div className={classes['head']}>
          <span className={classes['label']} aria-hidden>
            {label}
            {hint !== undefined && <KeyCaps value={hint} />}
          </span>
          {action}
        </div>
      )}
      <div className={`${classes['choices'] ?? ''} ${wide ? (classes['wide'] ?? '') : ''}`} data-digits>
        {choices.map((choice, at) => (
          <label key={choice.value} className={classes['choice']}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              disabled={readOnly}
              onChange={() => onChoose(choice.value)}
            />
            {choice.hint !== undefined ? (
              <span className={classes['key']} aria-hidden>
                <KeyCaps value={choice.hint} />
              </span>
            ) : (
              at < 9 && <DigitCap digit={at + 1} />
            )}
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
      <Messages id={messageId} problems={problems} />
    </fieldset>
  );
}

/** The digit that chooses one of the choices, printed on its corner while the focus is among them and only then: elsewhere digits mean something else. */
export function DigitCap({ digit }: { readonly digit: number }) {
  return (
    <span className={classes['digit']} aria-hidden>
      {digit}
    </span>
  );
}

/** Chooses the n-th of the choices in which the element stands; false where there is none. */
export function chooseByDigit(element: Element | null, digit: number): boolean {
  const choices = element
    ?.closest('[data-digits]')
    ?.querySelectorAll<HTMLInputElement>('input:is([type="radio"], [type="checkbox"])');
  const chosen = choices?.[digit - 1];
  if (chosen === undefined || chosen.disabled) return false;
  chosen.click();
  chosen.focus();
  return true;
}
