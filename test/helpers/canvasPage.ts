import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Browser } from 'playwright-core';
import { build, type InlineConfig, preview } from 'vite';
import { launchChromium } from './chromium.ts';

const inRepository = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** A built page served on a free port of this machine, and a browser to look at it with. */
export interface ServedPages {
  /** Address of the folder of pages, with a slash at the end. */
  readonly address: string;
  readonly browser: Browser;
  close(): Promise<void>;
}

/**
 * Builds pages as a release is built, serves them with whatever files the folder `publicDir` holds, and opens a
 * browser. `input` are the pages' paths in the repository, under `root`.
 */
export async function servePages(options: {
  readonly root: string;
  readonly input: readonly string[];
  readonly publicDir?: string;
}): Promise<ServedPages> {
  const outDir = await mkdtemp(join(tmpdir(), 'casebook-pages-'));
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }));
  const common: InlineConfig = {
    configFile: false,
    root: inRepository(options.root),
    publicDir: options.publicDir ?? false,
    logLevel: 'error',
    plugins: [react()],
  };
  await build({
    ...common,
    build: {
      outDir,
      emptyOutDir: true,
      target: 'chrome140',
      rolldownOptions: { input: options.input.map(inRepository) },
    },
    worker: { format: 'es' },
  });
  const server = await preview({ ...common, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } });
  const bound = server.httpServer.address();
  if (bound === null || typeof bound === 'string') throw new Error('The pages are not served on a port');
  const browser = await launchChromium();
  return {
    address: `http://127.0.0.1:${bound.port}/`,
    browser,
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}

/** Serves the canvas alone. */
export function serveCanvasPage(publicDir?: string): Promise<ServedPages> {
  return servePages({
    root: 'test/canvas',
    input: ['test/canvas/canvas.html'],
    ...(publicDir && { publicDir }),
  });
}
