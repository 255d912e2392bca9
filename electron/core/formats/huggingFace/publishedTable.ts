import { counted } from '../../../../shared/base/counts.ts';
import { consensusInWords } from '../../../../shared/domain/consensus.ts';
import type { Benchmark } from '../../../../shared/benchmarks/benchmark.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { ParquetColumn, ParquetImage, ParquetType, ParquetValue } from './parquetFile.ts';
import type { ExportItem } from '../writing/exportItems.ts';
import { addOne, ranked } from './publishedTally.ts';
import { ObjectSurvey, objectsOf } from './publishedObjects.ts';
import { type QuestionColumn, questionColumns, withoutQuestions } from './publishedQuestions.ts';
import {
  type PublishedRecord,
  cleanName,
  columnInWords,
  columnValue,
  ColumnSurvey,
  freeName,
} from './publishedColumns.ts';

/** A table that items are published as: one row each. */
export interface PublishedTable {
  readonly columns: readonly (ParquetColumn & { readonly description: string })[];
  /** The values of an item; its pictures in the order of its images, null where one is not handed out. */
  row(item: ExportItem, pictures: readonly (ParquetImage | null)[]): ParquetValue[];
}

interface PlannedColumn extends ParquetColumn {
  readonly description: string;
  value(item: ExportItem, pictures: readonly (ParquetImage | null)[]): ParquetValue;
}

/**
 * Finds the table for items, or for the questions that were built from them, which have all to be seen before. Of a
 * question's pictures the table says what each is in it; it has no class, and its answer is one of its fields.
 */
export function planTable(
  benchmark: Benchmark,
  holds: 'items' | 'questions',
  inner: boolean,
): {
  observe(item: ExportItem): void;
  table(): PublishedTable;
} {
  const survey = new ColumnSurvey();
  // A question's fields are no form's.
  const titles = new Map(
    (holds === 'items' ? benchmark.tasks : []).flatMap((task) =>
      task.fields(benchmark.vocabulary.initial).map(({ name, title }) => [name, title] as const),
    ),
  );
  let most = 0;
  const task = holds === 'items' ? benchmark.tasks[0] : undefined;
  let questions: readonly QuestionColumn[] | null = null;
  const objects = new ObjectSurvey(task);
  /** What the fields' own columns hold of a payload. */
  const restOf = (payload: JsonObject): JsonObject =>
    task === undefined ? payload : withoutQuestions(payload, task, questions ?? []);
  return {
    observe(item) {
      most = Math.max(most, item.images.length);
      questions ??= task === undefined ? [] : questionColumns(task, item.vocabulary);
      survey.observe(recordOf(item, restOf(item.payload)));
      if (task !== undefined) objects.observe(item);
    },
    table() {
      const fields = survey.columns();
      const taken = new Set(['id', 'image', 'images', ...fields.map(({ name }) => name)]);
      const own = (
        name: string,
        type: ParquetType,
        description: string,
        value: PlannedColumn['value'],
        classes?: readonly string[],
      ): PlannedColumn => ({
        // A field of the items keeps its name.
        name: taken.has(name) ? freeName(`casebook_${name}`, taken) : freeName(name, taken),
        type,
        description,
        value,
        ...(classes !== undefined && { classes }),
      });
      const categories = objects.categories();
      const columns: PlannedColumn[] = [
        {
          name: 'id',
          type: 'string',
          description: `The id of the ${holds === 'items' ? 'item' : 'question'}.`,
          value: (item) => item.externalId,
        },
        ...fields.map((field): PlannedColumn => ({
          name: field.name,
          type: field.type,
          description: columnInWords(field, holds, titles.get(field.key) ?? null),
          value: ({ payload }) => columnValue(field, restOf(payload)),
        })),
        ...(questions ?? []).map((question) => questionColumn(own, question)),
        // The items' own class would only be said twice.
        ...(holds === 'items' && (inner || !taken.has('label'))
          ? [
              own(
                'label',
                'string',
                'The name of the class.',
                ({ payload }) => benchmark.summarize(payload).label,
              ),
            ]
          : []),
        ...(inner
          ? [
              own(
                'status',
                'string',
                'The status of the item: draft, in_review, accepted or rejected.',
                ({ status }) => status,
              ),
            ]
          : []),
        ...(holds === 'items'
          ? [
              own(
                'gold_source',
                'string',
                'How the gold of the item was decided, if all its fields were decided alike: unanimous, consensus (of boxes, with the number of raters and their mean IoU), adjudicated, single or imported. Otherwise partly, with the number of fields for each.',
                wholeInWords,
              ),
              own(
                'gold_sources',
                'json',
                'The same for each field, as a JSON object: null if the field has no gold, disputed if raters differ.',
                ({ goldFields }) =>
                  JSON.stringify(Object.fromEntries(goldFields.map(({ field, source }) => [field, source]))),
              ),
            ]
          : []),
        ...(categories === null ? [] : [objectsColumn(own, categories, most > 1)]),
        ...(most === 0 ? [] : most === 1 ? singleImage(own) : severalImages(own)),
        ...(holds === 'questions' && most > 0
          ? [
              own('image_roles', 'strings', 'What each picture is in the question.', ({ images }) =>
                images.map(({ role }) => role),
              ),
            ]
          : []),
      ];
      return {
        columns: columns.map(({ name, type, description, classes }) => ({
          name,
          type,
          description,
          ...(classes !== undefined && { classes }),
        })),
        row: (item, pictures) => columns.map((column) => column.value(item, pictures)),
      };
    },
  };
}

