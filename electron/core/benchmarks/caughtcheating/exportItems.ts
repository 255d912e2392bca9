import { withDataPath } from '../../../../shared/benchmarks/caughtcheating/codec.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { CleanTask } from '../../files/imageTasks.ts';
import { listOutput } from '../../files/listOutput.ts';
import { CocoWriter } from '../../formats/boxes/coco/cocoWriter.ts';
import { boxedImages } from '../../formats/boxes/exportBoxes.ts';
import type { ExportFormat } from '../../formats/writing/exportFormat.ts';
import { nameItems } from '../../formats/writing/exportNumbers.ts';
import { mayBeHandedOn } from '../../formats/reading/imageRights.ts';

/** The data set's own folder, with the clue boxes as COCO beside it. */
export function caughtCheating(casebook: Casebook): ExportFormat {
  return {
    singleFile: ['.json', '.jsonl'],
    listsImages: true,
    owns: (path) => /^(?:data_info\.jsonl?|clue_boxes\.json|(true|false)_images\/\1_\d+\.png)$/u.test(path),
    refuse: ({ payload }) =>
      casebook.benchmark.id !== 'caughtcheating'
        ? 'It is not an item of CaughtCheating.'
        : typeof payload['label'] === 'boolean'
          ? null
          : 'It is neither clued nor unclued.',
    name(items, withImages) {
      const byId = new Map(items.map((item) => [item.id, item]));
      const named = nameItems(
        casebook,
        items.map(({ id, sequence, payload, imported, images: [image] }) => ({
          id,
          sequence,
          label: payload['label'] === true,
          dataPath: typeof payload['data_path'] === 'string' ? payload['data_path'] : null,
          labelAsImported: imported === null || imported['label'] === payload['label'],
          withheld: image !== undefined && !mayBeHandedOn(image),
        })),
        withImages,
      );
      return named.flatMap(({ id, name }) => {
        const item = byId.get(id);
        const image = item?.images[0];
        if (item === undefined) return [];
        return [
          {
            id,
            externalId: item.externalId,
            images: [{ imageId: image?.imageId ?? null, name, format: formatOf(name) }],
          },
        ];
      });
    },
    imagePath: (name) => name,
    async open(output, context) {
      const { single } = context;
      const json = single === '.jsonl' ? null : await listOutput(output, 'data_info.json');
      const lines = single === '.json' ? null : await output.text('data_info.jsonl');
      const boxes = single === null ? await CocoWriter.open(output, 'clue_boxes.json', context) : null;
      return {
        async add(item, [name = '']) {
          const object = item.payload['data_path'] === name ? item.payload : withDataPath(item.payload, name);
          await json?.add(object);
          await lines?.write(`${JSON.stringify(object)}\n`);
          const boxed = boxedImages(item, [name])[0];
          if (boxes !== null && boxed !== undefined) await boxes.add(boxed);
        },
        async end() {
          await json?.end();
          await lines?.close();
          await boxes?.end();
        },
      };
    },
  };
}

/** A file is what its name says it is. */
function formatOf(name: string): CleanTask['format'] {
  if (/\.jpe?g$/iu.test(name)) return 'jpeg';
  return /\.webp$/iu.test(name) ? 'webp' : 'png';
}
