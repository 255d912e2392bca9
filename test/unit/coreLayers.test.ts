import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { importCycles, importGraph, importsOf, type LayerRule, violations } from '../helpers/importGraph.ts';

const core = (folder: string): string => `electron/core/${folder}/`;

/** The core's layers from the ground up; `files` and `db` stand side by side, and so do benchmarks and features. */
const base = [core('base')];
const storage = [...base, core('files'), core('db')];
const records = [...storage, core('records')];
const access = [...records, core('access')];
const derived = [...access, core('derived')];
const merge = [...derived, core('merge')];
const formats = [...merge, core('formats')];

const coreLayers: readonly LayerRule[] = [
  { of: core('base'), may: [] },
  { of: core('files'), may: base },
  { of: core('db'), may: base },
  { of: core('records'), may: storage },
  { of: core('access'), may: records },
  { of: core('derived'), may: access },
  { of: core('merge'), may: derived },
  { of: core('formats'), may: derived },
  {
    of: core('benchmarks'),
    may: [
      ...formats,
      'electron/core/benchmarks/benchmark.ts',
      'electron/core/benchmarks/sample.ts',
      'electron/core/benchmarks/drawing.ts',
    ],
    apart: true,
    doorsFor: 'electron/core/benchmarks/registry.ts',
  },
  { of: core('features'), may: formats, apart: true },
  // Puts everything together.
  { of: core('app'), may: ['electron/core/'] },
];

const graph = importGraph('electron/core');

/** The core with one more file in it. */
const withFile = (file: string, text: string) => new Map([...graph, [file, importsOf(file, text)]]);

describe('the layers of the core', () => {
  it('import downwards only; features and benchmarks keep apart', () => {
    expect(graph.size).toBeGreaterThan(400);
    expect(violations(graph, 'electron/core/', coreLayers)).toEqual([]);
  });

  it('know no circle, types included', () => {
    expect(importCycles(graph)).toEqual([]);
  });

  it.each([
    ['electron/core/base/invented.ts', "import { openDatabase } from '../db/database.ts';"],
    ['electron/core/db/invented.ts', "import { imagePath } from '../files/imagePaths.ts';"],
    ['electron/core/records/invented.ts', "import type { Viewpoint } from '../access/viewpoint.ts';"],
    ['electron/core/access/invented.ts', "export { createGoldReader } from '../derived/gold.ts';"],
    ['electron/core/derived/invented.ts', "const late = import('../formats/index.ts');"],
    ['electron/core/formats/invented.ts', "type X = import('../features/items/service.ts').X;"],
    ['electron/core/features/items/invented.ts', "import type { X } from '../studies/service.ts';"],
    ['electron/core/features/items/invented.ts', "import type { Services } from '../../app/services.ts';"],
    ['electron/core/benchmarks/argus/invented.ts', "import { x } from '../observatory/readAnswers.ts';"],
    ['electron/core/benchmarks/argus/invented.ts', "import { x } from '../../features/items/service.ts';"],
  ])('refuse %s with %s', (file, text) => {
    expect(violations(withFile(file, text), 'electron/core/', coreLayers)).toHaveLength(1);
  });

  it('see a circle that only types close', () => {
    const closed = new Map([
      ...withFile('electron/core/records/first.ts', "import type { Second } from './second.ts';"),
      ...withFile('electron/core/records/second.ts', "import type { First } from './first.ts';"),
      [
        'electron/core/records/first.ts',
        importsOf('electron/core/records/first.ts', "import type { Second } from './second.ts';"),
      ] as const,
    ]);
    expect(importCycles(closed)).toContainEqual([
      'electron/core/records/first.ts',
      'electron/core/records/second.ts',
    ]);
  });
});

/** What a casebook is composed of: the classes and functions that the two composing files call. */
const COMPOSED = new Set(
  ['electron/core/records/records.ts', 'electron/core/derived/casebook.ts'].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/once\(\(\) =>\s*(?:new )?(\w+)\(/gu)].map(
      ([, name = '']) => name,
    ),
  ),
);

/** Threads that get a database file and no casebook read ratings with a reader of their own. */
const WITHOUT_CASEBOOK = new Set([
  'electron/core/features/proposals/readProposals.ts',
  'electron/core/features/validation/repeatedRatings.ts',
]);

/** The parts of a casebook that a file makes itself. */
const partsMadeBy = (file: string, text: string): string[] =>
  WITHOUT_CASEBOOK.has(file)
    ? []
    : [...text.matchAll(/(?:\bnew (\w+)|\b(create\w+))\(/gu)]
        .map(([, made, called]) => made ?? called ?? '')
        .filter((name) => COMPOSED.has(name));

describe('a casebook', () => {
  it('is composed once: neither features nor formats nor benchmarks make a part of it', () => {
    expect(COMPOSED.size).toBeGreaterThan(25);
    const files = globSync('electron/core/{features,formats,benchmarks,app}/**/*.ts');
    expect(files.length).toBeGreaterThan(200);
    expect(files.flatMap((file) => partsMadeBy(file, readFileSync(file, 'utf8')))).toEqual([]);
  });

  it.each(['const log = createLog(casebook);', 'const writer = new ItemWriter(casebook, derived);'])(
    'is composed elsewhere by %s',
    (text) => {
      expect(partsMadeBy('electron/core/features/items/invented.ts', text)).toHaveLength(1);
    },
  );
});