/** "unanimous", "consensus of 2, IoU 0.81", "partly: unanimous 2, imported 7 of 9 fields" */
function wholeInWords({ goldSource, goldFields, consensus }: ExportItem): string | null {
  if (goldSource === 'consensus' && consensus !== null) return consensusInWords(consensus);
  if (goldSource !== 'partly') return goldSource;
  const counts = new Map<string, number>();
  for (const { source } of goldFields) addOne(counts, source ?? 'none');
  const parts = ranked(counts).map(([source, count]) => `${source} ${String(count)}`);
  return `partly: ${parts.join(', ')} of ${counted(goldFields.length, 'field')}`;
}

type Own = (
  name: string,
  type: ParquetType,
  description: string,
  value: PlannedColumn['value'],
  classes?: readonly string[],
) => PlannedColumn;

function questionColumn(own: Own, question: QuestionColumn): PlannedColumn {
  const { field, type, classes } = question;
  return own(
    cleanName(field.name),
    type,
    `The answer to “${field.title}”; empty where nobody has answered.`,
    ({ payload }) => question.value(payload),
    classes,
  );
}

function objectsColumn(own: Own, categories: readonly string[], areSeveral: boolean): PlannedColumn {
  return own(
    'objects',
    'objects',
    `The boxes, list by list: bbox is x, y, width and height in pixels of the upright image, category the number of the label, area the area in pixels, attributes what was answered about the box (JSON text), foreign the record that the box was imported with, where it still fits, image the place of the image${areSeveral ? ' in the list, from 0' : ' (always 0)'}. Empty where nobody has looked yet.`,
    (item) => objectsOf(item, categories),
    categories,
  );
}

function singleImage(own: Own): PlannedColumn[] {
  return [
    {
      name: 'image',
      type: 'image',
      description: 'The picture; empty where the data set does not include it.',
      value: (_, [picture = null]) => picture,
    },
    own(
      'image_name',
      'string',
      'The file name of the picture.',
      ({ images: [image] }) => image?.name ?? null,
    ),
    own(
      'image_licence',
      'string',
      'The licence of the picture.',
      ({ images: [image] }) => image?.licence ?? null,
    ),
    own(
      'image_attribution',
      'string',
      'Who made the picture, or how to credit it.',
      ({ images: [image] }) => image?.attribution ?? null,
    ),
  ];
}

function severalImages(own: Own): PlannedColumn[] {
  return [
    {
      name: 'images',
      type: 'images',
      description: 'The pictures in order; empty where the data set does not include one.',
      value: (_, pictures) => pictures,
    },
    own('image_names', 'strings', 'The file names of the pictures.', ({ images }) =>
      images.map(({ name }) => name),
    ),
    own('image_licences', 'strings', 'The licences of the pictures.', ({ images }) =>
      images.map(({ licence }) => licence),
    ),
    own('image_attributions', 'strings', 'Who made each picture, or how to credit it.', ({ images }) =>
      images.map(({ attribution }) => attribution),
    ),
  ];
}

function recordOf({ externalId, images }: ExportItem, payload: JsonObject): PublishedRecord {
  return { externalId, payload, imageNames: images.map(({ name }) => name) };
}
