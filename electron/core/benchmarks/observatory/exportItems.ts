import { withImageNames } from '../../../../shared/benchmarks/observatory/imageNames.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { ExportFormat } from '../../formats/writing/exportFormat.ts';
import { itemLines } from '../../formats/writing/exportItemLines.ts';

/**
 * Entities of the Perceptual Observatory as JSON Lines, their boxes as the prompts give them, with the boxes of originals
 * and variants as COCO beside them; the questions that were built from them in a file of their own.
 */
export function observatory({ benchmark }: Casebook): ExportFormat {
  return itemLines({
    file: 'observatory',
    owns: /^(?:observatory\.jsonl|query_sets\.jsonl|boxes\.json)$|^images\//u,
    refuse: () =>
      benchmark.id === 'observatory' ? null : 'It is not an item of the Perceptual Observatory.',
    withImageNames,
    questions: 'query_sets',
  });
}
