import type { BenchmarkCore } from '../../../electron/core/benchmarks/benchmark.ts';
import { itemLines } from '../../../electron/core/formats/writing/exportItemLines.ts';
import { type Format, hasKeys } from '../../../electron/core/formats/format.ts';

const items: Format = {
  description: {
    id: 'signs',
    title: 'Street signs',
    reads: 'JSON Lines of signs (sign, photo, kind), or a folder that holds signs.jsonl',
    writes: 'a folder with signs.jsonl, images/ and boxes.json (COCO)',
    source: 'either',
    target: 'folder',
  },
  position: 310,
  recognition: { order: 255, file: (head) => hasKeys(head, 'sign', 'photo') },
  reads: { of: 'items', benchmark: 'signs', files: [['signs.jsonl', 'signs.json']] },
  writes: {
    of: 'items',
    format: ({ benchmark }) =>
      itemLines({
        file: 'signs',
        owns: /^(?:signs\.jsonl|boxes\.json)$|^images\//u,
        refuse: () => (benchmark.id === 'signs' ? null : 'It is not a street sign.'),
        withImageNames: (payload, [photo = payload['photo'] ?? null]) => ({ ...payload, photo }),
      }),
  },
};

/** What the invented benchmark brings to the core: one format. */
export const signs: BenchmarkCore = { id: 'signs', formats: [items] };
