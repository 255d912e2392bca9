import type { BenchmarkCore } from '../benchmark.ts';
import { type Format, hasKeys } from '../../formats/format.ts';
import { generic as itemFiles } from './exportItems.ts';

/** Items with an id, an image and a text, and whatever else a casebook has. */
const items: Format = {
  description: {
    id: 'generic',
    title: 'Items as JSON',
    reads:
      'a JSON list or JSON Lines of items with "id", "image" and "text", or a folder that holds items.jsonl',
    writes: 'a folder with items.jsonl, images/ and boxes.json (COCO)',
    source: 'either',
    target: 'folder',
  },
  position: 300,
  recognition: { order: 260, file: (head) => hasKeys(head, 'id') },
  reads: { of: 'items', benchmark: 'generic', files: [['items.jsonl', 'items.json']] },
  writes: { of: 'items', format: itemFiles },
};

/** A label set of one's own: items as JSON. */
export const generic: BenchmarkCore = {
  id: 'generic',
  formats: [items],
  sample: { tell: async (resources) => (await import('./sample/story.ts')).story.tell(resources) },
};
