import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tableAsCsv } from '../../shared/figures/csv.ts';
import { type ExportTable, figureText } from '../../shared/figures/exportTable.ts';
import { fileName } from '../../shared/figures/fileName.ts';
import { tableAsLatex } from '../../shared/figures/latex.ts';
import { tableAsMarkdown } from '../../shared/figures/markdown.ts';
import { layOutTable, type TableWidth, USUAL_LOOK } from '../../shared/figures/tableLook.ts';

const AGREEMENT = { topic: 'agreement', of: ['curate'] };

const coefficients: ExportTable = {
  part: 'coefficients',
  caption: 'Agreement on “A & B_1”',
  columns: [
    { kind: 'text', title: 'Coefficient', cells: ['Cohen’s kappa', 'Krippendorff’s alpha'] },
    {
      kind: 'figure',
      title: 'Value',
      cells: [
        { value: -0.040_449_9, undefined: null },
        { value: null, undefined: 'All ratings are the same category.' },
      ],
    },
    { kind: 'interval', title: '95% interval', cells: [[-0.21, 0.123_456_789], null] },
    { kind: 'count', title: 'Items', cells: [1200, null] },
  ],
};

const hostile: ExportTable = {
  part: 'categories',
  caption: 'C:\\temp\n100% {sure}',
  columns: [
    {
      kind: 'text',
      title: 'Category | a',
      cells: ['=SUM(A1)', '[x] *b* _c_ <d>', 'a, "b"\nc', '-1', '~5 ^ 10$ #1', null],
    },
    { kind: 'count', title: 'n', cells: [1, 2, 3, -4, 5, 6] },
  ],
};

describe('a table as CSV', () => {
  it('has every digit, the ends of intervals and the reasons in columns of their own', () => {
    expect(tableAsCsv(coefficients)).toBe(
      [
        'Coefficient,Value,"Value, why there is none","95% interval, low","95% interval, high",Items',
        'Cohen’s kappa,-0.0404499,,-0.21,0.123456789,1200',
        'Krippendorff’s alpha,,All ratings are the same category.,,,',
        '',
      ].join('\n'),
    );
  });

  it('quotes what must be quoted and disarms formulas, but not numbers', () => {
    expect(tableAsCsv(hostile)).toBe(
      [
        'Category | a,n',
        "'=SUM(A1),1",
        '[x] *b* _c_ <d>,2',
        '"a, ""b""\nc",3',
        '-1,-4',
        '~5 ^ 10$ #1,5',
        ',6',
        '',
      ].join('\n'),
    );
  });
});

describe('a table as Markdown', () => {
  it('has three digits and says below it why there is no figure', () => {
    expect(tableAsMarkdown(coefficients)).toBe(
      [
        'Agreement on “A \\& B\\_1”',
        '',
        '| Coefficient | Value | 95% interval | Items |',
        '| --- | ---: | ---: | ---: |',
        '| Cohen’s kappa | -0.040 | \\[-0.210, 0.123\\] | 1200 |',
        '| Krippendorff’s alpha | – |  |  |',
        '',
        '–: all ratings are the same category.',
        '',
      ].join('\n'),
    );
  });

  it('shows text as it stands, on one line', () => {
    expect(tableAsMarkdown(hostile).split('\n')).toEqual([
      'C:\\\\temp 100% {sure}',
      '',
      '| Category \\| a | n |',
      '| --- | ---: |',
      '| =SUM(A1) | 1 |',
      '| \\[x\\] \\*b\\* \\_c\\_ \\<d\\> | 2 |',
      '| a, "b" c | 3 |',
      '| -1 | -4 |',
      '| \\~5 ^ 10\\$ \\#1 | 5 |',
      '|  | 6 |',
      '',
    ]);
  });
});

