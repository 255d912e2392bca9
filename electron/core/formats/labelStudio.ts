import { listOutput } from '../files/listOutput.ts';
import type { LabelStudioField, WrittenAnnotation } from './labelStudioWriter.ts';
import { createLabelStudioConfig, writtenTask } from './labelStudioWriter.ts';
import { boxesPart, isAnswered } from '../../../shared/benchmarks/parts.ts';
import { JsonObject } from '../../../shared/domain/json.ts';
import type { Casebook } from '../derived/casebook.ts';
import { mainTask } from '../derived/gold.ts';
import type { ExportAnswer } from './answersReader.ts';
import { createAnswersReader } from './answersReader.ts';
import { boxFormat, namedInFolder } from './exportBoxes.ts';
import type { ExportFormat, ItemWriter, WriterContext } from './exportFormat.ts';
import type { ExportItem } from './exportItems.ts';
import { filesOfFormat } from './filesOfFormat.ts';
import { type AskedImport, type Format, hasKeys } from './format.ts';
import { createTaskItems } from './labelStudioItems.ts';
import { ratingsOfLabelStudio } from './labelStudioRatings.ts';
import { readMeta } from '../db/meta.ts';
import type { ReadRatings } from './ratingStaging.ts';
import { writtenBox } from './boxes.ts';
import type { Output } from '../files/outputFolder.ts';

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
  return ratingsOfLabelStudio(source, {
    boxField: fields.find(({ comparison }) => comparison.level === 'boxes')?.name ?? null,
    levelOf: (name) => fields.find((field) => field.name === name)?.comparison.level ?? levels[name]?.level,
    itemOf: createTaskItems(casebook),
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
    // It is handed on to be worked on, not to be published.
    usualStatus: null,
  };
}

async function open(output: Output, { casebook, single, times, order }: WriterContext): Promise<ItemWriter> {
  const task = mainTask(casebook);
  const reader = createAnswersReader(casebook, order);
  const fields: readonly LabelStudioField[] = reader.fields(task);
  const config = createLabelStudioConfig(fields);
  const tasks = await listOutput(output, 'tasks.json');
  let number = 0;
  return {
    async add(item, names) {
      number += 1;
      const [name] = names;
      const image = name ?? null;
      const answers = reader
        .answers(item.id)
        .filter((answer) => answer.task.id === task.id && answer.status === 'rating');
      // One annotation a rater: the latest round stands for them.
      const latest = new Map(answers.map((answer) => [answer.rater.handle, answer] as const));
      const gold = reader.gold(item.id);
      const annotations = [...latest.values()].map((answer) => annotationOf(answer, item, casebook, times));
      // A task's ground truth is the whole of it: there is none while raters differ over a part.
      if (gold !== null && item.disputed.length === 0) {
        annotations.push({
          rater: null,
          answer: item.answer,
          boxes: gold.regions === null ? null : boxesOf(item.answer, gold.regions, item, casebook),
          at: null,
          truth: true,
        });
      }
      await tasks.add(
        writtenTask(
          { number, item: item.externalId, text: textOf(item.payload), image, annotations },
          config,
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

function annotationOf(
  { rater, answer, regions, asked, submittedAt }: ExportAnswer,
  item: ExportItem,
  casebook: Casebook,
  times: boolean,
): WrittenAnnotation {
  const drawn = boxesPart(mainTask(casebook), item.vocabulary);
  const isDrawn = drawn !== null && isAnswered(asked, drawn);
  return {
    rater,
    answer: Object.fromEntries(Object.entries(answer).filter(([part]) => isAnswered(asked, part))),
    boxes: isDrawn ? boxesOf(answer, regions, item, casebook) : null,
    at: submittedAt === null || times ? submittedAt : submittedAt - (submittedAt % DAY),
    truth: false,
  };
}

/** Boxes on the item's first image, in pixels of it; Label Studio's tasks show one. */
function boxesOf(
  answer: JsonObject,
  regions: ExportItem['regions'],
  { images, vocabulary }: ExportItem,
  casebook: Casebook,
): WrittenAnnotation['boxes'] {
  const [image] = images;
  if (image === undefined || image.imageId === null || image.width === null || image.height === null)
    return null;
  const labels = mainTask(casebook).regionLabels(answer, vocabulary);
  return {
    width: image.width,
    height: image.height,
    boxes: regions
      .filter(({ imageId }) => imageId === image.imageId)
      .flatMap((region) => writtenBox(region, labels) ?? []),
  };
}

function textOf(payload: JsonObject): string | null {
  const text = payload['text'];
  return typeof text === 'string' ? text : null;
}
