import { Stack } from '@mantine/core';
import { KeyCaps } from '../../../ui/commands/KeyCaps.tsx';
import { useSay } from '../../../ui/participant/ParticipantTexts.tsx';
import { type AnswerFieldProps, type KeyedOption, useOptionKeys } from './answerParts.ts';
import classes from './answers.module.css';

/** Any number of several, all in sight: by pointer or by its key. */
export function ChoicesAnswer({
  options,
  answer,
  onAnswer,
  isLocked,
  labelledBy,
  language,
}: AnswerFieldProps & { readonly options: readonly KeyedOption[] }) {
  const say = useSay();
  const chosen = new Set(answer?.kind === 'choices' ? answer.options : []);
  const toggle = (id: string): void => {
    const after = options.flatMap((option) =>
      chosen.has(option.id) !== (option.id === id) ? [option.id] : [],
    );
    onAnswer(after.length === 0 ? null : { kind: 'choices', options: after });
  };
  useOptionKeys(options, isLocked, toggle);
  return (
    <Stack role="group" aria-labelledby={labelledBy} gap="sm">
      {options.map(({ id, text, key }) => (
        <label key={id} className={classes['option']} data-chosen={chosen.has(id) || undefined}>
          <input type="checkbox" checked={chosen.has(id)} disabled={isLocked} onChange={() => toggle(id)} />
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
      <p className={classes['hint']}>{say('severalRight')}</p>
    </Stack>
  );
}
