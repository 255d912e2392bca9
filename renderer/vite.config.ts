import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { faceMeshModules } from './faceMeshModules.ts';

const folder = import.meta.dirname;

/** Builds the window's page. */
export default defineConfig({
  root: folder,
  base: './',
  // Replaced with a fresh one whenever a host serves the page.
  html: { cspNonce: '__CSP_NONCE__' },
  // Every text gets an element of its own: see the folder jsx.
  plugins: [react({ jsxImportSource: '#jsx' })],
  build: {
    outDir: `${folder}/../out/renderer`,
    emptyOutDir: true,
    target: 'chrome140',
    // Inlined images would need data: in more places of the content security policy than they are worth.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      input: { index: `${folder}/index.html` },
      // What most screens share is one file: over a network, sixty small ones are sixty requests.
      output: { codeSplitting: { groups: [{ name: 'common', minShareCount: 8 }] } },
    },
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
