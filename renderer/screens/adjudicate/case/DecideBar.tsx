import { Button, Textarea } from '@mantine/core';
import { Gavel } from 'lucide-react';
import type { RefObject } from 'react';
import { KeyCaps } from '../../../ui/commands/KeyCaps.tsx';
import { DigitCap } from '../../../ui/form/ChoiceField.tsx';
import fields from '../../../ui/form/fields.module.css';
import { CAUSES } from '../decision/words.ts';
import type { VerdictDraft } from './verdictDraft.ts';
import classes from './Case.module.css';

/** Why they disagreed, a note, and the decision. */
export function DecideBar({
  draft,
  onChange,
  missing,
  overruling,
  deciding,
  onDecide,
  bar,
}: {
  readonly draft: VerdictDraft;
  readonly onChange: (change: Partial<VerdictDraft>) => void;
  /** Deciding was tried without a cause. */
  readonly missing: boolean;
  /** Nobody differs: it is decided all the same. */
  readonly overruling: boolean;
  readonly deciding: boolean;
  readonly onDecide: () => void;
  readonly bar: RefObject<HTMLElement | null>;
}) {
  return (
    <footer ref={bar} className={classes['decide']}>
      <fieldset
        className={classes['causes']}
        role="radiogroup"
        aria-label={overruling ? 'Cause of the decision' : 'Cause of the disagreement'}
        aria-describedby={missing ? 'cause-missing' : undefined}
        aria-invalid={missing || undefined}
      >
        <span className={classes['label']} aria-hidden>
          Cause <KeyCaps value="C" />
        </span>
        <div className={classes['choices']} data-digits>
          {CAUSES.map(({ value, title }, at) => (
            <label key={value} className={fields['choice']}>
              <input
                type="radio"
                name="cause"
                value={value}
                checked={draft.cause === value}
                onChange={() => onChange({ cause: value })}
              />
              <DigitCap digit={at + 1} />
              <span>{title}</span>
            </label>
          ))}
        </div>
        {missing && (
          <span id="cause-missing" className={classes['missing']} role="alert">
            {overruling ? 'Say why you decide against them.' : 'Say why they disagreed.'}
          </span>
        )}
      </fieldset>
      <div className={classes['end']}>
        <Textarea
          className={classes['note'] ?? ''}
          aria-label="Note on the decision"
          placeholder="Note (optional)"
          autosize
          minRows={1}
          maxRows={4}
          maxLength={10_000}
          value={draft.note}
          onChange={(event) => onChange({ note: event.currentTarget.value })}
        />
        <Button
          leftSection={<Gavel size={14} aria-hidden />}
          rightSection={<KeyCaps value="Ctrl+Enter" />}
          loading={deciding}
          onClick={onDecide}
        >
          Decide
        </Button>
      </div>
    </footer>
  );
}
