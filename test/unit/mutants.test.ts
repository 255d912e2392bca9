import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { named, testsBeside } from '../mutants/beside.ts';
import { isEquivalent, readEquivalents } from '../mutants/equivalent.ts';
import { faultsOf, planted } from '../mutants/faults.ts';
import { apart, drawn, quotas } from '../mutants/sample.ts';

const repository = join(import.meta.dirname, '../..');

/** What becomes of a text by each fault. */
const after = (text: string): string[] => faultsOf('a.ts', text).map((fault) => planted(text, fault));

describe('the faults of a text', () => {
  it.each([
    ['f(a < b);', ['f(a <= b);', ';']],
    ['const x = a !== b;', ['const x = a === b;']],
    ['const x = !a;', ['const x = a;']],
    ['const x = a && b;', ['const x = ((a) || (b));']],
    ['const x = a || b && c;', ['const x = ((a) && (b && c));', 'const x = a || ((b) || (c));']],
    ['const x = a ?? b;', ['const x = a;']],
    ['if (a) throw b;', [';', 'if (!(a)) throw b;']],
    ['if (a) { f(b); throw b; }', [';', 'if (!(a)) { f(b); throw b; }', 'if (a) { ; throw b; }']],
    ['if (a) throw b; else c;', ['if (!(a)) throw b; else c;']],
    ['const x = a ? b : c;', ['const x = !(a) ? b : c;']],
    ['await f?.(a);', [';']],
    ['a += b;', [';']],
    ['const x = [a];', ['const x = [];']],
    ['const x = [];', []],
    ['const x = a.some(f);', ['const x = a.every(f);']],
    ['const x = a[0];', ['const x = a[1];']],
    ['const x = true;', ['const x = false;']],
    ['const x = 1000;', []],
    ['const x = 0.5;', ['const x = 1.5;']],
  ])('%s', (text, faults) => {
    expect(after(text).toSorted()).toEqual([...faults].toSorted());
  });

  it('are none in types, imports and texts for people', () => {
    const text =
      "import { a } from './a.ts';\nexport type X = 1 | true;\nconst x: 1 | 2 = y as 2;\nf = 'a < b AND more';";
    expect(after(text)).toEqual([text.replace("f = 'a < b AND more';", ';')]);
  });

  it('of SQL are other comparisons, opposite conditions and another order', () => {
    const text = 'const x = `SELECT max(a) FROM t WHERE b >= ? AND c = ${d} AND e IS NULL ORDER BY f DESC`;';
    const found = after(text);
    for (const [from, to] of [
      ['max(a)', 'min(a)'],
      ['b >= ?', 'b > ?'],
      ['c = $', 'c <> $'],
      ['? AND', '? OR'],
      ['} AND', '} OR'],
      ['IS NULL', 'IS NOT NULL'],
      [' DESC', ''],
    ] as const)
      expect(found).toContain(text.replace(from, to));
    expect(found).toHaveLength(7);
  });

  it('tell their line, and the lines before and after', () => {
    const [fault] = faultsOf('a.ts', 'const a = 30;\n  const b =\n    a > 25;\n');
    expect(fault).toMatchObject({ line: 3, code: 'a > 25;', becomes: 'a >= 25;' });
  });
});

describe('drawing', () => {
  it('gives everything once, and the same for the same seed', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer()), fc.nat(), (all, seed) => {
        const found = drawn(all, seed);
        expect([found.length, new Set(found)]).toEqual([all.length, new Set(all)]);
        expect(drawn(all, seed)).toEqual(found);
      }),
    );
    const all = Array.from({ length: 50 }, (_, at) => at);
    expect(drawn(all, 1)).not.toEqual(drawn(all, 2));
  });

  it('shares out as equally as there is', () => {
    expect(quotas([10, 1, 10], 8)).toEqual([4, 1, 3]);
    expect(quotas([1, 2], 60)).toEqual([1, 2]);
    expect(quotas([], 5)).toEqual([]);
  });

  it('puts no two of one file into one group', () => {
    expect(apart(['a1', 'b1', 'a2', 'a3', 'b2'], ([file = '']) => file)).toEqual([
      ['a1', 'b1'],
      ['a2', 'b2'],
      ['a3'],
    ]);
  });
});

describe('the tests beside a file', () => {
  it('are there, and so are the files', () => {
    const { tests, files } = named();
    expect([...tests, ...files].filter((path) => !existsSync(join(repository, path)))).toEqual([]);
  });

  it('are the nearest unit tests of a pure file', () => {
    const graph = new Map([
      ['test/unit/far.test.ts', new Set(['shared/b.ts'])],
      ['shared/b.ts', new Set(['shared/a.ts'])],
      ['test/unit/near.test.ts', new Set(['shared/a.ts'])],
      ['test/unit/near.slow.test.ts', new Set(['shared/a.ts'])],
      ['test/integration/near.test.ts', new Set(['shared/a.ts'])],
      ['test/unit/other.test.ts', new Set(['shared/c.ts'])],
    ]);
    expect(testsBeside('shared/a.ts', graph)).toEqual(['test/unit/near.test.ts', 'test/unit/far.test.ts']);
  });

  it('are those of the table for a file of the core, else those of its folder', () => {
    expect(testsBeside('electron/core/access/items.ts', new Map())).toContain(
      'test/integration/blinding.test.ts',
    );
    expect(testsBeside('electron/core/access/ownWork.ts', new Map())[0]).toBe(
      'test/integration/ownWork.test.ts',
    );
    expect(testsBeside('electron/core/derived/metrics/undecidedVerdicts.ts', new Map())[0]).toBe(
      'test/integration/sameItems.test.ts',
    );
  });
});

it('a fault that is known to make no difference is one that can be planted', () => {
  const known = readEquivalents();
  const stale = known.filter(
    ({ file, code, becomes }) =>
      !faultsOf(file, readFileSync(join(repository, file), 'utf8')).some((fault) =>
        isEquivalent(fault, [{ file, code, becomes, reason: '' }]),
      ),
  );
  expect(stale).toEqual([]);
});
