import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PLACES = ['/usr/bin/pdflatex', '/usr/local/bin/pdflatex', '/Library/TeX/texbin/pdflatex'];

/** Where pdfLaTeX is; null where it is not installed. */
export const findLatex = (): string | null => PLACES.find((place) => existsSync(place)) ?? null;

/**
 * Compiles an article that holds these tables, and gives what pdfLaTeX says; throws where it fails.
 * @param options of the article: `twocolumn`
 */
export function compiled(pdflatex: string, folder: string, body: string, options = ''): string {
  const source = `\\documentclass[${options}]{article}\n\\usepackage{booktabs}\n\\begin{document}\n${body}\n\\end{document}\n`;
  writeFileSync(join(folder, 'paper.tex'), source);
  try {
    execFileSync(pdflatex, ['-interaction=nonstopmode', '-halt-on-error', 'paper.tex'], {
      cwd: folder,
      stdio: 'ignore',
    });
  } catch {
    throw new Error(readFileSync(join(folder, 'paper.log'), 'utf8').slice(-2000));
  }
  return readFileSync(join(folder, 'paper.log'), 'utf8');
}
