import { withImageNames } from '../../../../shared/benchmarks/argus/codec.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { ExportFormat } from '../../formats/writing/exportFormat.ts';
import { itemLines } from '../../formats/writing/exportItemLines.ts';

/** The items of Argus Inspection as JSON Lines, with the boxes of the traps as COCO beside them. */
export function argus({ benchmark }: Casebook): ExportFormat {
  const lines = itemLines({
    file: 'argus',
    owns: /^(?:argus\.jsonl|boxes\.json)$|^images\//u,
    refuse: () => (benchmark.id === 'argus' ? null : 'It is not an item of Argus Inspection.'),
    withImageNames,
  });
  return { ...lines, withCandidates: true };
}
