import { Box, VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';
import { counted } from '../../../shared/base/counts.ts';
import { type ComparedValue, compareWithMachines } from '../../../shared/benchmarks/mcsbench/comparison.ts';
import { useDeskState } from '../../ui/form/context.ts';
import { Fold } from '../../ui/form/Fold.tsx';
import classes from './AuditPart.module.css';
import { useAnswerForm, useMachines } from './useAnswerForm.ts';

/** What auditors and classifiers said of the item beside one's own answer; there once that is submitted. */
export function AuditPart() {
  const { answer } = useAnswerForm();
  const machines = useMachines();
  const isSubmitted = useDeskState(({ state, version }) => state === 'submitted' || version > 1);
  const comparison = useMemo(
    () => (machines === null || !isSubmitted ? null : compareWithMachines(answer, machines)),
    [answer, machines, isSubmitted],
  );
  if (comparison === null) return null;
  const { auditors, rows, notes, attempts } = comparison;
  const differing = rows.filter(({ others }) => others.some(({ differs }) => differs)).length;
  return (
    <Fold
      id="mcsbench.auditors"
      title="You and the auditors"
      note={differing === 0 ? 'no difference' : counted(differing, 'difference')}
    >
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>Asked</VisuallyHidden>
            </th>
            <th scope="col">You</th>
            {auditors.map((auditor) => (
              <th key={auditor} scope="col">
                {auditor}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ title, own, others }) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              <td>{own ?? <span className={classes['silent']}>–</span>}</td>
              {others.map((value, at) => (
                <Value key={auditors[at] ?? at} value={value} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {attempts !== null && <p className={classes['note']}>{attempts}</p>}
      {notes.map(({ auditor, note }) => (
        <p key={`${auditor} ${note}`} className={classes['note']}>
          {auditor}: {note}
        </p>
      ))}
    </Fold>
  );
}

function Value({ value: { text, differs, points } }: { readonly value: ComparedValue }) {
  return (
    <td data-differs={differs || undefined}>
      {text ?? <span className={classes['silent']}>–</span>}
      {differs && (
        <Box component="span" ml={6} fz="xs">
          {points === null ? '≠' : points > 0 ? `+${String(points)}` : `−${String(-points)}`}
          <VisuallyHidden> differs from you</VisuallyHidden>
        </Box>
      )}
    </td>
  );
}
