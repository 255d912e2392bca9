import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tableAsCsv } from '../../shared/figures/csv.ts';
import { figureText, type ExportTable } from '../../shared/figures/exportTable.ts';
import { fileName } from '../../shared/figures/fileName.ts';
import { tableAsLatex } from '../../shared/figures/latex.ts';
import { tableAsMarkdown } from '../../shared/figures/markdown.ts';

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
        "'-1,-4",
        '~5 ^ 10$ #1,5',
        ',6',
        '',
      ].join('\n'),
    );
  });
});

describe('a table as Markdown', () => {
  it('has three digits and says in words what has no figure', () => {
    expect(tableAsMarkdown(coefficients)).toBe(
      [
        'Agreement on “A \\& B\\_1”',
        '',
        '| Coefficient | Value | 95% interval | Items |',
        '| --- | ---: | ---: | ---: |',
        '| Cohen’s kappa | -0.040 | \\[-0.210, 0.123\\] | 1200 |',
        '| Krippendorff’s alpha | undefined (a) |  |  |',
        '',
        '(a) All ratings are the same category.',
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
    expect(tableAsLatex(coefficients, 'agreement')).toBe(
      [
        '% \\usepackage{booktabs}',
        '\\begin{table}',
        '  \\centering',
        "  \\caption{Agreement on ``A \\& B\\_1''}",
        '  \\label{tab:agreement-coefficients}',
        '  \\begin{tabular}{lrrr}',
        '    \\toprule',
        '    Coefficient & Value & 95\\% interval & Items \\\\',
        '    \\midrule',
        "    Cohen's kappa & $-$0.040 & [$-$0.210, 0.123] & 1200 \\\\",
        "    Krippendorff's alpha & undefined\\textsuperscript{a} &  &  \\\\",
        '    \\bottomrule',
        '  \\end{tabular}',
        '  \\par{\\footnotesize \\textsuperscript{a} All ratings are the same category.}',
        '\\end{table}',
        '',
      ].join('\n'),
    );
  });

  it('escapes every sign that means something, and what a line’s end would swallow', () => {
    const lines = tableAsLatex(hostile, 'agreement').split('\n');
    expect(tableAsLatex({ ...hostile, part: 'confusion a_b {c}' }, 'agreement')).toContain(
      '\\label{tab:agreement-confusion-a-b-c}\n',
    );
    expect(lines[3]).toBe('  \\caption{C:\\textbackslash{}temp 100\\% \\{sure\\}}');
    expect(lines.slice(9, 15)).toEqual([
      '    =SUM(A1) & 1 \\\\',
      '    {[}x] *b* \\_c\\_ \\textless{}d\\textgreater{} & 2 \\\\',
      '    a, "b" c & 3 \\\\',
      '    -1 & $-$4 \\\\',
      '    \\textasciitilde{}5 \\textasciicircum{} 10\\$ \\#1 & 5 \\\\',
      '     & 6 \\\\',
    ]);
  });
});

describe('LaTeX of any text', () => {
  const of = (text: string): string =>
    tableAsLatex({ part: 'x', caption: text, columns: [] }, 'y')
      .split('\n')
      .find((line) => line.includes('\\caption'))
      ?.trim() ?? '';

  it('has commands for Greek, signs and accents, which every LaTeX knows', () => {
    expect(of('α Δ − ≤ é ñ Ł ß')).toBe(
      "\\caption{\\ensuremath{\\alpha} \\ensuremath{\\Delta} \\ensuremath{-} \\ensuremath{\\leq} \\'{e} \\~{n} \\L{} \\ss{}}",
    );
  });

  it('names what it has no sign for by its number, with the command that does so', () => {
    const text = tableAsLatex({ part: 'x', caption: '猫 🐱', columns: [] }, 'y');
    expect(text).toContain('\\casebookchar{猫}{732B} \\casebookchar{🐱}{1F431}');
    expect(text).toContain('\\providecommand{\\casebookchar}');
    expect(tableAsLatex({ part: 'x', caption: 'cat', columns: [] }, 'y')).not.toContain('casebookchar');
  });

  it('leaves only ASCII in what pdfLaTeX typesets', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const typeset = of(text).replaceAll(/\\casebookchar\{.*?\}/gu, '');
        expect(typeset).toMatch(/^[ -~]*$/u);
      }),
    );
  });

  it('sets a wide table in parts, each with its first column', () => {
    const wide = tableAsLatex(
      {
        part: 'wide',
        caption: 'Many columns. More words.',
        columns: [
          { kind: 'text', title: 'Model', cells: ['a model'] },
          ...Array.from({ length: 12 }, (_, at) => ({
            kind: 'interval' as const,
            title: `Interval ${String(at)}`,
            cells: [[0.25, 0.75] as const],
          })),
        ],
      },
      'results',
    );
    const parts = wide.split('\\begin{table}').slice(1);
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) expect(part).toContain('a model & [0.250, 0.750]');
    expect(parts[1]).toContain('\\caption{Many columns (continued)}');
    expect(parts[1]).toContain('\\label{tab:results-wide-2}');
    expect(wide.match(/Interval \d+/gu)).toHaveLength(12);
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
