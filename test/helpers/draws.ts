import { configureGlobal } from 'fast-check';

/**
 * A commit is judged by the same draws every time: where `CI` is set, properties are tried with one seed, so that the
 * same code is never green once and red once. Everywhere else each run draws its own cases, and finds new ones.
 */
if (process.env['CI'] === 'true') configureGlobal({ seed: 20261122 });
