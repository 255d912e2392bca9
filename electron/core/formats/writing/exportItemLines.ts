import type { JsonObject } from '../../../../shared/base/json.ts';
import { listOutput } from '../../files/listOutput.ts';
import { CocoWriter } from '../boxes/coco/cocoWriter.ts';
import type { TextOutput } from '../../files/outputFolder.ts';
import {
  boxedImages,
  boxFormat,
  leaveOutQuestions,
  namedInFolder,
  openCoco,
  sharedInFolder,
} from '../boxes/exportBoxes.ts';
import type { ExportFormat } from './exportFormat.ts';

interface ItemLines {
  /** The data file's name without its extension. */
  readonly file: string;
  /** The files of such an export. */
  readonly owns: RegExp;
  readonly refuse: ExportFormat['refuse'];
  /** An item's payload with the names of its images replaced. */
  readonly withImageNames: (payload: JsonObject, names: readonly string[]) => JsonObject;
  /** The file of the questions that are built from the items, without its extension; left out where there are none. */
  readonly questions?: string;
}

/**
 * Items as JSON Lines (a list where the target is one .json file), with their boxes as COCO beside them. Questions have a
 * file of their own where the target is a folder, and share their images with the items that they were built from.
 */
export function itemLines({ file, owns, refuse, withImageNames, questions }: ItemLines): ExportFormat {
  const base = boxFormat({ folder: '', owns, open: openCoco, single: ['.jsonl', '.json'] });
  return {
    ...base,
    refuse,
    leavesOut: questions === undefined ? leaveOutQuestions : () => null,
    name: questions === undefined ? namedInFolder : sharedInFolder,
    async open(output, context) {
      const list = context.single === '.json' ? await listOutput(output, `${file}.json`) : null;
      const lines = list === null ? await output.text(`${file}.jsonl`) : null;
      let asked: TextOutput | null = null;
      const boxes = context.single === null ? await CocoWriter.open(output, 'boxes.json', context) : null;
      return {
        async add(item, names) {
          const object = withImageNames(item.payload, names);
          const isApart = item.isQuery && questions !== undefined && context.single === null;
          await list?.add(object);
          // Without questions there is no file of them.
          if (isApart) asked ??= await output.text(`${questions}.jsonl`);
          await (isApart ? asked : lines)?.write(`${JSON.stringify(object)}\n`);
          if (boxes !== null && !item.isQuery)
            for (const image of boxedImages(item, names)) await boxes.add(image);
        },
        async end() {
          await list?.end();
          await lines?.close();
          await asked?.close();
          await boxes?.end();
        },
      };
    },
  };
}
