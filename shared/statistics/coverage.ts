/** On how many of the answers a figure rests that it could rest on. */
export interface Coverage {
  readonly covered: number;
  readonly of: number;
}

/**
 * The coverage of some figures in percent: of all where they share one, else the least and the most; a dash where none is
 * defined. Only what is whole is called 100 %.
 */
export function coverageText(
  figures: readonly { readonly value: number | null; readonly coverage?: Coverage | undefined }[],
): string {
  const shares = figures.flatMap(({ value, coverage }) =>
    value === null || coverage === undefined || coverage.of === 0 ? [] : [coverage.covered / coverage.of],
  );
  if (shares.length === 0) return '–';
  const [least, most] = [percent(Math.min(...shares)), percent(Math.max(...shares))];
  return least === most ? `${least} %` : `${least}–${most} %`;
}

const percent = (share: number): string => {
  const rounded = Math.round(100 * share);
  return String(share < 1 ? Math.min(99, rounded) : rounded);
};
