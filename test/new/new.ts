import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { KINDS } from './kinds.ts';
import { nameFrom, type Plan } from './plan.ts';
import { recipeFor } from './recipe.ts';

/*
 * `npm run new -- KIND NAME` writes the files of an addition with a test that asks for its first real line, adds the lines
 * of the registries, and prints the recipe of CONTRIBUTING.md. It overwrites nothing.
 */

const ROOT = resolve(import.meta.dirname, '../..');

function write({ files, lines }: Plan): readonly string[] {
  const paths = Object.keys(files);
  const existing = paths.find((path) => existsSync(join(ROOT, path)));
  if (existing !== undefined) throw new Error(`${existing} exists already. Nothing was written.`);
  // All of them before the first is written: a registry of another form leaves nothing half done.
  const registries = lines.map(
    ({ path, add }) => [path, add(readFileSync(join(ROOT, path), 'utf8'))] as const,
  );
  for (const [path, text] of [...Object.entries(files), ...registries]) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), text);
  }
  const written = [...paths, ...registries.map(([path]) => path)];
  execFileSync(process.execPath, [
    join(ROOT, 'node_modules/prettier/bin/prettier.cjs'),
    '--write',
    '--log-level',
    'warn',
    ...written.map((path) => join(ROOT, path)),
  ]);
  return written;
}

function run([kind = '', name = '', ...others]: readonly string[]): void {
  const plan = KINDS.get(kind);
  if (plan === undefined || name === '' || others.length > 0)
    throw new Error(`Usage: npm run new -- ${[...KINDS.keys()].join(' | ')} NAME`);
  const recipe = recipeFor(kind, readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8'));
  const written = write(plan(nameFrom(name)));
  const test = written.find((path) => path.startsWith('test/')) ?? '';
  console.log(
    [
      'Written:',
      ...written.map((path) => `  ${path}`),
      '',
      `The recipe (CONTRIBUTING.md, Adding a ${kind}); NAME is ${name}:`,
      '',
      recipe,
      '',
      `Begin with the test, which asks for the first real line: npx vitest run ${test}`,
    ].join('\n'),
  );
}

try {
  run(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
