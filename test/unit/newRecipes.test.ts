import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';
import { KINDS } from '../new/kinds.ts';
import { nameFrom, replaced } from '../new/plan.ts';
import { importsOf } from '../helpers/importGraph.ts';
import { recipeFor } from '../new/recipe.ts';

const CONTRIBUTING = readFileSync('CONTRIBUTING.md', 'utf8');

/** What a recipe says without the name of what is added: folders of code, and pages of the guide. */
const inRecipe = (path: string): string => path.replace(/^(.*?)invented.*$/u, '$1');

it.each([...KINDS])('the recipe for a %s names what the generator writes and changes', (kind, plan) => {
  const recipe = recipeFor(kind, CONTRIBUTING);
  expect(recipe).toMatch(/^1\. /u);
  expect(recipe).not.toContain('## ');
  const { files, lines } = plan(nameFrom('invented'));
  const written = Object.keys(files).filter((path) => !path.startsWith('test/'));
  expect(written.map(inRecipe).filter((path) => !recipe.includes(path))).toEqual([]);
  const names = lines.map(({ path }) => path.replace(/^.*\/(?=[^/]+\/[^/]+$)/u, ''));
  expect(names.filter((path) => !recipe.includes(path))).toEqual([]);
  expect(lines.filter(({ path }) => !existsSync(path))).toEqual([]);
});

it.each([...KINDS])('a %s has one test, whose failure says what to fill in', (_, plan) => {
  const { files } = plan(nameFrom('invented'));
  const tests = Object.entries(files).filter(([path]) => path.startsWith('test/'));
  expect(tests).toHaveLength(1);
  for (const [, text] of tests) expect(text.match(/'Put [^']+'/gu)).toHaveLength(1);
});

it.each([...KINDS])('what a %s imports is there, or written with it', (_, plan) => {
  const { files } = plan(nameFrom('invented'));
  const imported = Object.entries(files)
    .filter(([path]) => /\.tsx?$/u.test(path))
    .flatMap(([path, text]) => [...importsOf(path, text)]);
  expect(imported.filter((path) => !existsSync(path) && !Object.hasOwn(files, path))).toEqual([]);
});

/** The names that a text imports by relative paths, with the files that they are from. */
function namesImported(
  path: string,
  text: string,
): readonly { readonly file: string; readonly name: string }[] {
  return parseSync(path, text).module.staticImports.flatMap(({ moduleRequest, entries }) =>
    moduleRequest.value.startsWith('.')
      ? entries.flatMap(({ importName: { name } }) =>
          typeof name === 'string'
            ? [{ file: posix.join(posix.dirname(path), moduleRequest.value), name }]
            : [],
        )
      : [],
  );
}

/** The names that a text exports, types included. */
const namesExported = (path: string, text: string): readonly string[] =>
  parseSync(path, text).module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName: { name } }) => name ?? []),
  );

it.each([...KINDS])('the names that a %s imports are exported', (_, plan) => {
  const { files } = plan(nameFrom('invented'));
  const imported = Object.entries(files)
    .filter(([path]) => /\.tsx?$/u.test(path))
    .flatMap(([path, text]) => namesImported(path, text));
  expect(imported.length).toBeGreaterThan(0);
  expect(
    imported.filter(
      ({ file, name }) => !namesExported(file, files[file] ?? readFileSync(file, 'utf8')).includes(name),
    ),
  ).toEqual([]);
});

it('a name takes the form that code, scripts and people use', () => {
  expect(nameFrom('meanRatio')).toEqual({
    camel: 'meanRatio',
    pascal: 'MeanRatio',
    snake: 'mean_ratio',
    kebab: 'mean-ratio',
    upper: 'MEAN_RATIO',
    title: 'Mean ratio',
  });
  expect(nameFrom('mean_ratio')).toEqual(nameFrom('meanRatio'));
  expect(nameFrom('mean-ratio')).toEqual(nameFrom('meanRatio'));
  expect(() => nameFrom('../x')).toThrow(/cannot be a name/u);
  expect(() => nameFrom('MeanRatio')).toThrow(/cannot be a name/u);
});

it('a name that a registry has is refused before anything is written', () => {
  const format = KINDS.get('format')?.(nameFrom('voc'));
  const [{ path, add } = { path: '', add: String }] = format?.lines ?? [];
  expect(() => add(readFileSync(path, 'utf8'))).toThrow('has a "voc" already');
});

it('a registry of another form is an error, not a line less', () => {
  expect(() => replaced('export const list = [];', /generic\];/u, '')).toThrow(/another form/u);
});

it('no recipe, no addition', () => {
  expect(() => recipeFor('planet', CONTRIBUTING)).toThrow(/no recipe/u);
});