describe('a table as LaTeX', () => {
  it('is a table of booktabs with a caption and a label', () => {
    expect(tableAsLatex(coefficients, AGREEMENT)).toBe(
      [
        '% \\usepackage{booktabs}',
        '\\providecommand{\\casebooksmall}{\\fontsize{7}{8}\\selectfont}',
        '\\begin{table}',
        '  \\centering',
        '  \\setlength{\\tabcolsep}{3pt}\\setlength{\\emergencystretch}{3em}',
        "  \\caption{Agreement on ``A \\& B\\_1''}",
        '  \\label{tab:agreement-curate-coefficients}',
        '  \\par\\vspace{4pt}',
        '  \\fontsize{8}{9.5}\\selectfont',
        '  \\begin{tabular}{@{}lrrr@{}}',
        '    \\toprule',
        '    Coefficient & Value & 95\\% interval & Items \\\\',
        '    \\midrule',
        "    Cohen's kappa & $-$0.040 & [$-$0.210, 0.123] & 1200 \\\\",
        "    Krippendorff's alpha & -- &  &  \\\\",
        '    \\bottomrule',
        '  \\end{tabular}',
        '  \\par\\vspace{3pt}{\\casebooksmall\\raggedright',
        '    --: all ratings are the same category.',
        '  \\par}',
        '\\end{table}',
        '',
      ].join('\n'),
    );
  });

  it('escapes every sign that means something, and what a line’s end would swallow', () => {
    const lines = tableAsLatex(hostile, AGREEMENT).split('\n');
    const first = lines.indexOf('    \\midrule') + 1;
    expect(lines.find((line) => line.includes('\\caption'))).toBe(
      '  \\caption{C:\\textbackslash{}temp 100\\% \\{sure\\}}',
    );
    expect(lines.slice(first, first + 6)).toEqual([
      '    =SUM(A1) & 1 \\\\',
      '    {[}x] *b* \\_c\\_ \\textless{}d\\textgreater{} & 2 \\\\',
      '    a, "b" c & 3 \\\\',
      '    -1 & $-$4 \\\\',
      '    \\textasciitilde{}5 \\textasciicircum{} 10\\$ \\#1 & 5 \\\\',
      '     & 6 \\\\',
    ]);
  });

  it('has a label of its own for every field, whatever its letters', () => {
    const labelOf = (field: string): string | undefined =>
      /\\label\{(.*)\}/u.exec(tableAsLatex(coefficients, { topic: 'agreement', of: [field] }))?.[1];
    expect(labelOf('a_b {c}')).toBe('tab:agreement-a-b-c-coefficients');
    expect(labelOf('情绪')).toMatch(/^tab:agreement-[a-z0-9-]+-coefficients$/u);
    expect(labelOf('情绪')).not.toBe(labelOf('气分'));
  });
});

describe('LaTeX of any text', () => {
  const of = (text: string): string =>
    tableAsLatex({ part: 'x', caption: text, columns: [] }, AGREEMENT)
      .split('\n')
      .find((line) => line.includes('\\caption'))
      ?.trim() ?? '';

  it('has commands for Greek, signs and accents, which every LaTeX knows', () => {
    expect(of('α Δ − ≤ é ñ Ł ß')).toBe(
      "\\caption{\\ensuremath{\\alpha} \\ensuremath{\\Delta} \\ensuremath{-} \\ensuremath{\\leq} \\'{e} \\~{n} \\L{} \\ss{}}",
    );
  });

  it('names what it has no sign for by its number, with the command that does so', () => {
    const text = tableAsLatex({ part: 'x', caption: '猫 🐱', columns: [] }, AGREEMENT);
    expect(text).toContain('\\casebookchar{猫}{732B} \\casebookchar{🐱}{1F431}');
    expect(text).toContain('\\providecommand{\\casebookchar}');
    expect(tableAsLatex({ part: 'x', caption: 'cat', columns: [] }, AGREEMENT)).not.toContain('casebookchar');
  });

  it('leaves only ASCII in what pdfLaTeX typesets', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const typeset = of(text).replaceAll(/\\casebookchar\{.*?\}/gu, '');
        expect(typeset).toMatch(/^[ -~]*$/u);
      }),
    );
  });

  it('sets columns without room below the others, with all that names their rows', () => {
    const pairs = (width: TableWidth): string =>
      tableAsLatex(
        {
          part: 'wide',
          caption: 'Many columns. More words.',
          columns: [
            { kind: 'text', title: 'Rater', cells: ['ana'] },
            { kind: 'text', title: 'Other rater', cells: ['ben'] },
            ...Array.from({ length: 12 }, (_, at) => ({
              kind: 'interval' as const,
              title: `Interval ${String(at)}`,
              cells: [[0.25, 0.75] as const],
            })),
          ],
        },
        AGREEMENT,
        { width, shows: new Set(['intervals']) },
      );
    const narrow = pairs('column');
    const parts = narrow.split('\\begin{tabular}').slice(1);
    expect(parts.length).toBeGreaterThan(pairs('columns').split('\\begin{tabular}').length - 1);
    for (const part of parts) expect(part).toContain('ana & ben & [0.250, 0.750]');
    expect(narrow.match(/\\caption/gu)).toHaveLength(1);
    expect(narrow.match(/Interval\b/gu)).toHaveLength(12);
    expect(pairs('columns')).toContain('\\begin{table*}');
  });

  it('goes on in another float where a page has no room for all rows', () => {
    const cells = Array.from({ length: 120 }, (_, at) => `item ${String(at)}`);
    const long = tableAsLatex(
      { part: 'items', caption: 'Many rows. More words.', columns: [{ kind: 'text', title: 'Item', cells }] },
      AGREEMENT,
    );
    expect(long.match(/item \d+/gu)).toHaveLength(120);
    expect(long).toContain('\\caption{Many rows (continued)}');
    expect(long).toContain('\\label{tab:agreement-curate-items-2}');
  });
});

