import { listOutput } from '../../files/listOutput.ts';
import { LabelStudioConfig } from './labelStudioConfig.ts';
import { type WrittenAnnotation, writtenTask } from './labelStudioWriter.ts';
import { isAnswered } from '../../../../shared/benchmarks/parts.ts';
import { boxesPart, regionLabels } from '../../../../shared/benchmarks/taskParts.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { mainTask } from '../../derived/gold.ts';
import { AnswersReader, type ExportAnswer } from '../answers/answersReader.ts';
import { boxFormat, namedInFolder } from '../boxes/exportBoxes.ts';
import type { ExportFormat, ExportItemWriter, WriterContext } from '../writing/exportFormat.ts';
import type { ExportItem } from '../writing/exportItems.ts';
import { filesOfFormat } from '../reading/filesOfFormat.ts';
import { type AskedImport, type Format, hasKeys } from '../format.ts';
import { TaskItems } from './labelStudioItems.ts';
import { ratingsOfLabelStudio } from './labelStudioRatings.ts';
import { readMeta } from '../../db/meta.ts';
import { asSet, IN_SET } from '../../db/sets.ts';
import type { ReadRatings } from '../ratings/ratingStaging.ts';
import type { CountedNoun } from '../reading/tally.ts';
import { writtenBox } from '../boxes/boxes.ts';
import type { OutputFolder } from '../../files/outputFolder.ts';

/** Label Studio's JSON: every annotator's annotations as ratings, and back. */
export const labelStudio: Format = {
  description: {
    id: 'labelstudio',
    title: 'Label Studio',
    reads:
      'the JSON export of Label Studio, or a folder with it and its images: every annotator’s annotations become ratings, predictions too',
    writes:
      'a folder with tasks.json (every rater’s annotations), config.xml (the labelling setup) and images/',
    source: 'either',
    target: 'folder',
    asks: ['origin'],
    anyStatus: true,
  },
  position: 530,
  recognition: {
    order: 210,
    file: isExport,
    folder: async (path) => (await filesOfFormat(path, { file: isExport })).length === 1,
  },
  reads: { of: 'ratings', fileNames: ['tasks.json'], read: readTasks },
  writes: { of: 'items', format: tasksFormat },
};

/** Whether a file begins as an export of Label Studio does. */
function isExport(head: string): boolean {
  return hasKeys(head, 'annotations') && /"(?:completed_by|from_name|was_cancelled)"\s*:/u.test(head);
}

/** Annotations of Label Studio; boxes belong to the main task's field of boxes. */
function readTasks(casebook: Casebook, { source, levels }: AskedImport): ReadRatings {
  const fields = mainTask(casebook).fields(JsonObject.parse(readMeta(casebook.database, 'vocabulary')));
  const items = new TaskItems(casebook);
  return ratingsOfLabelStudio(source, {
    boxField: fields.find(({ comparison }) => comparison.level === 'boxes')?.name ?? null,
    levelOf: (name) => fields.find((field) => field.name === name)?.comparison.level ?? levels[name]?.level,
    itemOf: (task) => items.of(task),
  });
}

/** Label Studio's tasks with everybody's annotations, gold as ground truth, and the labelling setup beside. */
function tasksFormat(): ExportFormat {
  return {
    ...boxFormat({
      folder: '',
      owns: /^(?:tasks\.json|config\.xml)$|^images\//u,
      open,
      single: ['.json'],
    }),
    name: namedInFolder,
    // The export is for work, not for publication.
  };
}

