import { Textarea } from '@mantine/core';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { LONGEST_TYPED } from '../../../shared/domain/baseline.ts';
import { formatCount } from '../../../shared/base/counts.ts';
import { runCommand, useLatest } from '../commands/commands.ts';
import { useDesk } from './context.ts';
import type { Keystroke } from './deskEditor.ts';
import { changedPart } from '../../save/document/marks.ts';
import { Messages } from './Messages.tsx';
import { useFieldProblems } from './useFieldProblems.ts';
import classes from './fields.module.css';

export interface TextFieldProps {
  /** The field's path, as problems name it. */
  readonly path: string;
  readonly label: ReactNode;
  /** The label for screen readers only: the words are on the screen already. */
  readonly hideLabel?: boolean;
  readonly placeholder?: string;
  readonly value: string;
  readonly onType: (text: string, keystroke: Keystroke) => void;
  readonly onLeave?: () => void;
  readonly onEnter?: () => void;
  /** Stands at the right of the label. */
  readonly action?: ReactNode;
  readonly minRows?: number;
  readonly singleLine?: boolean;
}

/**
 * A text that grows with what is written. Undo in it is the Desk's own, word by word and across a restart; the
 * browser's would know nothing of what happened elsewhere in between.
 */
export function TextField(props: TextFieldProps) {
  const { path, label, value, hideLabel = false } = props;
  const { readOnly } = useDesk();
  const { problems, control, messageId } = useFieldProblems(path);
  const [tooLong, setTooLong] = useState<number | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  useCaretAfterUndo(area, value);
  useOwnUndo(area);
  const id = `field-${path.replaceAll('.', '-')}`;
  return (
    <div className={classes['field']} data-field={path}>
      {(!hideLabel || props.action !== undefined) && (
        <div className={classes['head']}>
          {!hideLabel && (
            <label className={classes['label']} htmlFor={id}>
              {label}
            </label>
          )}
          {props.action}
        </div>
      )}
      <Textarea
        id={id}
        ref={area}
        className={classes['text'] ?? ''}
        rows={props.minRows ?? 1}
        style={{ '--rows': props.minRows ?? 1 }}
        {...(hideLabel && typeof label === 'string' && { 'aria-label': label })}
        {...(props.placeholder !== undefined && { placeholder: props.placeholder })}
        readOnly={readOnly}
        value={value}
        error={
          tooLong === null
            ? control['aria-invalid'] === true
            : `Nothing changed: with this text the field would have ${formatCount(tooLong)} characters; it takes ${formatCount(LONGEST_TYPED)}.`
        }
        {...control}
        onChange={(event) => {
          const typed = event.currentTarget.value;
          const after = props.singleLine === true ? typed.replaceAll(/\s*\n\s*/gu, ' ') : typed;
          // Files and hubs refuse longer ones: said here, while the text can still go elsewhere.
          const isTooLong = after.length > LONGEST_TYPED && after.length > value.length;
          setTooLong(isTooLong ? after.length : null);
          if (after !== value && !isTooLong) props.onType(after, { place: path, before: value, after });
        }}
        onBlur={props.onLeave}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
          if (props.singleLine !== true) return;
          event.preventDefault();
          props.onEnter?.();
        }}
      />
      <Messages id={messageId} problems={problems} />
    </div>
  );
}

/** A text changed from outside (undo) keeps the caret at what changed; React would put it at the end. */
function useCaretAfterUndo(area: React.RefObject<HTMLTextAreaElement | null>, value: string): void {
  const shown = useRef(value);
  const typed = useRef(value);
  useEffect(() => {
    const element = area.current;
    if (element === null) return undefined;
    const remember = (): void => {
      typed.current = element.value;
    };
    element.addEventListener('input', remember);
    return () => element.removeEventListener('input', remember);
  }, [area]);
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = value;
    const element = area.current;
    if (element === null || before === value || typed.current === value) return;
    typed.current = value;
    if (document.activeElement !== element) return;
    const { at, inserted } = changedPart(before, value);
    element.setSelectionRange(at + inserted.length, at + inserted.length);
  }, [area, value]);
}

/** Undo from the browser's own menu goes the same way as the key. */
function useOwnUndo(area: React.RefObject<HTMLTextAreaElement | null>): void {
  const run = useLatest(runCommand);
  useEffect(() => {
    const element = area.current;
    if (element === null) return undefined;
    const own = (event: InputEvent): void => {
      if (event.inputType !== 'historyUndo' && event.inputType !== 'historyRedo') return;
      event.preventDefault();
      run.current(event.inputType === 'historyUndo' ? 'desk.undo' : 'desk.redo');
    };
    element.addEventListener('beforeinput', own);
    return () => element.removeEventListener('beforeinput', own);
  }, [area, run]);
}
