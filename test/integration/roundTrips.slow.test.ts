import { describe, it } from 'vitest';
import { BOX_FORMATS, expectRoundTrips } from '../helpers/roundTrips.ts';

const SEED = 20261128;

describe.each(BOX_FORMATS)('casebooks with odd names that leave as %s', (format) => {
  it(
    `come back into empty casebooks and leave with the same bytes (seed ${String(SEED)})`,
    () => expectRoundTrips(format, 50, SEED),
    600_000,
  );
});
