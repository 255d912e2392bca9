import { counted } from '../../../../shared/base/counts.ts';
import { consensusInWords } from '../../../../shared/domain/consensus.ts';
import type { Benchmark } from '../../../../shared/benchmarks/benchmark.ts';
import type { Task } from '../../../../shared/benchmarks/task.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { ParquetColumn, ParquetImage, ParquetType, ParquetValue } from './parquetFile.ts';
import type { ExportItem } from '../writing/exportItems.ts';
import { addOne, rankCounts } from './publishedTally.ts';
import { objectsOf, ObjectSurvey } from './publishedObjects.ts';
import { type QuestionColumn, questionColumns, withoutQuestions } from './publishedQuestions.ts';
import {
  cleanName,
  columnInWords,
  ColumnSurvey,
  columnValue,
  freeName,
  type PublishedRecord,
} from './publishedColumns.ts';

/** A table that items are published as: one row each. */
export interface PublishedTable {
  readonly columns: readonly (ParquetColumn & { readonly description: string })[];
  /** The values of an item; its pictures in the order of its images, null where one is not exported. */
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
export class TableSurvey {
  readonly #benchmark: Benchmark;
  readonly #holds: 'items' | 'questions';
  /** Whether what is about work in Casebook has columns, too. */
  readonly #inner: boolean;
  /** A question's fields are no form's. */
  readonly #task: Task | undefined;
  readonly #columns = new ColumnSurvey();
  readonly #objects: ObjectSurvey;
  #questions: readonly QuestionColumn[] | null = null;
  #mostImages = 0;

  constructor(benchmark: Benchmark, holds: 'items' | 'questions', inner: boolean) {
    this.#benchmark = benchmark;
    this.#holds = holds;
    this.#inner = inner;
    this.#task = holds === 'items' ? benchmark.tasks[0] : undefined;
    this.#objects = new ObjectSurvey(this.#task);
  }

  observe(item: ExportItem): void {
    this.#mostImages = Math.max(this.#mostImages, item.images.length);
    this.#questions ??= this.#task === undefined ? [] : questionColumns(this.#task, item.vocabulary);
    this.#columns.observe(recordOf(item, this.#restOf(item.payload)));
    if (this.#task !== undefined) this.#objects.observe(item);
  }

  table(): PublishedTable {
    const fields = this.#columns.columns();
    const taken = new Set(['id', 'image', 'images', ...fields.map(({ name }) => name)]);
    const own: AddColumn = (name, type, description, value, classes) => ({
      // A field of the items keeps its name.
      name: taken.has(name) ? freeName(`casebook_${name}`, taken) : freeName(name, taken),
      type,
      description,
      value,
      ...(classes !== undefined && { classes }),
    });
    const columns = [
      ...this.#fieldColumns(fields),
      ...(this.#questions ?? []).map((question) => questionColumn(own, question)),
      ...this.#statusColumns(own, taken),
      ...this.#imageColumns(own),
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
  }

  /** What the fields' own columns hold of a payload. */
  #restOf(payload: JsonObject): JsonObject {
    return this.#task === undefined ? payload : withoutQuestions(payload, this.#task, this.#questions ?? []);
  }

  #fieldColumns(fields: ReturnType<ColumnSurvey['columns']>): PlannedColumn[] {
    const { tasks, vocabulary } = this.#benchmark;
    const titles = new Map(
      (this.#holds === 'items' ? tasks : []).flatMap((task) =>
        task.fields(vocabulary.initial).map(({ name, title }) => [name, title] as const),
      ),
    );
    return [
      {
        name: 'id',
        type: 'string',
        description: `The id of the ${this.#holds === 'items' ? 'item' : 'question'}.`,
        value: (item) => item.externalId,
      },
      ...fields.map((field): PlannedColumn => ({
        name: field.name,
        type: field.type,
        description: columnInWords(field, this.#holds, titles.get(field.key) ?? null),
        value: ({ payload }) => columnValue(field, this.#restOf(payload)),
      })),
    ];
  }

  /** An item's class, its status and where its gold comes from. */
  #statusColumns(own: AddColumn, taken: ReadonlySet<string>): PlannedColumn[] {
    const columns: PlannedColumn[] = [];
    const isOfItems = this.#holds === 'items';
    // The items' own class would only be said twice.
    if (isOfItems && (this.#inner || !taken.has('label')))
      columns.push(
        own(
          'label',
          'string',
          'The name of the class.',
          ({ payload }) => this.#benchmark.summarize(payload).label,
        ),
      );
    if (this.#inner)
      columns.push(
        own(
          'status',
          'string',
          'The status of the item: draft, in_review, accepted or rejected.',
          ({ status }) => status,
        ),
      );
    if (isOfItems)
      columns.push(
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
      );
    return columns;
  }

  #imageColumns(own: AddColumn): PlannedColumn[] {
    const categories = this.#objects.categories();
    const most = this.#mostImages;
    const columns = categories === null ? [] : [objectsColumn(own, categories, most > 1)];
    if (most > 0) columns.push(...(most === 1 ? singleImage(own) : severalImages(own)));
    if (this.#holds === 'questions' && most > 0)
      columns.push(
        own('image_roles', 'strings', 'What each picture is in the question.', ({ images }) =>
          images.map(({ role }) => role),
        ),
      );
    return columns;
  }
}

/** "unanimous", "consensus of 2, IoU 0.81", "partly: unanimous 2, imported 7 of 9 fields" */
function wholeInWords({ goldSource, goldFields, consensus }: ExportItem): string | null {
  if (goldSource === 'consensus' && consensus !== null) return consensusInWords(consensus);
  if (goldSource !== 'partly') return goldSource;
  const counts = new Map<string, number>();
  for (const { source } of goldFields) addOne(counts, source ?? 'none');
  const parts = rankCounts(counts).map(([source, count]) => `${source} ${String(count)}`);
  return `partly: ${parts.join(', ')} of ${counted(goldFields.length, 'field')}`;
}

type AddColumn = (
  name: string,
  type: ParquetType,
  description: string,
  value: PlannedColumn['value'],
  classes?: readonly string[],
) => PlannedColumn;

function questionColumn(own: AddColumn, question: QuestionColumn): PlannedColumn {
  const { field, type, classes } = question;
  return own(
    cleanName(field.name),
    type,
    `The answer to “${field.title}”; empty where nobody has answered.`,
    ({ payload }) => question.value(payload),
    classes,
  );
}

function objectsColumn(own: AddColumn, categories: readonly string[], areSeveral: boolean): PlannedColumn {
  return own(
    'objects',
    'objects',
    `The boxes, list by list: bbox is x, y, width and height in pixels of the upright image, category the number of the label, area the area in pixels, attributes what was answered about the box (JSON text), foreign the record that the box was imported with, where it still fits, image the place of the image${areSeveral ? ' in the list, from 0' : ' (always 0)'}. Empty where nobody has looked yet.`,
    (item) => objectsOf(item, categories),
    categories,
  );
}

function singleImage(own: AddColumn): PlannedColumn[] {
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

function severalImages(own: AddColumn): PlannedColumn[] {
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
