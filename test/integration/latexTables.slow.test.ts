import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { tableAsLatex } from '../../shared/figures/latex.ts';
import { casebook } from '../helpers/commandLine.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { freshCasebook, put, quietly } from '../helpers/casebooks.ts';
import { compiled, findLatex } from '../helpers/latex.ts';

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
    const table = tableAsLatex({ part: `p${String(at)}`, caption: text, columns: [column] }, 'all');
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
  expect(compiled(pdflatex, folder.path, stdout)).toContain('Output written on paper.pdf');
  expect(existsSync(folder.join('paper.aux'))).toBe(true);
  expect(readFileSync(folder.join('paper.aux'), 'utf8')).toContain('tab:agreement-coefficients');
});
