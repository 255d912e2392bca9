import { describe, expect, it } from 'vitest';
import {
  importCycles,
  importGraph,
  importsOf,
  type LayerRule,
  loadedWith,
  violations,
} from '../helpers/importGraph.ts';

const host = (path: string): string => `electron/hosts/${path}`;

/** The files directly in the folder, which all hosts share. */
const shared = [
  'contentSecurityPolicy',
  'hostPorts',
  'imageResponse',
  'log',
  'pages',
  'secrets',
  'userFolders',
].map((name) => host(`${name}.ts`));
const cli = ['command', 'invocation', 'options', 'output', 'people', 'tableFormats', 'usage'].map((name) =>
  host(`cli/${name}.ts`),
);

/** What any host may import. */
const below = [...shared, 'electron/core/'];

const hostLayers: readonly LayerRule[] = [
  { of: host('electron/'), may: below },
  { of: host('browser/'), may: [...below, 'electron/build.ts'] },
  { of: host('network/'), may: [...below, host('browser/')] },
  { of: host('hub/'), may: [...below, host('network/')] },
  // A room of commands knows no other room, and not the list of all commands.
  {
    of: host('cli/commands/'),
    may: [...below, ...cli, host('browser/'), host('network/'), host('hub/'), 'electron/serve.ts'],
    apart: true,
  },
  { of: host('cli/'), may: [host('cli/'), ...below] },
  // The key of the desktop's own secrets is Electron's.
  { of: host('secrets.ts'), may: [...below, host('electron/electronApi.ts')] },
  ...shared.map((of): LayerRule => ({ of, may: below })),
];

const graph = importGraph('electron/hosts');

/** The hosts with one more file. */
const withFile = (file: string, text: string) => new Map([...graph, [file, importsOf(file, text)]]);

describe('the hosts', () => {
  it('keep apart, and so do the rooms of the command line', () => {
    expect(graph.size).toBeGreaterThan(100);
    expect(violations(graph, 'electron/', hostLayers)).toEqual([]);
  });

  it('know no circle, types included', () => {
    expect(importCycles(graph)).toEqual([]);
  });

  it.each([
    ['electron/hosts/cli/commands/team/invented.ts', "import { list } from '../library/list.ts';"],
    ['electron/hosts/cli/commands/team/invented.ts', "import { COMMANDS } from '../../commands.ts';"],
    ['electron/hosts/browser/invented.ts', "import type { X } from '../network/networkHost.ts';"],
    ['electron/hosts/hub/invented.ts', "const late = import('../cli/run.ts');"],
    ['electron/hosts/invented.ts', "import { run } from './cli/run.ts';"],
  ])('refuse %s with %s', (file, text) => {
    expect(violations(withFile(file, text), 'electron/', hostLayers)).toHaveLength(1);
  });

  it('see a circle that only types close', () => {
    const first = 'electron/hosts/cli/commands/team/first.ts';
    const second = 'electron/hosts/cli/commands/team/second.ts';
    const closed = new Map([
      ...graph,
      [first, importsOf(first, "import type { Second } from './second.ts';")] as const,
      [second, importsOf(second, "const late = import('./first.ts');")] as const,
    ]);
    expect(importCycles(closed)).toContainEqual([first, second]);
  });
});

it('no command waits for what only another needs', () => {
  const loaded = [...loadedWith('electron/hosts/cli/program.ts')];
  expect(loaded.length).toBeGreaterThan(15);
  const own = loaded.filter((file) => !file.startsWith('electron/hosts/cli/'));
  expect(own.toSorted()).toEqual([
    'shared/base/errors.ts',
    'shared/domain/randomDraws.ts',
    'shared/domain/status.ts',
  ]);
});
