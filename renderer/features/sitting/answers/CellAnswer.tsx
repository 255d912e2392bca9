import { NumberInput } from '@mantine/core';
import { nameOf, type CellKind } from '../stage/cellStage.ts';
import type { AnswerFieldProps } from './AnswerField.tsx';
import classes from './answers.module.css';

/** Which field of the grid over the image is chosen, in words, and the same by figures. */
export function CellAnswer({
  answer,
  onAnswer,
  isLocked,
  labelledBy,
  kind,
}: AnswerFieldProps & { readonly kind: CellKind }) {
  const cell = answer?.kind === 'cell' ? answer : null;
  const set = (change: { readonly row?: number; readonly column?: number }): void => {
    onAnswer({ kind: 'cell', row: cell?.row ?? 1, column: cell?.column ?? 1, ...change });
  };
  return (
    <div role="group" aria-labelledby={labelledBy} className={classes['options']}>
      <p className={classes['hint']}>
        Click a field of the grid, or move with the arrow keys while the image has the focus.
      </p>
      <div className={classes['figures']}>
        <NumberInput
          label="Row"
          min={1}
          max={kind.rows}
          clampBehavior="strict"
          allowDecimal={false}
          disabled={isLocked}
          value={cell?.row ?? ''}
          onChange={(row) => {
            if (typeof row === 'number') set({ row });
          }}
        />
        <NumberInput
          label="Column"
          min={1}
          max={kind.columns}
          clampBehavior="strict"
          allowDecimal={false}
          disabled={isLocked}
          value={cell?.column ?? ''}
          onChange={(column) => {
            if (typeof column === 'number') set({ column });
          }}
        />
      </div>
      <p className={classes['chosen']} role="status">
        {cell === null ? 'No field is chosen yet.' : `${nameOf(cell)} is chosen.`}
      </p>
    </div>
  );
}
