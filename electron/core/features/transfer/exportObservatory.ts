import { withImageNames } from '../../../../shared/benchmarks/observatory/codec.ts';
import type { Casebook } from '../../casebook.ts';
import type { ExportFormat } from './exportFormat.ts';
import { itemLines } from './exportItemLines.ts';

/**
 * Entities of the Perceptual Observatory as JSON Lines, their boxes as the prompts give them, with the boxes of originals
 * and variants as COCO beside them.
 */
export function observatory({ benchmark }: Casebook): ExportFormat {
  return itemLines({
    file: 'observatory',
    owns: /^(?:observatory\.jsonl|boxes\.json)$|^images\//u,
    refuse: () =>
      benchmark.id === 'observatory' ? null : 'It is not an item of the Perceptual Observatory.',
    withImageNames,
  });
}
