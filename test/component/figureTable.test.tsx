import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FigureTable } from '../../renderer/ui/figures/tables/FigureTable.tsx';
import { footnotes, withCommonNote } from '../../renderer/ui/figures/tables/tableModel.ts';
import { coveredCell, majorityNote, metricCell, rowCoverage } from '../../renderer/ui/figures/shownReport.ts';
import type { Figure, MetricsRow } from '../../shared/contract/metrics.ts';

const PERCENT = { factor: 100, digits: 1 };
const figure = (value: number, ci95: [number, number] | null, n: number): Figure => ({
  value,
  undefined: null,
  n,
  ci95,
  interval: ci95 === null ? null : 'bca',
  ...(ci95 === null && { noInterval: 'No interval: too few items.' }),
});
const bounded = figure(0.5, [0.25, 0.75], 8);
const unbounded = figure(1, null, 4);
const layout = {
  title: 'Table 1',
  condition: null,
  columns: [
    { metric: 'clued', title: 'Clued Acc', print: PERCENT },
    { metric: 'f1', title: 'F1', print: PERCENT },
  ],
};
const majority: MetricsRow = {
  key: 'majority',
  name: 'Majority of people',
  kind: 'majority',
  personId: null,
  version: null,
  participants: 2,
  items: 8,
  ownItems: 8,
  unjudged: 4,
  figures: { clued: bounded, f1: unbounded },
  conditions: {},
  answered: {},
};

it('a figure without an interval is there, and says under the table that it has none', () => {
  render(
    <FigureTable
      label="Table 1"
      corner="Respondent"
      columns={['Clued Acc', 'F1']}
      rows={[
        {
          key: 'people',
          head: 'People',
          cells: [bounded, unbounded].map((each) => metricCell(each, PERCENT)),
        },
      ]}
      opened={null}
      onOpen={() => undefined}
    />,
  );
  const [first, second] = within(screen.getByRole('table', { name: 'Table 1' })).getAllByRole('cell');
  expect(first?.textContent).toBe('50.0 [25.0, 75.0] BCa · n = 8');
  expect(second?.textContent).toBe('100.0 no interval · n = 4a');
  const notes = within(screen.getByRole('list', { name: 'Notes on Table 1' })).getAllByRole('listitem');
  expect(notes.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/^a No interval/u)]);
});

it('where no resamples were asked for, nothing is said of intervals', () => {
  const { noInterval: _, ...unasked } = unbounded;
  expect(metricCell(unasked, PERCENT)).toEqual({ text: '100.0', detail: 'n = 4', main: true });
});

it('beside a figure stands what makes it, never how much is judged: that is a column, or a note, of its own', () => {
  const covering = (covered: number): Figure => ({
    ...bounded,
    hits: 4,
    coverage: { covered, of: 9, lacks: ['verdicts'] },
  });
  expect(metricCell(covering(8), PERCENT).detail).toBe('[25.0, 75.0] BCa · 4 of 8');
  expect(metricCell({ ...covering(8), ci95: null }, PERCENT).detail).toBe('4 of 8');
  expect(coveredCell(covering(8), PERCENT)).toMatchObject({
    detail: '[25.0, 75.0] BCa · 4 of 8',
    note: 'Coverage: judged 8 of 9.',
  });
  expect(coveredCell(covering(9), PERCENT).note).toBeUndefined();
  const row: MetricsRow = { ...majority, kind: 'model', figures: { clued: covering(8), f1: covering(9) } };
  expect(rowCoverage(row, layout)).toBe('judged 8 of 9 (Clued Acc); else all');
});

it('the majority says on how many items each figure rests, where some items have none', () => {
  expect(majorityNote(majority, layout)).toBe(
    'On 4 of 8 items participants lack a majority in some part. Items that figures rest on: Clued Acc on 8, F1 on 4.',
  );
  expect(majorityNote({ ...majority, unjudged: 0 }, layout)).toBeUndefined();
  expect(majorityNote({ ...majority, kind: 'people' }, layout)).toBeUndefined();
});

it('has one note for many cells that nobody answered, and one each for few', () => {
  const row = (count: number) => [
    {
      key: 'a',
      head: 'a',
      cells: Array.from({ length: count }, (_, at) => ({
        text: '–',
        reason: `Nobody answered ${String(at)}.`,
        unanswered: true,
      })),
    },
  ];
  expect([...footnotes(withCommonNote(row(4))).keys()]).toHaveLength(4);
  expect([...footnotes(withCommonNote(row(5))).keys()]).toEqual(['No answers.']);
});
