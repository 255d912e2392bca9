import { join } from 'node:path';
import { defineConfig } from 'vite';

const folder = import.meta.dirname;

/** Builds the window's preload: one CommonJS file, for a sandboxed preload can load nothing else. */
export default defineConfig({
  root: folder,
  build: {
    ssr: true,
    outDir: join(folder, '..', 'out', 'preload'),
    emptyOutDir: true,
    target: 'chrome140',
    minify: false,
    rolldownOptions: {
      input: { preload: join(folder, 'preload.ts') },
      external: ['electron'],
      output: { format: 'cjs', entryFileNames: '[name].cjs' },
    },
  },
  ssr: { noExternal: true, external: ['electron'] },
});
