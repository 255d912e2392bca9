import { Box, Button } from '@mantine/core';
import { SquareDashedMousePointer } from 'lucide-react';
import { counted } from '../../../shared/base/counts.ts';
import { KINDS_OF_CLUES } from '../../../shared/benchmarks/caughtcheating/kinds.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { inkOn, paletteColor } from '../../canvas/index.ts';
import { useDesk } from '../../ui/form/context.ts';
import { ChoiceField } from '../../ui/form/ChoiceField.tsx';
import { Messages } from '../../ui/form/Messages.tsx';
import { useFieldProblems } from '../../ui/form/useFieldProblems.ts';
import { useDigits } from '../../ui/form/useDigits.ts';
import { useFirstKey } from '../../ui/commands/keymap.ts';
import classes from './DeskForm.module.css';
import { clueCommands } from './commands.ts';
import { useAnswerForm } from './useAnswerForm.ts';
import { type ClueActions, useClues } from './useClues.ts';

const LABELS = [
  { value: 'clued', label: 'Clued', command: clueCommands.isClued },
  { value: 'unclued', label: 'Unclued', command: clueCommands.isUnclued },
] as const;

const KINDS = KINDS_OF_CLUES.map(({ id, deterministic }) => ({
  id,
  ...(deterministic
    ? { title: 'Deterministic clue', help: 'The one detail that alone proves the claim wrong.' }
    : { title: 'Non-deterministic clue', help: 'A weaker or ambiguous detail, if there is one.' }),
}));

/** The claim to read, whether the photo contradicts it, and boxes around what does: nothing is written. */
export function LabelAndBoxes() {
  const { answer, change } = useAnswerForm();
  const clues = useClues();
  const keyOf = useFirstKey();
  const { problems, messageId } = useFieldProblems('clues');
  useDigits('form', (digit) => {
    const chosen = LABELS[digit - 1];
    if (chosen === undefined) return false;
    change({ label: chosen.value === 'clued' });
    return true;
  });
  useCommands('desk', [
    {
      ...clueCommands.clued,
      run: () => {
        change({ label: answer.label !== true });
      },
    },
    {
      ...clueCommands.isClued,
      run: () => {
        change({ label: true });
      },
    },
    {
      ...clueCommands.isUnclued,
      run: () => {
        change({ label: false });
      },
    },
    {
      ...clueCommands.drawClue,
      run: () => {
        clues.draw(clues.current ?? KINDS[0]?.id ?? '');
      },
    },
  ]);
  return (
    <>
      <section className={classes['part']} aria-label="Claim">
        <Box component="h3" fz="sm" fw={600} lh={1.5}>
          The claim
        </Box>
        <Box component="p" fz={14} lh={1.5} style={{ overflowWrap: 'anywhere' }}>
          {answer.claim}
        </Box>
      </section>
      <div className={classes['part']}>
        <ChoiceField
          path="label"
          label="Does the photo contradict the claim?"
          wide
          choices={LABELS.map((each) => ({ ...each, hint: keyOf(each.command) }))}
          value={answer.label === null ? null : answer.label ? 'clued' : 'unclued'}
          onChoose={(label) => change({ label: label === 'clued' })}
        />
        <Box component="span" flex={1} c="dimmed" fz="xs">
          Clued: a detail proves the claim wrong. Unclued: nothing does.
        </Box>
      </div>
      {(answer.label !== false || KINDS.some(({ id }) => clues.boxesOf(id).length > 0)) && (
        <section className={classes['part']} aria-label="Clue boxes" data-field="clues">
          <Box component="h3" fz="sm" fw={600} lh={1.5}>
            Boxes around clues
          </Box>
          <Messages id={messageId} problems={problems} />
          <ul className={classes['list']}>
            {KINDS.map((kind, index) => (
              <KindRow key={kind.id} kind={kind} index={index} clues={clues} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function KindRow({
  kind,
  index,
  clues,
}: {
  readonly kind: (typeof KINDS)[number];
  readonly index: number;
  readonly clues: ClueActions;
}) {
  const { readOnly } = useDesk();
  const { problems, control, messageId } = useFieldProblems(`clues.${String(index)}.regions`);
  const boxes = clues.boxesOf(kind.id).length;
  const name = kind.title.toLowerCase();
  return (
    <li
      className={classes['clue']}
      data-current={clues.current === kind.id || undefined}
      data-field={`clues.${String(index)}.regions`}
    >
      <div className={classes['clueHead']}>
        <span
          className={classes['swatch']}
          style={{ background: paletteColor(index), color: inkOn(paletteColor(index)) }}
          aria-hidden
        >
          {index + 1}
        </span>
        {kind.title}
      </div>
      <Box component="span" flex={1} c="dimmed" fz="xs">
        {kind.help}
      </Box>
      <div className={classes['clueFoot']}>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<SquareDashedMousePointer size={13} aria-hidden />}
          aria-label={`Draw box: ${name}`}
          {...control}
          disabled={readOnly}
          onClick={() => clues.draw(kind.id)}
        >
          Draw box
        </Button>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          disabled={boxes === 0}
          {...(boxes > 0 && { 'aria-label': `${counted(boxes, 'box', 'boxes')} of the ${name}: select` })}
          onClick={() => clues.select(kind.id)}
        >
          {boxes === 0 ? 'No box yet' : counted(boxes, 'box', 'boxes')}
        </Button>
        <Messages id={messageId} problems={problems} />
      </div>
    </li>
  );
}
