import { registerHooks } from 'node:module';

/*
 * Loaded before a program (`node --import`): sharp finds none of its native builds, as where they cannot be loaded, and
 * takes the one of WebAssembly.
 */
registerHooks({
  resolve(specifier, context, next) {
    if (/^@img\/sharp-(?!wasm32)|\.node$/u.test(specifier) && !specifier.includes('wasm32'))
      throw Object.assign(new Error(`${specifier} is missing.`), { code: 'MODULE_NOT_FOUND' });
    return next(specifier, context);
  },
});
