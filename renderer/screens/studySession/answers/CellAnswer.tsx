import { Stack } from '@mantine/core';
import { useId } from 'react';
import { KeyCaps } from '../../../ui/commands/KeyCaps.tsx';
import { useSay } from '../../../ui/participant/ParticipantTexts.tsx';
import { type CellKind, type GridField, keyedCells, nameOf } from '../stage/cellStage.ts';
import { type AnswerFieldProps, useOptionKeys } from './answerParts.ts';
import classes from './answers.module.css';
import { NumberField } from '../../../ui/form/NumberField.tsx';

/** Which field of the grid over the image is chosen, in words, and the same by figures or, of a few, by a digit. */
export function CellAnswer({
  answer,
  onAnswer,
  isLocked,
  labelledBy,
  kind,
}: AnswerFieldProps & { readonly kind: CellKind }) {
  const say = useSay();
  const cell = answer?.kind === 'cell' ? answer : null;
  const set = (change: Partial<GridField>): void => {
    onAnswer({ kind: 'cell', row: cell?.row ?? 1, column: cell?.column ?? 1, ...change });
  };
  const keyed = keyedCells(kind);
  return (
    <Stack role="group" aria-labelledby={labelledBy} gap="sm">
      <p className={classes['hint']}>{say('cellHint')}</p>
      {keyed === null ? (
        <div className={classes['figures']}>
          <NumberField
            label={say('cellRow')}
            min={1}
            max={kind.rows}
            refusal={say('numberRefused', { most: kind.rows })}
            isWhole
            disabled={isLocked}
            value={cell?.row ?? null}
            onChange={(row) => {
              if (row !== null) set({ row });
            }}
          />
          <NumberField
            label={say('cellColumn')}
            min={1}
            max={kind.columns}
            refusal={say('numberRefused', { most: kind.columns })}
            isWhole
            disabled={isLocked}
            value={cell?.column ?? null}
            onChange={(column) => {
              if (column !== null) set({ column });
            }}
          />
        </div>
      ) : (
        <KeyedCells kind={kind} cells={keyed} chosen={cell} isLocked={isLocked} onChoose={set} />
      )}
      <p className={classes['chosen']} role="status">
        {cell === null ? say('cellNone') : say('cellChosen', { cell: nameOf(say, cell, kind) })}
      </p>
    </Stack>
  );
}

/** The fields as they lie, each with its digit. */
function KeyedCells({
  kind,
  cells,
  chosen,
  isLocked,
  onChoose,
}: {
  readonly kind: CellKind;
  readonly cells: readonly (GridField & { readonly key: string })[];
  readonly chosen: GridField | null;
  readonly isLocked: boolean;
  readonly onChoose: (cell: GridField) => void;
}) {
  const say = useSay();
  const name = useId();
  useOptionKeys(
    cells.map((cell) => ({ id: cell.key, text: nameOf(say, cell, kind), key: cell.key })),
    isLocked,
    (key) => {
      const cell = cells.find((each) => each.key === key);
      if (cell !== undefined) onChoose({ row: cell.row, column: cell.column });
    },
  );
  return (
    <div
      role="radiogroup"
      aria-label={say('cellLabel')}
      className={classes['cells']}
      style={{ gridTemplateColumns: `repeat(${String(kind.columns)}, 1fr)` }}
    >
      {cells.map(({ row, column, key }) => {
        const isChosen = chosen?.row === row && chosen.column === column;
        return (
          <label key={key} className={classes['option']} data-chosen={isChosen || undefined}>
            <input
              type="radio"
              name={name}
              checked={isChosen}
              disabled={isLocked}
              onChange={() => onChoose({ row, column })}
            />
            <span className={classes['optionText']}>{nameOf(say, { row, column }, kind)}</span>
            <span aria-hidden data-key-hint>
              <KeyCaps value={key} />
            </span>
          </label>
        );
      })}
    </div>
  );
}
