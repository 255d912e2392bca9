import { ActionIcon, Box, Button, Stack, Tooltip } from '@mantine/core';
import { ArrowDown, ArrowUp, Plus, SquareDashedMousePointer, Trash2 } from 'lucide-react';
import { counted } from '../../../shared/base/counts.ts';
import { inkOn, paletteColor } from '../../canvas/index.ts';
import { useDesk } from '../../ui/form/context.ts';
import { Messages } from '../../ui/form/Messages.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useFieldProblems } from '../../ui/form/useFieldProblems.ts';
import { KeyCaps } from '../../ui/commands/KeyCaps.tsx';
import { useFirstKey } from '../../ui/commands/keymap.ts';
import classes from './DeskForm.module.css';
import { clueCommands } from './commands.ts';
import { useAnswerForm } from './useAnswerForm.ts';
import type { ClueActions } from './useClues.ts';
import { useQuestions } from './useQuestions.ts';

/** The clues with their texts and boxes; one of them is deterministic. */
export function CluesPart({
  clues,
  onPromote,
}: {
  readonly clues: ClueActions;
  readonly onPromote: (id: string) => void;
}) {
  const { readOnly } = useDesk();
  const { answer } = useAnswerForm();
  const { problems, messageId } = useFieldProblems('clues');
  return (
    <Stack gap="sm" data-field="clues">
      <Messages id={messageId} problems={problems} />
      {answer.label === false && (
        <div className={classes['notice']}>
          <span>An unclued item has no clues and no questions.</span>
          <Button size="compact-xs" variant="default" disabled={readOnly} onClick={clues.clear}>
            Remove them
          </Button>
        </div>
      )}
      {answer.clues.length === 0 && answer.label !== false && (
        <Box component="p" c="dimmed">
          No clue yet. Describe what contradicts the claim, then draw a box around it.
        </Box>
      )}
      <ol className={classes['list']}>
        {answer.clues.map((clue, index) => (
          <ClueRow key={clue.id} index={index} clues={clues} onPromote={onPromote} />
        ))}
      </ol>
      {answer.label !== false && (
        <Button
          size="compact-sm"
          variant="default"
          className={classes['add'] ?? ''}
          leftSection={<Plus size={14} aria-hidden />}
          rightSection={<KeyCaps value="Alt+N" />}
          disabled={readOnly}
          onClick={clues.add}
        >
          Add a clue
        </Button>
      )}
    </Stack>
  );
}

function ClueRow({
  index,
  clues,
  onPromote,
}: {
  readonly index: number;
  readonly clues: ClueActions;
  readonly onPromote: (id: string) => void;
}) {
  const { readOnly } = useDesk();
  const { answer, change } = useAnswerForm();
  const questions = useQuestions();
  const keyOf = useFirstKey();
  const boxProblems = useFieldProblems(`clues.${String(index)}.regions`);
  const clue = answer.clues[index];
  if (clue === undefined) return null;
  const isCurrent = (clues.current ?? answer.clues.at(-1)?.id) === clue.id;
  const number = String(index + 1);
  const boxes = clues.boxesOf(clue.id).length;
  const name = `Clue ${number}`;
  return (
    <li className={classes['clue']} data-current={clues.current === clue.id || undefined}>
      <div className={classes['clueHead']}>
        <span
          className={classes['swatch']}
          style={{ background: paletteColor(index), color: inkOn(paletteColor(index)) }}
          aria-hidden
        >
          {number}
        </span>
        <label className={classes['radio']}>
          <input
            type="radio"
            name="deterministic-clue"
            checked={clue.deterministic}
            disabled={readOnly}
            aria-label={`${name} is the deterministic clue`}
            onChange={() => onPromote(clue.id)}
          />
          Deterministic
        </label>
        <Box component="span" flex={1} />
        <Tool
          label={`Move ${name} up`}
          disabled={readOnly || index === 0}
          onClick={() => clues.move(index, index - 1)}
        >
          <ArrowUp size={14} aria-hidden />
        </Tool>
        <Tool
          label={`Move ${name} down`}
          disabled={readOnly || index === answer.clues.length - 1}
          onClick={() => clues.move(index, index + 1)}
        >
          <ArrowDown size={14} aria-hidden />
        </Tool>
        <Tool
          label={`Delete ${name} and its boxes`}
          disabled={readOnly}
          onClick={() => clues.remove(clue.id)}
        >
          <Trash2 size={14} aria-hidden />
        </Tool>
      </div>
      <TextField
        path={`clues.${String(index)}.text`}
        label={`Text of clue ${number}`}
        hideLabel
        minRows={2}
        placeholder={
          clue.deterministic
            ? 'The detail that alone disproves the claim, in a sentence'
            : 'A weaker or ambiguous clue, in a sentence'
        }
        value={clue.text}
        onType={(text, keystroke) => {
          change({ clues: answer.clues.with(index, { ...clue, text }) }, keystroke);
        }}
        onLeave={() => {
          if (clue.deterministic && clue.text.trim() !== '') questions.suggestIfEmpty();
        }}
      />
      <div className={classes['clueFoot']} data-field={`clues.${String(index)}.regions`}>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<SquareDashedMousePointer size={13} aria-hidden />}
          {...(isCurrent && { title: keyOf(clueCommands.drawClue) ?? '' })}
          aria-label={`Draw box for clue ${number}`}
          {...boxProblems.control}
          disabled={readOnly}
          onClick={() => clues.draw(clue.id)}
        >
          Draw box
        </Button>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          disabled={boxes === 0}
          {...(boxes > 0 && { 'aria-label': `${counted(boxes, 'box', 'boxes')} of clue ${number}: select` })}
          onClick={() => clues.select(clue.id)}
        >
          {boxes === 0 ? 'No box yet' : counted(boxes, 'box', 'boxes')}
        </Button>
        <Messages id={boxProblems.messageId} problems={boxProblems.problems} />
      </div>
    </li>
  );
}

function Tool({
  label,
  disabled,
  onClick,
  children,
}: {
  readonly label: string;
  readonly disabled: boolean;
  readonly onClick: () => void;
  readonly children: React.ReactNode;
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon size={22} aria-label={label} disabled={disabled} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
