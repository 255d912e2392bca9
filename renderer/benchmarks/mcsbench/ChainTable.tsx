import { Box, VisuallyHidden } from '@mantine/core';
import { useMemo } from 'react';
import { alignChains, type AlignedStep, alignSteps } from '../../../shared/benchmarks/mcsbench/chains.ts';
import { CHAIN_ERRORS } from '../../../shared/benchmarks/mcsbench/taxonomy.ts';
import { wordChanges } from '../../ui/text/wordChanges.ts';
import { type Chain, errorField, type Probe } from './chainForm.ts';
import classes from './ChainTable.module.css';
import { useAnswerForm } from './useAnswerForm.ts';

const SAID: Readonly<Record<AlignedStep['kind'], string>> = {
  same: 'The same',
  changed: 'Reworded',
  missing: 'Missing',
  added: 'Added',
};

/** A chain beside the gold one, step by step; the gold chain by itself. */
export function ChainTable({ gold, chain }: { readonly gold: Chain; readonly chain: Chain }) {
  const rows = useMemo(() => alignSteps(gold.steps, chain.steps), [gold, chain]);
  if (chain.isGold)
    return (
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">Gold chain, {gold.letter}</th>
          </tr>
        </thead>
        <tbody>
          {gold.steps.map((step, at) => (
            <tr key={`${String(at)} ${step}`}>
              <td>{step}</td>
            </tr>
          ))}
        </tbody>
      </table>
    );
  return (
    <table className={classes['table']} data-pair>
      <thead>
        <tr>
          <th scope="col">Gold chain, {gold.letter}</th>
          <th scope="col">Chain {chain.letter}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={`${String(at)} ${row.kind}`} data-kind={row.kind}>
            <td>{row.gold !== null && <Step row={row} side="gold" />}</td>
            <td data-kind={row.kind}>
              <Other row={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** All chains of a probe side by side, the gold one first. */
export function OverviewTable({
  probe,
  gold,
  current,
}: {
  readonly probe: Probe;
  readonly gold: Chain;
  readonly current: Chain;
}) {
  const { answer } = useAnswerForm();
  const others = probe.chains.filter(({ isGold }) => !isGold);
  const rows = useMemo(
    () =>
      alignChains(
        gold.steps,
        probe.chains.filter(({ isGold }) => !isGold).map(({ steps }) => steps),
      ),
    [gold, probe],
  );
  return (
    <table className={classes['table']} data-overview>
      <thead>
        <tr>
          <th scope="col">Gold chain, {gold.letter}</th>
          {others.map(({ letter }) => {
            const error = answer[errorField({ probe: probe.number, letter })];
            return (
              <th key={letter} scope="col" aria-current={letter === current.letter}>
                Chain {letter}
                <Box component="span" display="block" c="dimmed" fw={400}>
                  {CHAIN_ERRORS.find(({ id }) => id === error)?.name ?? 'no error type yet'}
                </Box>
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={`${String(at)} ${row.gold ?? ''}`}>
            <td>{row.gold}</td>
            {row.others.map((other, column) => (
              <td key={others[column]?.letter ?? column} data-kind={other?.kind}>
                {other !== null && <Other row={other} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Other({ row }: { readonly row: AlignedStep }) {
  return (
    <>
      <span className={classes['kind']}>{SAID[row.kind]}</span>
      {row.other !== null && <Step row={row} side="other" />}
    </>
  );
}

/** One side of an aligned step; what the other side says otherwise is marked. */
function Step({ row, side }: { readonly row: AlignedStep; readonly side: 'gold' | 'other' }) {
  const parts = useMemo(() => (row.kind === 'changed' ? wordChanges(row.gold, row.other) : null), [row]);
  if (parts === null) return <span>{side === 'gold' ? row.gold : row.other}</span>;
  const own = side === 'gold' ? 'removed' : 'inserted';
  return (
    <span>
      {parts.map(({ kind, text }, at) => {
        const key = `${String(at)} ${text}`;
        if (kind === 'same') return <span key={key}>{text}</span>;
        return kind === own ? (
          <mark key={key} className={classes['own']}>
            <VisuallyHidden>[only here: </VisuallyHidden>
            {text}
            <VisuallyHidden>]</VisuallyHidden>
          </mark>
        ) : null;
      })}
    </span>
  );
}
