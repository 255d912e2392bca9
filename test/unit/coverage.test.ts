import { expect, it } from 'vitest';
import { countsText } from '../../shared/figures/countsText.ts';
import { tableAsCsv } from '../../shared/figures/csv.ts';
import { tableAsLatex } from '../../shared/figures/latex.ts';
import type { TableLook } from '../../shared/figures/tableLook.ts';
import { tableAsMarkdown } from '../../shared/figures/markdown.ts';
import { coverageColumn, figureColumn, figureColumns } from '../../shared/figures/resultsTables.ts';
import { type Coverage, coverageText, coverageWords } from '../../shared/statistics/coverage.ts';

const figure = (
  covered: number,
  of: number,
  { title = 'A', value = 0.5 }: { readonly title?: string; readonly value?: number | null } = {},
  lacks: Coverage['lacks'] = ['verdicts'],
) => ({ title, value, coverage: { covered, of, lacks: covered === of ? [] : lacks } });

it('says in words what answers lack', () => {
  expect(coverageWords({ covered: 14, of: 15, lacks: ['answers'] })).toBe('answered 14 of 15');
  expect(coverageWords({ covered: 14, of: 15, lacks: ['verdicts'] })).toBe('judged 14 of 15');
  expect(coverageWords({ covered: 12, of: 15, lacks: ['answers', 'readable answers', 'verdicts'] })).toBe(
    'answered, readable and judged 12 of 15',
  );
  expect(coverageWords({ covered: 1500, of: 1500 })).toBe('all 1,500');
  // A share of 18 stands beside it.
  expect(coverageWords({ covered: 16, of: 20, lacks: ['answers', 'verdicts'] }, 18)).toBe(
    'answered and judged 16 of 20, 2 more count as wrong',
  );
});

it('is one for a row, or names the figures that lack answers, the least first', () => {
  expect(coverageText([figure(6, 10), figure(6, 10, { title: 'B' })])).toBe('judged 6 of 10');
  expect(coverageText([figure(6, 10), figure(10, 10, { title: 'B' })])).toBe('judged 6 of 10 (A); else all');
  expect(coverageText([figure(6, 10), figure(3, 10, { title: 'B' }, ['answers'])])).toBe(
    'answered 3 of 10 (B); judged 6 of 10 (A)',
  );
  expect(coverageText([figure(10, 10), figure(0, 10, { title: 'B', value: null })])).toBe('all 10');
  expect(coverageText([figure(10, 10), figure(5, 5, { title: 'B' })])).toBe('all');
  expect(coverageText([figure(0, 0), { title: 'B', value: 1 }])).toBe('–');
  expect(coverageText([1, 2, 3, 4].map((n) => figure(n, 9, { title: String(n) })))).toBe(
    'judged 1 of 9 (1); judged 2 of 9 (2); judged 3 of 9 (3); 1 more in part',
  );
});

it('a figure shows its own numerator and denominator, on a page and in a spreadsheet', () => {
  const share = {
    value: 4 / 14,
    undefined: null,
    n: 14,
    hits: 4,
    ci95: null,
    interval: null,
    coverage: { covered: 14, of: 15, lacks: ['verdicts' as const] },
  };
  expect(countsText(share)).toBe('4 of 14');
  expect(countsText({ value: 0.41, n: 1400 })).toBe('n = 1,400');
  expect(countsText({ value: null, n: 0 })).toBeNull();
  const cells = { title: 'Acc', cells: [share], print: { factor: 100, digits: 1 } };
  const look: TableLook = { width: 'column', shows: new Set(['n']) };
  const table = {
    caption: 'Some',
    part: 'some',
    columns: [coverageColumn([cells]), figureColumn(cells)],
    everything: figureColumns('Acc', [share]),
  };
  expect(tableAsMarkdown(table, look)).toContain('| judged 14 of 15 | 28.6 (4 of 14) |');
  expect(tableAsLatex(table, { topic: 'results', of: [] }, look)).toMatch(
    /judged 14 of 15 & 28\.6 \S+\s+& \{\\casebooksmall 4 of 14\}/u,
  );
  const [head, line] = tableAsCsv(table).split('\n');
  expect(head).toBe(
    'Acc,"Acc, 95% interval, low","Acc, 95% interval, high","Acc, numerator","Acc, n","Acc, coverage"',
  );
  expect(line).toMatch(/^0\.2857\d*,,,4,14,judged 14 of 15$/u);
});
