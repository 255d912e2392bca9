import { Stack } from '@mantine/core';
import { useId } from 'react';
import { KeyCaps } from '../../../ui/commands/KeyCaps.tsx';
import { type AnswerFieldProps, type KeyedOption, useOptionKeys } from './answerParts.ts';
import classes from './answers.module.css';

/** One of several, all in sight: by pointer, by its key, or with the arrows as in any radio group. */
export function ChoiceAnswer({
  options,
  chosen,
  onChoose,
  isLocked,
  labelledBy,
  language,
}: AnswerFieldProps & {
  readonly options: readonly KeyedOption[];
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}) {
  const name = useId();
  useOptionKeys(options, isLocked, onChoose);
  return (
    <Stack role="radiogroup" aria-labelledby={labelledBy} gap="sm">
      {options.map(({ id, text, key }) => (
        <label key={id} className={classes['option']} data-chosen={chosen === id || undefined}>
          <input
            type="radio"
            name={name}
            value={id}
            checked={chosen === id}
            disabled={isLocked}
            onChange={() => onChoose(id)}
          />
          <span className={classes['optionText']} translate="no" lang={language}>
            {text}
          </span>
          {key !== null && (
            <span aria-hidden data-key-hint>
              <KeyCaps value={key} />
            </span>
          )}
        </label>
      ))}
    </Stack>
  );
}
