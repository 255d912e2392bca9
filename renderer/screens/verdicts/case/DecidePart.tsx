import { Button, Flex, Textarea, UnstyledButton } from '@mantine/core';
import { Gavel } from 'lucide-react';
import type { RefObject } from 'react';
import { type Json, sameJson } from '../../../../shared/base/json.ts';
import { keysOf, useKeymap } from '../../../ui/commands/keymap.ts';
import { KeyCaps } from '../../../ui/commands/KeyCaps.tsx';
import { CAUSES } from '../causes.ts';
import type { CaseDraft } from './caseDraft.ts';
import classes from './Decide.module.css';

/** The verdict, why judges disagreed, a note, and the decision. */
export function DecidePart({
  values,
  draft,
  missing,
  pending,
  note,
  onChange,
  onDecide,
  onNoteDone,
}: {
  readonly values: readonly { readonly value: Json; readonly title: string; readonly key: string }[];
  readonly draft: CaseDraft;
  /** Deciding was tried too early. */
  readonly missing: boolean;
  readonly pending: boolean;
  readonly note: RefObject<HTMLTextAreaElement | null>;
  readonly onChange: (change: Partial<CaseDraft>) => void;
  readonly onDecide: () => void;
  readonly onNoteDone: () => void;
}) {
  const keymap = useKeymap();
  const lacking = [
    ...(draft.value === undefined ? ['a verdict'] : []),
    ...(draft.cause === null ? ['a cause'] : []),
  ];
  return (
    <footer className={classes['decide']}>
      <Flex gap="sm" role="group" aria-label="Final verdict">
        {values.map(({ value, title, key }) => (
          <UnstyledButton
            key={key}
            className={classes['value']}
            aria-pressed={draft.value !== undefined && sameJson(draft.value, value)}
            onClick={() => onChange({ value })}
          >
            <span aria-hidden>
              <KeyCaps value={key.toUpperCase()} />
            </span>
            <span>{title}</span>
          </UnstyledButton>
        ))}
      </Flex>
      <Flex gap="xs" wrap="wrap" role="group" aria-label="Cause of the disagreement">
        {CAUSES.map(({ value, title, command }) => {
          const key = keysOf(command, keymap)[0];
          return (
            <UnstyledButton
              key={value}
              className={classes['cause']}
              aria-pressed={draft.cause === value}
              onClick={() => onChange({ cause: value })}
            >
              {key !== undefined && (
                <span aria-hidden>
                  <KeyCaps value={key} />
                </span>
              )}
              <span>{title}</span>
            </UnstyledButton>
          );
        })}
      </Flex>
      <Flex gap="sm" align="flex-end">
        <Textarea
          ref={note}
          className={classes['note'] ?? ''}
          aria-label="Note on the decision"
          placeholder="Note (optional)"
          autosize
          minRows={1}
          maxRows={3}
          maxLength={10_000}
          value={draft.note}
          onChange={(event) => onChange({ note: event.currentTarget.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.preventDefault();
            onNoteDone();
          }}
        />
        <span className={classes['lacking']} role="alert">
          {missing && lacking.length > 0 && `Choose ${lacking.join(' and ')}.`}
        </span>
        <Button
          leftSection={<Gavel size={14} aria-hidden />}
          rightSection={<KeyCaps value="Enter" />}
          loading={pending}
          onClick={onDecide}
        >
          Decide
        </Button>
      </Flex>
    </footer>
  );
}
