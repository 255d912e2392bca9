/** The package's module for bundlers, which Node, too, imports by names; its types are those of the package. */
declare module 'opentype.js/dist/opentype.mjs' {
  export { Font, Glyph, Path, parse } from 'opentype.js';
}
