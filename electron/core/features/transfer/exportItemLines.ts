import type { JsonObject } from '../../../../shared/domain/json.ts';
import { listOutput } from '../../files/listOutput.ts';
import { createCocoWriter } from '../../formats/cocoWriter.ts';
import { boxFormat, boxedImages, namedInFolder, openCoco } from './exportBoxes.ts';
import type { ExportFormat } from './exportFormat.ts';

interface ItemLines {
  /** The data file's name without its extension. */
  readonly file: string;
  /** The files of such an export. */
  readonly owns: RegExp;
  readonly refuse: ExportFormat['refuse'];
  /** An item's payload with the names of its images replaced. */
  readonly withImageNames: (payload: JsonObject, names: readonly string[]) => JsonObject;
}

/** Items as JSON Lines (a list where the target is one .json file), with their boxes as COCO beside them. */
export function itemLines({ file, owns, refuse, withImageNames }: ItemLines): ExportFormat {
  const base = boxFormat({ folder: '', owns, open: openCoco, single: ['.jsonl', '.json'] });
  return {
    ...base,
    refuse,
    name: namedInFolder,
    async open(output, context) {
      const list = context.single === '.json' ? await listOutput(output, `${file}.json`) : null;
      const lines = list === null ? await output.text(`${file}.jsonl`) : null;
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
