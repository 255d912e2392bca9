import { Box, Button, Flex, TextInput, UnstyledButton } from '@mantine/core';
import { BookOpenText, CloudUpload, Image, Redo2, SkipForward, TriangleAlert, Undo2 } from 'lucide-react';
import type { RefObject } from 'react';
import { counted } from '../../../../shared/base/counts.ts';
import type { CriterionDescription, JudgingCard } from '../../../../shared/contract/judging.ts';
import { sameJson } from '../../../../shared/base/json.ts';
import { HARMLESS } from '../../../ui/commands/gateListener.ts';
import { KeyCaps } from '../../../ui/commands/KeyCaps.tsx';
import type { DeckState } from '../store/deckState.ts';
import {
  type VerdictChoice,
  verdictChoices,
  verdictTitle,
} from '../../../../shared/benchmarks/verdictTitle.ts';
import classes from './VerdictBar.module.css';

/** The verdicts with their keys, what was given last, a note, and what else can be done. */
export function VerdictBar({
  criterion,
  card,
  note,
  noteField,
  state,
  writable,
  unsaved,
  imageShown,
  onImage,
  onNote,
  onNoteDone,
  onGive,
  onBack,
  onForward,
  onSkip,
  onInstruction,
}: {
  readonly criterion: CriterionDescription;
  readonly card: JudgingCard;
  readonly note: string;
  readonly noteField: RefObject<HTMLInputElement | null>;
  readonly state: DeckState;
  readonly writable: boolean;
  /** How many verdicts are not acknowledged yet. */
  readonly unsaved: number;
  readonly imageShown: boolean;
  readonly onImage: () => void;
  readonly onNote: (note: string) => void;
  /** The note is written: the focus goes back. */
  readonly onNoteDone: () => void;
  readonly onGive: (choice: VerdictChoice) => void;
  readonly onBack: () => void;
  /** To the next answer, this verdict unchanged. */
  readonly onForward: () => void;
  readonly onSkip: () => void;
  readonly onInstruction: () => void;
}) {
  return (
    <footer className={classes['bar']}>
      <VerdictChoices criterion={criterion} card={card} writable={writable} onGive={onGive} />
      <div className={classes['row']}>
        <Button
          {...HARMLESS}
          variant="subtle"
          color="gray"
          leftSection={<Undo2 size={14} aria-hidden />}
          rightSection={<KeyCaps value="Backspace" />}
          disabled={state.place === 0}
          onClick={onBack}
        >
          Back
        </Button>
        {card.state !== 'open' && (
          <Button
            {...HARMLESS}
            variant="subtle"
            color="gray"
            leftSection={<Redo2 size={14} aria-hidden />}
            rightSection={<KeyCaps value="ArrowRight" />}
            title="To the next answer; the verdict stays"
            onClick={onForward}
          >
            Forward
          </Button>
        )}
        <LastVerdict criterion={criterion} state={state} />
        {/* One or two are always being sent; more means that something holds them up. */}
        {unsaved > 2 && (
          <span className={classes['unsaved']}>
            <CloudUpload size={14} aria-hidden />
            {counted(unsaved, 'verdict')} not saved yet
          </span>
        )}
        <Box component="span" flex={1} />
        <TextInput
          ref={noteField}
          className={classes['note'] ?? ''}
          aria-label="Note on this verdict"
          placeholder="Note (optional)"
          rightSection={note === '' ? <KeyCaps value="Alt+N" /> : null}
          rightSectionWidth={56}
          rightSectionPointerEvents="none"
          maxLength={10_000}
          disabled={!writable}
          value={note}
          onChange={(event) => onNote(event.currentTarget.value)}
          onKeyDown={(event) => {
            if ((event.key !== 'Escape' && event.key !== 'Enter') || event.ctrlKey) return;
            event.preventDefault();
            onNoteDone();
          }}
        />
        {card.images.length > 0 && (
          <Button
            variant="default"
            leftSection={<Image size={14} aria-hidden />}
            rightSection={<KeyCaps value="G" />}
            aria-pressed={imageShown}
            onClick={onImage}
          >
            Image
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<BookOpenText size={14} aria-hidden />}
          rightSection={<KeyCaps value="I" />}
          onClick={onInstruction}
        >
          Instruction
        </Button>
        <Button
          variant="default"
          leftSection={<SkipForward size={14} aria-hidden />}
          rightSection={<KeyCaps value="Ctrl+Space" />}
          disabled={!writable}
          onClick={onSkip}
        >
          Skip…
        </Button>
      </div>
    </footer>
  );
}

/** The verdicts to choose from, each with its key; the one given is pressed. */
function VerdictChoices({
  criterion: { verdict, refusal },
  card,
  writable,
  onGive,
}: {
  readonly criterion: CriterionDescription;
  readonly card: JudgingCard;
  readonly writable: boolean;
  readonly onGive: (choice: VerdictChoice) => void;
}) {
  if (verdict.kind !== 'choice') return null;
  return (
    <Flex gap="sm" justify="center" pt="sm" pr="md" pl="md" role="group" aria-label="Verdict">
      {verdictChoices(verdict, refusal).map((choice) => {
        const { value, title, key } = choice;
        const chosen =
          card.state === 'submitted' && sameJson(card.value, value) && card.refusal === choice.refusal;
        return (
          <UnstyledButton
            key={key}
            className={classes['verdict']}
            disabled={!writable}
            aria-pressed={chosen}
            aria-keyshortcuts={key.toUpperCase()}
            onClick={() => onGive(choice)}
          >
            <span aria-hidden>
              <KeyCaps value={key.toUpperCase()} />
            </span>
            <span>{title}</span>
          </UnstyledButton>
        );
      })}
    </Flex>
  );
}

/** What was given on the card before, or why it was refused. */
function LastVerdict({
  criterion: { verdict, refusal },
  state: { last, refused, place },
}: {
  readonly criterion: CriterionDescription;
  readonly state: DeckState;
}) {
  const given = (value: NonNullable<typeof last>): string => {
    if (value.value === undefined) return 'skipped';
    return value.refusal && refusal !== null ? refusal.title : verdictTitle(verdict, value.value);
  };
  return (
    <span className={classes['last']} role="status">
      {refused !== null ? (
        <span className={classes['refused']}>
          <TriangleAlert size={14} aria-hidden />
          Answer {refused.place + 1} was refused: {refused.failure.message}
        </span>
      ) : (
        last !== null &&
        last.place !== place && (
          <>
            Answer {last.place + 1}: <strong>{given(last)}</strong>
          </>
        )
      )}
    </span>
  );
}
