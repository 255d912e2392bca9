import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { folderInMemory } from './test/helpers/folderInMemory.ts';
import { SlowestFiles } from './test/helpers/slowestFiles.ts';

// Threads and programs that the tests start load the core from source: compiled once, they take half the time.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/node-compile');

const SLOW = 'test/**/*.slow.test.ts';
/** Tried less often in `npm test` than in the slow tests, which run them again: see `test/helpers/runs.ts`. */
const AGAIN =
  'test/integration/{boxes,guide,hubAgain,lock,merging,mergingEditions,packages,partialAnswers}.test.ts';
const patient = { testTimeout: 180_000, hookTimeout: 180_000 } as const;

/** What reads and writes casebooks in the test's own process. */
const CASEBOOKS = [
  'test/helpers/unsynchronised.ts',
  'test/helpers/newDatabases.ts',
  'test/helpers/lastingThreads.ts',
  'test/helpers/closeShared.ts',
];

/** Real files and real SQLite, in the suite of every day and in the slow one. */
const node = {
  ...patient,
  setupFiles: ['test/helpers/draws.ts', ...CASEBOOKS],
  expect: { poll: { timeout: 30_000 } },
};

/** The real app in Chromium, or the stand-in for Electron. */
const browser = {
  ...patient,
  // Node itself loads the built program and the stand-in for Electron, as Electron does.
  server: { deps: { external: [/\/out\/main\//u, /helpers\/electron\//u] } },
  setupFiles: [...CASEBOOKS, 'test/helpers/oneBrowser.ts'],
  // A browser on a shared machine can stall for seconds; locally a stall is to be seen.
  retry: process.env['CI'] === 'true' ? 1 : 0,
};

/**
 * `npm test` runs the projects node, component and e2e; `npm run test:slow` the two others: files named
 * `*.slow.test.ts`. Two files at a time, also where there are two cores; kinds one after another, so that no browser
 * competes with a computation.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: ['default', new SlowestFiles()],
    projects: [
      {
        extends: true,
        test: {
          ...node,
          name: 'node',
          env: folderInMemory(),
          // One process reads the core once for many files; each test still has casebooks and folders of its own.
          isolate: false,
          sequence: { groupOrder: 0 },
          include: ['test/{unit,integration,migrations}/**/*.test.ts'],
          exclude: [SLOW],
        },
      },
      {
        extends: true,
        test: {
          name: 'component',
          sequence: { groupOrder: 1 },
          include: ['test/component/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['test/helpers/draws.ts', 'test/component/setup.ts'],
          testTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          ...browser,
          name: 'e2e',
          // One process reads the core once, and starts one browser.
          isolate: false,
          env: folderInMemory(),
          sequence: { groupOrder: 2 },
          include: ['test/e2e/**/*.test.ts'],
          exclude: [SLOW],
        },
      },
      {
        extends: true,
        test: {
          ...node,
          name: 'slow',
          sequence: { groupOrder: 3 },
          include: ['test/{unit,integration,migrations}/**/*.slow.test.ts', AGAIN],
          env: { CASEBOOK_ALL_RUNS: 'true' },
        },
      },
      {
        extends: true,
        test: {
          ...browser,
          name: 'slow-e2e',
          sequence: { groupOrder: 4 },
          include: ['test/e2e/**/*.slow.test.ts'],
        },
      },
    ],
  },
});
