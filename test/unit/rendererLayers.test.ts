import { describe, expect, it } from 'vitest';
import { importCycles, importGraph, importsOf, type LayerRule, violations } from '../helpers/importGraph.ts';

const ground = ['renderer/client/'];
const kit = [...ground, 'renderer/canvas/', 'renderer/save/', 'renderer/ui/'];

/** The window's layers, from the ground up: each may import those above it in this list that it names. */
const rendererLayers: readonly LayerRule[] = [
  { of: 'renderer/client/', may: [] },
  { of: 'renderer/canvas/', may: [] },
  { of: 'renderer/save/', may: ground },
  { of: 'renderer/ui/', may: kit },
  {
    of: 'renderer/benchmarks/',
    may: [...kit, 'renderer/benchmarks/parts.ts'],
    apart: true,
    doorsFor: 'renderer/benchmarks/registry.ts',
  },
  {
    of: 'renderer/screens/',
    may: [...kit, 'renderer/benchmarks/parts.ts', 'renderer/benchmarks/registry.ts'],
    apart: true,
  },
  { of: 'renderer/app/', may: kit },
  // Puts everything together.
  { of: 'renderer/', may: ['renderer/'] },
];

const graph = importGraph('renderer');

/** The window with one more file in it. */
const withFile = (file: string, text: string) => new Map([...graph, [file, importsOf(file, text)]]);

describe('the layers of the window', () => {
  it('import downwards only; screens and benchmarks keep apart', () => {
    expect(graph.size).toBeGreaterThan(400);
    expect(violations(graph, 'renderer/', rendererLayers)).toEqual([]);
  });

  it('know no circle, types included', () => {
    expect(importCycles(graph)).toEqual([]);
  });

  it.each([
    ['renderer/ui/Invented.tsx', "import type { Deck } from '../screens/judge/store/deck.ts';"],
    ['renderer/app/Invented.tsx', "const Desk = lazy(async () => import('../screens/desk/Desk.tsx'));"],
    ['renderer/screens/team/Invented.tsx', "export { WorkList } from '../work/WorkList.tsx';"],
    ['renderer/screens/team/Invented.tsx', "import classes from '../work/WorkScreen.module.css';"],
    ['renderer/screens/desk/Invented.tsx', "import { Stage } from '../../benchmarks/mcsbench/Stage.tsx';"],
    ['renderer/screens/desk/Invented.tsx', "import { Rail } from '../../app/Rail.tsx';"],
    ['renderer/benchmarks/argus/Invented.tsx', "import type { X } from '../../screens/desk/context.ts';"],
    ['renderer/benchmarks/argus/Invented.tsx', "type X = import('../generic/AttributeField.tsx').X;"],
    ['renderer/client/invented.ts', "import { toast } from '../ui/toast.tsx';"],
    ['renderer/canvas/invented.ts', "import { client } from '../client/index.ts';"],
    ['renderer/save/invented.ts', "import { useCasebook } from '../ui/window/applicationState.ts';"],
    ['renderer/ui/Invented.tsx', "import { windowParts } from '../routes.tsx';"],
  ])('refuse %s with %s', (file, text) => {
    expect(violations(withFile(file, text), 'renderer/', rendererLayers)).toHaveLength(1);
  });

  it('refuse a circle that only types close', () => {
    const closed = withFile('renderer/ui/a.ts', "import type { B } from './b.ts';");
    closed.set('renderer/ui/b.ts', importsOf('renderer/ui/b.ts', "export type { A } from './a.ts';"));
    expect(importCycles(closed)).toEqual([['renderer/ui/a.ts', 'renderer/ui/b.ts']]);
  });
});
