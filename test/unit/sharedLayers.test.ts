import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { importCycles, importGraph, importsOf, type LayerRule, violations } from '../helpers/importGraph.ts';

const shared = (folder: string): string => `shared/${folder}/`;

/** What every benchmark is made of: the files beside their folders, and what they all look for in their items. */
const benchmarkParts = [
  ...readdirSync('shared/benchmarks')
    .filter((file) => file.endsWith('.ts') && file !== 'registry.ts')
    .map((file) => `shared/benchmarks/${file}`),
  'shared/benchmarks/health/',
];

/** The floors from the ground up; statistics and foreign stand side by side, as do the floors that need the domain alone. */
const base = [shared('base')];
const ground = [...base, shared('statistics'), shared('foreign')];
const domain = [...ground, shared('domain')];
const benchmarks = [...domain, shared('agreement')];
const contract = [...benchmarks, shared('benchmarks'), shared('hub')];

const sharedLayers: readonly LayerRule[] = [
  { of: shared('base'), may: [] },
  { of: shared('statistics'), may: base },
  { of: shared('foreign'), may: base },
  { of: shared('domain'), may: ground },
  { of: shared('agreement'), may: [...base, shared('statistics')] },
  { of: shared('hub'), may: domain },
  { of: shared('participantTexts'), may: domain },
  { of: 'shared/benchmarks/registry.ts', may: [shared('benchmarks')] },
  { of: shared('benchmarks'), may: [...benchmarks, ...benchmarkParts], apart: true },
  { of: shared('contract'), may: contract },
  { of: shared('figures'), may: [...contract, shared('contract')] },
];

const graph = importGraph('shared');

/** The shared code with one more file in it. */
const withFile = (file: string, text: string) => new Map([...graph, [file, importsOf(file, text)]]);

describe('the floors of the shared code', () => {
  it('import downwards only; benchmarks keep apart', () => {
    expect(graph.size).toBeGreaterThan(350);
    expect(violations(graph, 'shared/', sharedLayers)).toEqual([]);
  });

  it('import nothing of the core and the window', () => {
    const elsewhere = [...graph].flatMap(([file, imports]) =>
      [...imports].filter((path) => !path.startsWith('shared/')).map((path) => `${file} -> ${path}`),
    );
    expect(elsewhere).toEqual([]);
  });

  it('know no circle, types included', () => {
    expect(importCycles(graph)).toEqual([]);
  });

  it.each([
    ['shared/base/invented.ts', "import { seededRandom } from '../statistics/random.ts';"],
    ['shared/statistics/invented.ts', "import type { PairedComparison } from '../contract/metrics.ts';"],
    ['shared/foreign/invented.ts', "import type { RegionRecord } from '../domain/document.ts';"],
    ['shared/domain/invented.ts', "import type { Baseline } from '../benchmarks/baseline.ts';"],
    ['shared/agreement/boxes/invented.ts', "import { regionsOf } from '../../domain/document.ts';"],
    ['shared/hub/invented.ts', "export { HubStatus } from '../contract/hub.ts';"],
    ['shared/participantTexts/invented.ts', "type X = import('../contract/studies.ts').Study;"],
    ['shared/benchmarks/invented.ts', "import { schema } from './argus/schema.ts';"],
    ['shared/benchmarks/argus/invented.ts', "import { hintsOf } from '../mcsbench/hints.ts';"],
    ['shared/benchmarks/argus/invented.ts', "const all = import('../registry.ts');"],
    ['shared/benchmarks/health/invented.ts', "import { hintsOf } from '../mcsbench/hints.ts';"],
    ['shared/contract/invented.ts', "import { csvOf } from '../figures/csv.ts';"],
    ['shared/unknown/invented.ts', "import { counted } from '../base/counts.ts';"],
  ])('refuse %s with %s', (file, text) => {
    expect(violations(withFile(file, text), 'shared/', sharedLayers)).toHaveLength(1);
  });

  it('refuse a circle that only types close', () => {
    const closed = withFile('shared/domain/a.ts', "import type { B } from './b.ts';");
    closed.set('shared/domain/b.ts', importsOf('shared/domain/b.ts', "export type { A } from './a.ts';"));
    expect(importCycles(closed)).toEqual([['shared/domain/a.ts', 'shared/domain/b.ts']]);
  });
});
