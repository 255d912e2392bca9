import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Where the documents' paths begin: a path may leave these out. */
const ROOTS = new Set([
  '',
  'electron/',
  'electron/core/',
  'electron/hosts/',
  'shared/',
  'renderer/',
  'test/',
]);

const tree: readonly string[] = globSync('{electron,shared,renderer,test}/**/*.{ts,tsx}');

/** The files that a document names in backticks; `NAME`, `NOUN` and their like stand for any name. */
const namedFiles = (text: string): string[] =>
  [...text.matchAll(/`([\w/{},*.-]+\.tsx?)`/gu)].map(([, name = '']) => name);

const patternOf = (name: string): RegExp =>
  new RegExp(
    `${name
      .replaceAll('.', '\\.')
      .replaceAll('*', '[^/]*')
      .replaceAll(/\b(?:NAME|NOUN)\b/gu, '[^/]+')
      .replaceAll(/\{([\w,]+)\}/gu, (_, names: string) => `(?:${names.replaceAll(',', '|')})`)}$`,
    'u',
  );

/** Whether a file is in the tree: at a path from one of the roots, or anywhere where the document gives its name alone. */
function isInTree(name: string, files: readonly string[]): boolean {
  const pattern = patternOf(name);
  const isBare = !name.includes('/');
  return files.some((file) => {
    const end = pattern.exec(file);
    if (end === null) return false;
    const before = file.slice(0, end.index);
    return isBare ? before === '' || before.endsWith('/') : ROOTS.has(before);
  });
}

describe.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s', (document) => {
  it('names files that are there', () => {
    const names = namedFiles(readFileSync(document, 'utf8'));
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !isInTree(name, tree))).toEqual([]);
  });
});

describe('a document that names a file', () => {
  it.each([
    ['records/log.ts', true],
    ['log.ts', true],
    ['electron/core/benchmarks/NAME/index.ts', true],
    ['records/jot.ts', false],
    ['db/records/log.ts', false],
    ['g.ts', false],
  ])('is right about %s: %s', (name, isRight) => {
    expect(isInTree(name, ['electron/core/records/log.ts', 'electron/core/benchmarks/argus/index.ts'])).toBe(
      isRight,
    );
  });
});
