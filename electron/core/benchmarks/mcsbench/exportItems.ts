import { withImageNames } from '../../../../shared/benchmarks/mcsbench/codec.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { ExportFormat } from '../../formats/writing/exportFormat.ts';
import { itemLines } from '../../formats/writing/exportItemLines.ts';

/** The items of MCSBench as JSON Lines. */
export function mcsBench({ benchmark }: Casebook): ExportFormat {
  return itemLines({
    file: 'mcsbench',
    owns: /^(?:mcsbench\.jsonl|boxes\.json)$|^images\//u,
    refuse: () => (benchmark.id === 'mcsbench' ? null : 'It is not an item of MCSBench.'),
    withImageNames,
  });
}
