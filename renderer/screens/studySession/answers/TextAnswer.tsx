import { Stack, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { LONGEST_TYPED } from '../../../../shared/domain/baseline.ts';
import { useSay } from '../../../ui/participant/ParticipantTexts.tsx';
import type { AnswerFieldProps } from './answerParts.ts';
import classes from './answers.module.css';

/** Free text, or, where the step offers it, the choice that there is nothing to report. */
export function TextAnswer({
  answer,
  onAnswer,
  isLocked,
  labelledBy,
  noEvidence,
}: AnswerFieldProps & { readonly noEvidence: string | null }) {
  const say = useSay();
  // The text written before comes back when the choice is cleared.
  const [setAside, setSetAside] = useState('');
  const [tooLong, setTooLong] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const field = area.current;
    if (field === null) return;
    // Each page begins at its top, whatever is above the field.
    field.focus({ preventScroll: true });
    // Text that was written before goes on at its end: a browser puts the caret before it.
    field.setSelectionRange(field.value.length, field.value.length);
  }, []);
  const isNothing = answer?.kind === 'no_evidence';
  const text = isNothing ? setAside : answer?.kind === 'text' ? answer.text : '';
  return (
    <Stack gap="sm">
      <Textarea
        aria-labelledby={labelledBy}
        className={classes['written'] ?? ''}
        rows={5}
        value={text}
        readOnly={isLocked}
        disabled={isNothing}
        ref={area}
        {...(tooLong && { error: say('textTooLong', { most: LONGEST_TYPED }) })}
        {...(isNothing && text !== '' && { description: say('textSetAside') })}
        onChange={(event) => {
          const typed = event.currentTarget.value;
          setTooLong(typed.length > LONGEST_TYPED && typed.length > text.length);
          // Refused as a whole: nobody's text is cut off behind their back.
          if (typed.length > LONGEST_TYPED && typed.length > text.length) return;
          onAnswer(typed === '' ? null : { kind: 'text', text: typed });
        }}
      />
      {noEvidence !== null && (
        <label className={classes['option']} data-chosen={isNothing || undefined}>
          <input
            type="checkbox"
            checked={isNothing}
            disabled={isLocked}
            onChange={() => {
              if (isNothing) onAnswer(setAside === '' ? null : { kind: 'text', text: setAside });
              else {
                setSetAside(text);
                onAnswer({ kind: 'no_evidence', text: noEvidence });
              }
            }}
          />
          <span className={classes['optionText']} translate="no">
            {noEvidence}
          </span>
        </label>
      )}
    </Stack>
  );
}
