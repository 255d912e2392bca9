import { withImageNames } from '../../../../shared/benchmarks/generic/codec.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { ExportFormat } from '../../formats/writing/exportFormat.ts';
import { itemLines } from '../../formats/writing/exportItemLines.ts';

/** Items as JSON Lines, with their boxes as COCO beside them. */
export function generic({ benchmark }: Casebook): ExportFormat {
  return itemLines({
    file: 'items',
    owns: /^(?:items\.jsonl|boxes\.json)$|^images\//u,
    refuse: () => (benchmark.id === 'generic' ? null : 'It is not an item of your own label set.'),
    withImageNames,
  });
}
