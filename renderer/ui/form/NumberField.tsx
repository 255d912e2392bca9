import { TextInput, type TextInputProps } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { readNumber } from '../../../shared/base/numberText.ts';
import { type NumberBounds, numberProblem, steppedNumber } from './numberProblem.ts';
import classes from './fields.module.css';

type InputProps = Pick<
  TextInputProps,
  | 'label'
  | 'description'
  | 'placeholder'
  | 'w'
  | 'maw'
  | 'flex'
  | 'styles'
  | 'inputWrapperOrder'
  | 'readOnly'
  | 'disabled'
  | 'aria-label'
  | 'aria-describedby'
  | 'aria-invalid'
>;

interface NumberFieldProps extends InputProps, NumberBounds {
  /** Null: none. */
  readonly value: number | null;
  /** What the arrow keys add or subtract. */
  readonly step?: number;
  /** What is wrong with the number beyond its bounds. */
  readonly error?: string | undefined;
  /** Says why a text is refused in place of the field's own words, in the language of the page. */
  readonly refusal?: string;
  /** Whether a dialog that opens gives it the focus. */
  readonly focusedFirst?: boolean;
  /** Told of numbers within the bounds and, where the field may be empty, of null. */
  readonly onChange: (value: number | null) => void;
  /** Told of a text that is no such number; without it the number before goes on to count, and the field says so. */
  readonly onRefuse?: (text: string) => void;
  readonly onBlur?: () => void;
  readonly onEnter?: () => void;
}

/**
 * A field for a number. Text stays as typed until the field is left, and is read whole or not at all. Text that is no
 * number is refused, an ambiguous number is asked about, and the form cannot be submitted meanwhile.
 */
export function NumberField({
  value,
  min,
  max,
  isWhole = false,
  optional = false,
  step = 1,
  error,
  refusal,
  focusedFirst = false,
  onChange,
  onRefuse,
  onBlur,
  onEnter,
  ...shown
}: NumberFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  // What is typed, and the number that it goes with: another one from elsewhere takes its place.
  const [typed, setTyped] = useState<{ readonly text: string; readonly with: number | null } | null>(null);
  const text = typed !== null && typed.with === value ? typed.text : value === null ? '' : String(value);
  const bounds = { min, max, isWhole, optional };
  const isTouched = typed !== null && typed.with === value;
  const problem = isTouched ? numberProblem(text, bounds) : null;
  const message = problem === null ? null : (refusal ?? problem.message);
  useLayoutEffect(() => {
    // The browser keeps a form around the field from being submitted.
    input.current?.setCustomValidity(message ?? '');
  }, [message]);

  const take = (number: number): void => {
    setTyped(null);
    if (number !== value) onChange(number);
  };
  const type = (next: string): void => {
    const isRefused = numberProblem(next, bounds) !== null;
    const read = readNumber(next, isWhole);
    const number = read.kind === 'number' && !isRefused ? read.value : null;
    if (isRefused) {
      setTyped({ text: next, with: onRefuse === undefined ? value : null });
      onRefuse?.(next);
    } else {
      setTyped({ text: next, with: number });
      if (number !== value || onRefuse !== undefined) onChange(number);
    }
  };
  const move = (by: number): void => {
    const from = readNumber(text, isWhole);
    take(steppedNumber(from.kind === 'number' ? from.value : value, by, bounds));
  };
  return (
    <TextInput
      {...shown}
      ref={input}
      {...(focusedFirst && { 'data-autofocus': true })}
      inputMode={inputModeOf(bounds)}
      autoComplete="off"
      spellCheck={false}
      value={text}
      error={
        message === null ? (
          error
        ) : (
          <Refusal
            message={message}
            problem={problem}
            // Pages in another language say no more than that.
            isBrief={refusal !== undefined}
            counting={onRefuse === undefined ? value : null}
            onRead={(reading) => {
              take(reading);
              input.current?.focus();
            }}
          />
        )
      }
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => {
        if (problem === null) setTyped(null);
        onBlur?.();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onEnter?.();
        if (shown.readOnly === true || event.altKey || event.ctrlKey || event.metaKey) return;
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        move(event.key === 'ArrowUp' ? step : -step);
      }}
    />
  );
}

/** The keyboard of a touch screen: one without a minus only where no number is negative. */
function inputModeOf({ min, isWhole = false }: NumberBounds): 'text' | 'numeric' | 'decimal' {
  if (min === undefined || min < 0) return 'text';
  return isWhole ? 'numeric' : 'decimal';
}

/** Why a text is no number, the numbers that it can be, and the number that counts until then. */
function Refusal({
  message,
  problem,
  isBrief,
  counting,
  onRead,
}: {
  readonly message: string;
  readonly problem: ReturnType<typeof numberProblem>;
  /** Whether the message is all. */
  readonly isBrief: boolean;
  readonly counting: number | null;
  readonly onRead: (reading: number) => void;
}) {
  if (isBrief) return <span>{message}</span>;
  return (
    <>
      <span>{message}</span>
      {problem?.readings.map((reading) => (
        <button key={reading} type="button" className={classes['reading']} onClick={() => onRead(reading)}>
          {String(reading)}
        </button>
      ))}
      {counting !== null && <span>{` Until then ${String(counting)} counts.`}</span>}
    </>
  );
}
