import { defineConfig } from 'vitest/config';

/** Real files, real SQLite, real Chromium: generous limits, few workers. */
export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          // Two at a time also where there are two cores; browsers run by themselves, later.
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
          include: ['test/{unit,integration,migrations}/**/*.test.ts'],
          setupFiles: ['test/helpers/draws.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 30_000 } },
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
          name: 'e2e',
          sequence: { groupOrder: 2 },
          // The built program and what stands for Electron are for Node itself to load, as Electron loads them.
          server: { deps: { external: [/\/out\/main\//u, /helpers\/electron\//u] } },
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
          // A browser on a shared machine can stall for seconds; locally a stall is to be seen.
          retry: process.env['CI'] === 'true' ? 1 : 0,
        },
      },
    ],
  },
});
