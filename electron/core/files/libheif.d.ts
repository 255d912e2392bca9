/** The package types its builds once; the one that carries its WebAssembly has no declaration of its own. */
declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  import type { MainModule } from 'libheif-js/libheif-wasm/libheif.js';

  export default function load(): MainModule;
}
