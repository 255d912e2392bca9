import { counted } from '../../../shared/domain/counts.ts';
import { consensusInWords } from '../../../shared/domain/consensus.ts';
import type { Benchmark } from '../../../shared/benchmarks/benchmark.ts';
import type { ParquetColumn, ParquetImage, ParquetType, ParquetValue } from './parquetFile.ts';
import type { ExportItem } from './exportItems.ts';
import type { PublishedRecord } from './publishedColumns.ts';
import { addOne, ranked } from './publishedTally.ts';
import { columnInWords, columnValue, createColumnSurvey, freeName } from './publishedColumns.ts';

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
  const survey = createColumnSurvey();
  // A question's fields are no form's.
  const titles = new Map(
    (holds === 'items' ? benchmark.tasks : []).flatMap((task) =>
      task.fields(benchmark.vocabulary.initial).map(({ name, title }) => [name, title] as const),
    ),
  );
  let most = 0;
  return {
    observe(item) {
      most = Math.max(most, item.images.length);
      survey.observe(recordOf(item));
    },
    table() {
      const fields = survey.columns();
      const taken = new Set(['id', 'image', 'images', ...fields.map(({ name }) => name)]);
      const own = (
        name: string,
        type: ParquetType,
        description: string,
        value: PlannedColumn['value'],
      ): PlannedColumn => ({
        // A field of the items keeps its name.
        name: taken.has(name) ? freeName(`casebook_${name}`, taken) : freeName(name, taken),
        type,
        description,
        value,
      });
      const columns: PlannedColumn[] = [
        {
          name: 'id',
          type: 'string',
          description: `What tells the ${holds === 'items' ? 'item' : 'question'} from others.`,
          value: (item) => item.externalId,
        },
        ...fields.map((field): PlannedColumn => ({
          name: field.name,
          type: field.type,
          description: columnInWords(field, holds, titles.get(field.key) ?? null),
          value: ({ payload }) => columnValue(field, payload),
        })),
        // The items' own class would only be said twice.
        ...(holds === 'items' && (inner || !taken.has('label'))
          ? [
              own(
                'label',
                'string',
                'The class, by name.',
                ({ payload }) => benchmark.summarize(payload).label,
              ),
            ]
          : []),
        ...(inner
          ? [
              own(
                'status',
                'string',
                'Where the item stands: draft, in_review, accepted or rejected.',
                ({ status }) => status,
              ),
            ]
          : []),
        ...(holds === 'items'
          ? [
              own(
                'gold_source',
                'string',
                'Where gold comes from, where all fields of the item have it from there: unanimous, consensus (of boxes, with the number of raters and their mean IoU), adjudicated, single or imported; else partly, with the numbers of fields.',
                wholeInWords,
              ),
              own(
                'gold_sources',
                'json',
                'The same field by field, as a JSON object: null where nothing counts as right in the field, disputed where raters differ.',
                ({ goldFields }) =>
                  JSON.stringify(Object.fromEntries(goldFields.map(({ field, source }) => [field, source]))),
              ),
            ]
          : []),
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
        columns: columns.map(({ name, type, description }) => ({ name, type, description })),
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
) => PlannedColumn;

function singleImage(own: Own): PlannedColumn[] {
  return [
    {
      name: 'image',
      type: 'image',
      description: 'The picture; empty where it is not handed out.',
      value: (_, [picture = null]) => picture,
    },
    own(
      'image_name',
      'string',
      'The name of the picture’s file.',
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
      'Whom the picture is from.',
      ({ images: [image] }) => image?.attribution ?? null,
    ),
  ];
}

function severalImages(own: Own): PlannedColumn[] {
  return [
    {
      name: 'images',
      type: 'images',
      description: 'The pictures in their order; empty places for those that are not handed out.',
      value: (_, pictures) => pictures,
    },
    own('image_names', 'strings', 'The names of the pictures’ files.', ({ images }) =>
      images.map(({ name }) => name),
    ),
    own('image_licences', 'strings', 'The licences of the pictures.', ({ images }) =>
      images.map(({ licence }) => licence),
    ),
    own('image_attributions', 'strings', 'Whom the pictures are from.', ({ images }) =>
      images.map(({ attribution }) => attribution),
    ),
  ];
}

function recordOf({ externalId, payload, images }: ExportItem): PublishedRecord {
  return { externalId, payload, imageNames: images.map(({ name }) => name) };
}
