import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Benchmark } from '../../shared/benchmarks/benchmark.ts';
import { definitionsOf, layoutOf } from '../../shared/benchmarks/metrics.ts';
import { benchmarks } from '../../shared/benchmarks/registry.ts';
import { type Figure, MetricsReport, type MetricsRow } from '../../shared/contract/metrics.ts';
import type { OptionalPart } from '../../shared/figures/exportTable.ts';
import { tableAsLatex } from '../../shared/figures/latex.ts';
import { figuresTable, layoutsOf } from '../../shared/figures/resultsTables.ts';
import { TABLE_WIDTHS } from '../../shared/figures/tableLook.ts';
import { casebook } from '../helpers/commandLine.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { compiled, findLatex } from '../helpers/latex.ts';
import { present } from '../helpers/present.ts';

/** Without LaTeX nothing is compiled, which is said; where everything is tested there has to be one. */
function latexHere(): string | null {
  const found = findLatex();
  if (found === null) {
    process.stderr.write('Tables for LaTeX: not compiled, pdflatex is not installed.\n');
    expect(process.env['CI']).not.toBe('true');
  }
  return found;
}

it('every character up to U+3000, and some beyond, compiles with pdfLaTeX in captions and cells', () => {
  const pdflatex = latexHere();
  if (pdflatex === null) return;
  using folder = temporaryFolder();
  const characters = [
    ...Array.from({ length: 0x3000 - 0x20 }, (_, at) => String.fromCodePoint(0x20 + at)),
    ...Array.from('猫犬日本語한국어🐱👩‍🔬𝔸'),
  ].filter((character) => !/[\p{Cn}\p{Co}\p{Cs}]/u.test(character));
  const tables = Array.from({ length: Math.ceil(characters.length / 80) }, (_, at) => {
    const text = characters.slice(80 * at, 80 * (at + 1)).join('');
    const column = { kind: 'text' as const, title: text.slice(0, 20), cells: [text] };
    const table = tableAsLatex(
      { part: `p${String(at)}`, caption: text, columns: [column] },
      { topic: 'all', of: [] },
    );
    return `${table}${at % 12 === 11 ? '\\clearpage' : ''}`;
  });
  expect(compiled(pdflatex, folder.path, tables.join('\n'))).toContain('Output written on paper.pdf');
});

it('the tables of the command line compile, whatever labels and raters are called', async () => {
  const pdflatex = latexHere();
  await using book = await freshCasebook('generic');
  const lines = Array.from({ length: 24 }, (_, at) =>
    ['Zoë_α & co', '猫 100 % #1', 'Ł{}\\x'].map(
      (rater) => `i${String(at)},${rater},mood,${at % 3 === 0 ? 'Δ−angry' : 'calm & ~quiet^2'}`,
    ),
  ).flat();
  const source = put(book.at('r.csv'), `item,rater,field,value\n${lines.join('\n')}\n`);
  await book.importExport.import({ source, format: 'ratings-csv' }, null, quietly);
  const { stdout, code } = await casebook('agreement', book.casebook.path, '--field', 'mood', '--latex');
  expect(code).toBe(0);
  expect(stdout).toContain('\\ensuremath{\\Delta}\\ensuremath{-}angry');
  if (pdflatex === null) return;
  using folder = temporaryFolder();
  const log = compiled(pdflatex, folder.path, stdout, 'twocolumn');
  expect(log).toContain('Output written on paper.pdf');
  expect(log).not.toContain('Overfull');
  expect(existsSync(folder.join('paper.aux'))).toBe(true);
  expect(readFileSync(folder.join('paper.aux'), 'utf8')).toContain(
    'tab:agreement-annotate-mood-round-1-coefficients',
  );
});

/** Names as models have them, with intervals and reasons: what makes a table wide. */
const MODELS = [
  'GPT-5',
  'Kimi-VL-A3B-Thinking-2506',
  'meta-llama/Llama-3.2-11B-Vision-Instruct_v2.1',
  '人 people (12)',
];

const NO_FIGURE = { ci95: null, interval: null, undefined: 'No answer is judged.' };

/** A report whose models have every figure but one. */
function reportOf(benchmark: Benchmark): MetricsReport {
  const metrics = present(benchmark.metrics, `${benchmark.id} has no figures.`);
  const definitions = definitionsOf(metrics, metrics.parameters.initial);
  const conditions = [...new Set(metrics.layout.flatMap(({ condition }) => condition ?? []))];
  const figuresOf = (row: number): MetricsRow['figures'] =>
    Object.fromEntries(
      definitions.map(({ id }, at): [string, Figure] => {
        const value = (((row + 1) * (at + 3)) % 97) / 97;
        const hits = Math.round(1234 * value);
        const coverage = { covered: 1200 - row, of: 1234, lacks: ['verdicts' as const] };
        return (at + row) % 11 === 0
          ? [id, { ...NO_FIGURE, value: null, n: 0 }]
          : [id, { value, n: 1234, hits, ci95: [0, 1], interval: 'wilson', undefined: null, coverage }];
      }),
    );
  return MetricsReport.parse({
    benchmark: benchmark.id,
    judge: null,
    judgeId: null,
    seed: 1,
    resamples: 1000,
    parameters: {},
    basis: {
      items: 'common',
      unreadable: 'wrong',
      absent: 'wrong',
      undecided: { rule: 'left_out', items: 3 },
      without: [],
      unfinished: false,
      parts: [{ title: null, items: 'common', count: 1234, shrinks: [] }],
    },
    metrics: definitions.map(({ id, title, task, explanation, chance }) => ({
      id,
      title,
      task,
      explanation,
      chance,
    })),
    rows: MODELS.map((name, row) => ({
      key: name,
      name,
      kind: 'model',
      personId: null,
      version: null,
      participants: 0,
      items: 1234,
      ownItems: 1234,
      unjudged: 3,
      figures: figuresOf(row),
      conditions: Object.fromEntries(conditions.map((condition) => [condition, figuresOf(row)])),
      answered: Object.fromEntries(conditions.map((condition) => [condition, { items: 1234, unjudged: 3 }])),
    })),
    stratum: null,
    comparisons: [],
    people: null,
    layout: layoutOf(metrics, metrics.parameters.initial).map((table) => ({
      ...table,
      condition: table.condition ?? null,
    })),
    notes: [],
  });
}

it.each(benchmarks.filter(({ metrics }) => metrics !== undefined).map((each) => [each.id, each] as const))(
  'every table of %s fits a column of a two-column article, both columns, and a page of one',
  (_id, benchmark) => {
    const pdflatex = latexHere();
    if (pdflatex === null) return;
    const report = reportOf(benchmark);
    // As the command line gives them: a table by task in place of one of 240 columns.
    const layouts = layoutsOf(report).filter(({ columns }) => columns.length < 60);
    for (const shows of [new Set<OptionalPart>(), new Set<OptionalPart>(['intervals', 'n', 'p'])])
      for (const width of TABLE_WIDTHS) {
        using folder = temporaryFolder();
        const tables = layouts.map((layout) =>
          tableAsLatex(
            figuresTable({ report, layout, rows: report.rows }),
            { topic: 'results', of: [report.benchmark] },
            { width, shows },
          ),
        );
        const options = width === 'page' ? '' : 'twocolumn';
        const log = compiled(pdflatex, folder.path, tables.join('\\clearpage\n'), options);
        expect(log).not.toContain('Overfull');
        expect(log).not.toContain('Float too large');
        expect(log).not.toContain('multiply defined');
      }
  },
);
