import type { Benchmark } from '../../../../shared/benchmarks/benchmark.ts';
import { withImageNames } from '../../../../shared/benchmarks/generic/codec.ts';
import { listOutput } from '../../files/listOutput.ts';
import { createCocoWriter } from '../../formats/cocoWriter.ts';
import { boxFormat, boxedImages, openCoco } from './exportBoxes.ts';
import type { ExportFormat } from './exportFormat.ts';

/** Items as JSON Lines, with their boxes as COCO beside them. */
export function generic(benchmark: Benchmark): ExportFormat {
  const base = boxFormat({
    folder: '',
    owns: /^(?:items\.jsonl|boxes\.json)$|^images\//u,
    open: openCoco,
    single: ['.jsonl', '.json'],
  });
  return {
    ...base,
    refuse: () => (benchmark.id === 'generic' ? null : 'It is not an item of a label set of one’s own.'),
    name: (items, withImages) =>
      base.name(items, withImages).map((item) => ({
        ...item,
        images: item.images.map((image) => ({
          ...image,
          name: withImages && !image.name.startsWith('images/') ? `images/${image.name}` : image.name,
        })),
      })),
    async open(output, context) {
      const list = context.single === '.json' ? await listOutput(output, 'items.json') : null;
      const lines = list === null ? await output.text('items.jsonl') : null;
      const boxes =
        context.single === null
          ? await createCocoWriter(output, 'boxes.json', context.description, context.categories)
          : null;
      return {
        async add(item, names) {
          const object = withImageNames(item.payload, names);
          await list?.add(object);
          await lines?.write(`${JSON.stringify(object)}\n`);
          if (boxes !== null) for (const image of boxedImages(item, names)) await boxes.add(image);
        },
        async end() {
          await list?.end();
          await lines?.close();
          await boxes?.end();
        },
      };
    },
  };
}