async function open(output: OutputFolder, context: WriterContext): Promise<ExportItemWriter> {
  const { casebook, single, times, order } = context;
  const left: TaskSource['left'] = (what, count) => {
    context.left(what, count);
  };
  const task = mainTask(casebook);
  const reader = new AnswersReader(casebook, order);
  const isSeveral = haveSeveralImages(casebook, order);
  const config = new LabelStudioConfig(reader.fields(task), isSeveral);
  const tasks = await listOutput(output, 'tasks.json');
  let number = 0;
  return {
    async add(item, names) {
      number += 1;
      const images = isSeveral ? names : names.slice(0, 1);
      const answers = reader
        .answers(item.id)
        .filter((answer) => answer.task.id === task.id && answer.status === 'rating');
      // One annotation a rater: the latest round stands for them.
      const latest = new Map(answers.map((answer) => [answer.rater.handle, answer] as const));
      const gold = reader.gold(item.id);
      const annotations = [...latest.values()].map((answer) =>
        annotationOf(answer, { item, casebook, times, isSeveral, left }),
      );
      // A task's ground truth is the whole of it: there is none while raters differ over a part.
      if (gold !== null && item.disputed.length === 0) {
        annotations.push({
          rater: null,
          answer: item.answer,
          boxes:
            gold.regions === null
              ? []
              : boxesOf(item.answer, gold.regions, { item, casebook, times, isSeveral, left }),
          at: null,
          truth: true,
        });
      }
      await tasks.add(
        writtenTask(
          { number, item: item.externalId, text: textOf(item.payload), images, annotations },
          { config, isSeveral, left },
        ),
      );
    },
    async end() {
      await tasks.end();
      if (single !== null) return;
      const file = await output.text('config.xml');
      await file.write(config.xml());
      await file.close();
    },
  };
}

const DAY = 86_400_000;

interface TaskSource {
  readonly item: ExportItem;
  readonly casebook: Casebook;
  readonly times: boolean;
  readonly isSeveral: boolean;
  readonly left: (what: CountedNoun, count: number) => void;
}

function annotationOf(
  { rater, answer, regions, asked, submittedAt }: ExportAnswer,
  written: TaskSource,
): WrittenAnnotation {
  const { item, casebook, times } = written;
  const drawn = boxesPart(mainTask(casebook), item.vocabulary);
  const isDrawn = drawn !== null && isAnswered(asked, drawn);
  return {
    rater,
    answer: Object.fromEntries(Object.entries(answer).filter(([part]) => isAnswered(asked, part))),
    boxes: isDrawn ? boxesOf(answer, regions, written) : [],
    at: submittedAt === null || times ? submittedAt : submittedAt - (submittedAt % DAY),
    truth: false,
  };
}

/** Boxes on the images that are there, in pixels of them. */
function boxesOf(
  answer: JsonObject,
  regions: ExportItem['regions'],
  { item: { images, vocabulary }, casebook, isSeveral, left }: TaskSource,
): WrittenAnnotation['boxes'] {
  const labels = regionLabels(mainTask(casebook), answer, vocabulary);
  return images.flatMap(({ imageId, width, height }, index) => {
    if (imageId === null || width === null || height === null) return [];
    // A box knows its image by its content: where an item shows the same picture twice, its boxes are written once.
    if (images.findIndex((other) => other.imageId === imageId) < index) return [];
    const boxes = regions
      .filter((region) => region.imageId === imageId)
      .flatMap((region) => writtenBox(region, labels) ?? []);
    for (const { foreign } of boxes)
      if (foreign !== undefined && foreign.format !== 'labelstudio')
        left(['box with values of another format', 'boxes with values of another format'], 1);
    return [{ width, height, index: isSeveral ? index : null, boxes }];
  });
}

/** Whether any of these items has more than one image: then tasks show lists of them. */
function haveSeveralImages({ database }: Casebook, order: readonly string[]): boolean {
  const several = database
    .prepare<[string], number>(`SELECT 1 FROM item_image WHERE position > 0 AND item_id ${IN_SET} LIMIT 1`)
    .pluck();
  return several.get(asSet(order)) !== undefined;
}

function textOf(payload: JsonObject): string | null {
  const text = payload['text'];
  return typeof text === 'string' ? text : null;
}
