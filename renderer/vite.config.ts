import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { faceMeshModules } from './faceMeshModules.ts';

const folder = import.meta.dirname;

<<<<<<< ff245167cfd3bca4e48d16ab948138c711e716e6
/** Builds the window's pages: the app, and the canvas alone for anybody who wants to time it. */
=======
/** Builds the window's page. */
>>>>>>> 5499343b56228e3c6571134e87b4ab3eb3944712
export default defineConfig({
  root: folder,
  base: './',
  // Replaced with a fresh one whenever a host serves the page.
  html: { cspNonce: '__CSP_NONCE__' },
  plugins: [react()],
  build: {
    outDir: `${folder}/../out/renderer`,
    emptyOutDir: true,
    target: 'chrome140',
    // Inlined images would need data: in more places of the content security policy than they are worth.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: { input: { index: `${folder}/index.html` } },
  },
  // Under development, too, the package comes through the plug-in below.
  optimizeDeps: { exclude: ['@mediapipe/face_mesh'] },
  worker: {
    format: 'es',
    plugins: () => [faceMeshModules()],
    // The hosts know by its name which worker may compile WebAssembly.
    rolldownOptions: { output: { entryFileNames: 'assets/[name]-[hash].js' } },
  },
});
