import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const folder = import.meta.dirname;
const output = join(folder, '..', 'out', 'main');

/** Left in node_modules: what is native, what reads files or starts threads of its own, and Electron itself. */
const EXTERNAL = ['electron', 'better-sqlite3', 'sharp', 'piscina'];

/** The migrations are read at run time, from beside the program. */
function copyMigrations(): Plugin {
  return {
    name: 'copy-migrations',
    writeBundle() {
      cpSync(join(folder, 'core', 'db', 'migrations'), join(output, 'migrations'), { recursive: true });
    },
  };
}

/** Builds the desktop program's main process and its workers. */
export default defineConfig({
  root: folder,
  plugins: [copyMigrations()],
  // CommonJS packages ask for these; a module has them under other names.
  define: { __filename: 'import.meta.filename', __dirname: 'import.meta.dirname' },
  build: {
    ssr: true,
    outDir: output,
    emptyOutDir: true,
    // Electron 45 runs Node 24.
    target: 'node24',
    minify: false,
    rolldownOptions: {
      input: {
        main: join(folder, 'main.ts'),
        computeWorker: join(folder, 'core', 'work', 'computeWorker.ts'),
        imageWorker: join(folder, 'core', 'files', 'imageWorker.ts'),
<<<<<<< 933a700b0693709df66cca2d968a001a84e0b152
        agreementWorker: join(folder, 'core', 'features', 'agreement', 'agreementWorker.ts'),
        verdictWorker: join(folder, 'core', 'features', 'verdicts', 'verdictWorker.ts'),
        importWorker: join(folder, 'core', 'features', 'import', 'importWorker.ts'),
        healthWorker: join(folder, 'core', 'features', 'health', 'healthWorker.ts'),
        proposalsWorker: join(folder, 'core', 'features', 'proposals', 'proposalsWorker.ts'),
        metricsWorker: join(folder, 'core', 'features', 'metrics', 'metricsWorker.ts'),
        consistencyWorker: join(folder, 'core', 'features', 'validation', 'consistencyWorker.ts'),
=======
        importWorker: join(folder, 'core', 'features', 'transfer', 'importWorker.ts'),
>>>>>>> 6e5e57a3afa33fde6f16bfaef44e53f2d694edbd
      },
      external: EXTERNAL,
      // Side by side: modules find the workers and the migrations beside themselves.
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  ssr: { noExternal: true, external: EXTERNAL },
});
