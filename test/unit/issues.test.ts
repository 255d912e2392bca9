import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readLabelStudioTask } from '../../electron/core/formats/labelStudio/labelStudioReader.ts';
import { benchmarks } from '../../shared/benchmarks/registry.ts';
import { firstIssueInWords, issuesInWords } from '../../shared/base/issues.ts';

const Shape = z.strictObject({
  question: z.string().min(1),
  count: z.int().min(2).max(9),
  kind: z.enum(['a', 'b']),
  id: z.union([z.int(), z.string()]),
  list: z.array(z.string()).min(1),
  nested: z.object({ flag: z.boolean() }),
  own: z.string({ error: 'has words of its own' }),
});
const SOUND = { question: 'x', count: 2, kind: 'a', id: 1, list: ['x'], nested: { flag: true }, own: 'x' };
const said = (change: object): string => {
  const parsed = Shape.safeParse({ ...SOUND, ...change });
  return parsed.success ? 'nothing' : issuesInWords(parsed.error);
};

describe('what is wrong with a value', () => {
  it.each([
    [{}, 'nothing'],
    [{ question: undefined }, 'The field question is missing.'],
    [{ question: 3 }, 'The field question must be text, not 3.'],
    [{ question: null }, 'The field question must be text, not null.'],
    [{ question: '' }, 'The field question is empty.'],
    [{ count: 1 }, 'The field count must be at least 2.'],
    [{ count: 10 }, 'The field count must be at most 9.'],
    [{ count: 2.5 }, 'The field count must be a whole number, not 2.5.'],
    [{ kind: 'c' }, 'The field kind must be one of a, b, not "c".'],
    [{ kind: undefined }, 'The field kind is missing.'],
    [{ id: {} }, 'The field id must be a number or text, not an object.'],
    [{ list: [] }, 'The field list is an empty list.'],
    [{ list: ['a', 4] }, 'The field list.1 must be text, not 4.'],
    [{ nested: {} }, 'The field nested.flag is missing.'],
    [{ other: 1 }, 'It has unknown keys: other.'],
    [{ own: undefined, question: undefined }, 'The field question is missing. has words of its own.'],
  ])('is told in plain words: %j', (change, words) => {
    expect(said(change)).toBe(words);
  });

  it('of the whole, and the first of several, too', () => {
    const parsed = Shape.safeParse([]);
    expect(parsed.success ? '' : firstIssueInWords(parsed.error)).toBe('It must be an object, not a list.');
  });

  it('is so told by every benchmark and by readers of files', () => {
    const problems = benchmarks.flatMap((benchmark) => {
      const parsed = benchmark.parseItem({});
      return parsed.ok ? [] : parsed.problems.map(({ message }) => message);
    });
    const task = readLabelStudioTask({ id: 1, annotations: [{}], data: {} }, () => undefined);
    const all = [...problems, ...(task.ok ? [] : task.problems.map(({ reason }) => reason))];
    expect(all).toContain('The field question is missing.');
    expect(all).toContain('The field annotations.0.result is missing.');
    expect(all.filter((message) => /undefined|Invalid|expected|received/u.test(message))).toEqual([]);
  });

  it('is put into words in one place', () => {
    const root = resolve(import.meta.dirname, '../..');
    const found = ['shared', 'electron', 'renderer'].flatMap((part) =>
      readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/u.test(file) && !file.includes('node_modules'))
        .filter((file) =>
          /prettifyError|treeifyError|flattenError/u.test(readFileSync(join(root, part, file), 'utf8')),
        ),
    );
    expect(found).toEqual([]);
  });
});
