/** Whether everything is tried, as `npm run test:slow` does, which runs the files of `npm test` that ask this again. */
export const allRuns = process.env['CASEBOOK_ALL_RUNS'] === 'true';

/** How often a property over whole casebooks is tried: a third of it in `npm test`. Its own examples always are. */
export function runs(all: number): number {
  return allRuns ? all : Math.ceil(all / 3);
}