describe('what an author chooses about a table', () => {
  const table: ExportTable = {
    part: 'figures',
    caption: 'Figures.',
    notes: (shows) => (shows.has('intervals') ? ['How intervals were made.'] : []),
    columns: [
      { kind: 'text', title: 'Model', cells: ['Alpha', 'Beta'] },
      {
        kind: 'figure',
        title: 'Clued Acc',
        head: ['Clued', 'Acc'],
        print: { factor: 100, digits: 1 },
        cells: [
          { value: 0.5, undefined: null },
          { value: null, undefined: 'Nobody judged.' },
        ],
        counts: ['4 of 8', null],
        intervals: [[0.2, 0.8], null],
      },
      {
        kind: 'figure',
        title: 'Clued IoU',
        print: { factor: 100, digits: 1 },
        cells: [
          { value: null, undefined: 'No clues.' },
          { value: null, undefined: 'No clues.' },
        ],
      },
      { kind: 'count', title: 'Pairs', optional: 'p', cells: [3, 4] },
    ],
  };

  it('leaves out what is not asked for and what is empty, which is named', () => {
    const { columns, notes } = layOutTable(table, { width: 'column', shows: new Set(['n']) });
    expect(columns.map(({ above, title }) => [above, title])).toEqual([['Clued', 'Acc']]);
    expect(columns[0]?.cells.map(({ text, below }) => [text, ...below])).toEqual([['50.0', '4 of 8'], ['–']]);
    expect(notes.map(({ text }) => text)).toEqual([
      'Figures are percentages.',
      'Left out, without a figure in any row: Clued IoU (no clues).',
      '–: nobody judged.',
    ]);
  });

  it('has intervals below their figures, and the note on them', () => {
    const { columns, notes } = layOutTable(table, USUAL_LOOK);
    expect(columns[0]?.cells[0]?.below).toEqual(['[20.0, 80.0]']);
    expect(columns.map(({ title }) => title)).toEqual(['Acc', 'Pairs']);
    expect(notes.map(({ text }) => text)).toContain('How intervals were made.');
  });
});

describe('names and numbers', () => {
  it('names a file after task, field and round, whatever the field is called', () => {
    const source = { topic: 'agreement', of: ['curate', 'Größe / Scène?', 'round 2'] };
    expect(fileName(source, 'confusion ana ben', 'csv')).toBe(
      'agreement-curate-große-scene-round-2-confusion-ana-ben.csv',
    );
    expect(fileName({ ...source, of: ['curate', '../..', 'round 2'] }, 'x', 'svg')).toBe(
      'agreement-curate-x-round-2-x.svg',
    );
  });

  it('never shows a minus before nought', () => {
    expect([figureText(-0.000_4), figureText(0.9996)]).toEqual(['0.000', '1.000']);
    // Halves go away from nought.
    expect([figureText(-0.0005), figureText(0.0005), figureText(-0.0006)]).toEqual([
      '-0.001',
      '0.001',
      '-0.001',
    ]);
  });
});
