/**
 * How often a property over whole casebooks is tried: a third of it in `npm test`, all of it in `npm run test:slow`,
 * which runs the same files again. Its own examples are tried in both.
 */
export function runs(all: number): number {
  return process.env['CASEBOOK_ALL_RUNS'] === 'true' ? all : Math.ceil(all / 3);
}
