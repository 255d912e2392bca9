import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

const repository = join(import.meta.dirname, '../..');

/** The names of the types that a source text exports, in its order; React's properties are named after their component. */
function exportedTypes(file: string, text: string): readonly string[] {
  const { program, errors } = parseSync(file, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${file}: ${error.message}`);
  return program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration === null) return [];
    const { declaration } = statement;
    const isType =
      declaration.type === 'TSInterfaceDeclaration' ||
      declaration.type === 'TSTypeAliasDeclaration' ||
      declaration.type === 'ClassDeclaration';
    const name = isType ? (declaration.id?.name ?? '') : '';
    return name === '' || name.endsWith('Props') ? [] : [name];
  });
}

/** The names that more than one of some files exports a type under, with these files. */
function doubles(
  files: Iterable<readonly [path: string, text: string]>,
): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, Set<string>>();
  for (const [path, text] of files)
    for (const name of exportedTypes(path, text)) places.set(name, (places.get(name) ?? new Set()).add(path));
  return new Map([...places].flatMap(([name, at]) => (at.size > 1 ? [[name, [...at].sort()]] : [])));
}

const sources = (): readonly (readonly [string, string])[] =>
  ['shared', 'electron', 'renderer'].flatMap((root) =>
    readdirSync(join(repository, root), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/u.test(file))
      .map((file) => [join(root, file), readFileSync(join(repository, root, file), 'utf8')] as const),
  );

describe('the name of a type', () => {
  it('is exported by one file only', () => {
    expect(Object.fromEntries(doubles(sources()))).toEqual({});
  });

  it('is found as an interface, an alias, a class and beside a schema, each file once', () => {
    const files = [
      [
        'a.ts',
        'export interface One {}\nexport const Two = 1;\nexport type Two = number;\nexport interface CaseProps {}',
      ],
      ['b.ts', 'export class One {}\ntype Two = 1;\nexport interface CaseProps {}'],
      ['c.tsx', 'export abstract class One {}\nexport type { Two } from "./a.ts";\nexport type Three = Two;'],
    ] as const;
    expect(doubles(files)).toEqual(new Map([['One', ['a.ts', 'b.ts', 'c.tsx']]]));
  });
});
