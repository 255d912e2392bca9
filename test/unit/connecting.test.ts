import { describe, expect, it } from 'vitest';
import { requireFit } from '../../electron/core/features/hub/connecting.ts';
import { PersonId } from '../../shared/base/ids.ts';

const person = PersonId.parse('01890a5d-ac96-774b-bcce-b302099a8057');
const other = PersonId.parse('01890a5d-ac96-774b-bcce-b302099a8058');
const offered = (benchmark: string) => ({
  table: 'meta' as const,
  id: 'benchmark',
  person: null,
  audience: null,
  item: null,
  about: null,
  sha256: null,
  content: JSON.stringify({ row: { key: 'benchmark', value: JSON.stringify(benchmark) } }),
});

describe('an invitation', () => {
  it.each([
    ['for a curator, a whole casebook', 'curator', null, 'generic', null],
    ['for a curator, a hub that has nothing yet', 'curator', null, null, null],
    ['for a curator, another benchmark', 'curator', null, 'argus', /another benchmark/u],
    ['for a curator, a benchmark with a longer name', 'curator', null, 'generic-2', /another benchmark/u],
    ['for a curator, a package', 'curator', person, 'generic', /This casebook is a package/u],
    ['for an annotator, their own package', 'annotator', person, 'generic', null],
    ['for an annotator, somebody else\u2019s package', 'annotator', other, 'generic', /is for an annotator/u],
    ['for an annotator, a whole casebook', 'annotator', null, 'generic', /is for an annotator/u],
  ] as const)('%s', (_name, role, packageFor, benchmark, refusal) => {
    const fit = () =>
      requireFit(
        { meta: benchmark === null ? [] : [offered(benchmark)], person, role },
        { benchmark: 'generic', packageFor },
      );
    if (refusal === null) expect(fit).not.toThrow();
    else expect(fit).toThrow(refusal);
  });
});
