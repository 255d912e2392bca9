import { withSplit } from '../../../../shared/domain/splits.ts';
import type { ItemSelection } from '../../../../shared/contract/items.ts';
import { visibleIdsOf } from '../../access/itemQueries.ts';
import { everything } from '../../access/viewpoint.ts';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { ImageRights } from '../../../../shared/benchmarks/benchmark.ts';
import type { RegionLabel } from '../../../../shared/benchmarks/task.ts';
import { boxesPart, regionLabels } from '../../../../shared/benchmarks/taskParts.ts';
import type { RegionRecord } from '../../../../shared/domain/document.ts';
import type { ImageId, ItemId } from '../../../../shared/base/ids.ts';
import { ForeignImage } from '../../../../shared/foreign/foreignPart.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import { JsonObject as JsonObjectSchema } from '../../../../shared/base/json.ts';
import type { ConsensusFigures } from '../../../../shared/domain/consensus.ts';
import type { GoldSource, ItemStatus, PartSource } from '../../../../shared/domain/status.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { createEditionNumbers, isOfCurrentEdition } from '../../records/answers/edition.ts';
import { shownImages } from '../../records/images/chosenImages.ts';
import {
  consensusOfParts,
  disputedParts,
  isAskedFor,
  sourceOfPart,
} from '../../records/answers/goldParts.ts';
import { type GoldItem, currentAnswer, mainTask } from '../../derived/gold.ts';
import { IN_SET, asSet, inSets } from '../../db/sets.ts';
import { REGION_COLUMNS, hasBoxes, toRegion } from '../../records/answers/regions.ts';
import { createCompositionCheck } from './composedImages.ts';
import { parsePayload } from '../../records/items/itemRows.ts';

/** Where the gold of an item comes from as a whole. */
export type ExportGoldSource = GoldSource | 'partly';

/** Where the gold of one field comes from. */
export interface FieldSource {
  readonly field: string;
  readonly source: PartSource | null;
}

/** An item as it is handed out. */
export interface ExportItem {
  readonly id: string;
  readonly sequence: number;
  readonly externalId: string;
  readonly status: ItemStatus;
  readonly split: string | null;
  /** Of the item as a whole; `partly`: its fields come from different sources. Null: nothing counts as right as a whole. */
  readonly goldSource: ExportGoldSource | null;
  /** Of each field that holds anything, in the order of the fields; null: nothing counts as right in it. */
  readonly goldFields: readonly FieldSource[];
  /** Of boxes that several raters have in common. */
  readonly consensus: ConsensusFigures | null;
  /** The fields in which raters differ and nobody has decided: what they hold is what was in force before. */
  readonly disputed: readonly string[];
  readonly payload: JsonObject;
  /** Whether it is a question that was built from other items. */
  readonly isQuery: boolean;
  /** Whether somebody has submitted an answer: without one, no boxes say nothing. */
  readonly isAnswered: boolean;
  /** The record as it was imported, where it has been edited since. */
  readonly imported: JsonObject | null;
  readonly images: readonly ExportImage[];
  /** What counts as right, or what it came with. */
  readonly answer: JsonObject;
  /** The boxes in force, else those of the latest submitted answer that has any to say. */
  readonly regions: readonly RegionRecord[];
  /** Boxes that hold on further images without being drawn there, as those of these images. */
  readonly carried: readonly RegionRecord[];
  readonly labels: readonly RegionLabel[];
  readonly vocabulary: JsonObject;
  /** The rules of the benchmark that it breaks, in words. */
  readonly broken: readonly string[];
}

export interface ExportImage {
  readonly position: number;
  /** What it is in its item. */
  readonly role: string;
  readonly name: string;
  /** Null where the image is missing. */
  readonly imageId: ImageId | null;
  readonly format: string | null;
  readonly width: number | null;
  readonly height: number | null;
  /**
   * Null where nobody has said, as for the three below. A crop or a redacted image without an entry
   * of its own has that of the image it was made from; a collage may not be redistributed where one of its pictures may not.
   */
  readonly licence: string | null;
  readonly attribution: string | null;
  readonly redistributable: boolean | null;
  /** Whether it took the place of one that somebody signed off: nobody has looked at it yet. */
  readonly isChangedSinceSignOff: boolean;
  /** Where it is from. */
  readonly url: string | null;
  /** What it came with that is carried; null: nothing. */
  readonly foreign: ForeignImage | null;
}

const ImageRow = z.object({
  format: z.string(),
  licence: z.string().nullable(),
  attribution: z.string().nullable(),
  redistributable: z
    .int()
    .nullable()
    .transform((value) => (value === null ? null : value === 1)),
  url: z.string().nullable(),
});
type ImageRow = z.infer<typeof ImageRow>;
const NO_IMAGE = { format: null, licence: null, attribution: null, redistributable: null, url: null };

interface Selection {
  /** Null and left out: any. */
  readonly status?: readonly ItemStatus[] | null | undefined;
  readonly split?: string | undefined;
  /** Only these. */
  readonly items?: ItemSelection | undefined;
}

/** The ids of the items asked for, in the order of import. */
export function selectItems({ database }: Casebook, { status = null, split, items }: Selection): string[] {
  const ids =
    items === undefined
      ? undefined
      : 'ids' in items
        ? items.ids
        : // What is handed out is handed out whole: a filter hides nothing of it.
          visibleIdsOf(database, items.filter, everything);
  const wanted = ids === undefined ? null : JSON.stringify(ids);
  return database
    .prepare<[string, string, string | null, string | null, string | null, string | null], string>(
      `SELECT id FROM item WHERE (? = 'null' OR status IN (SELECT value FROM json_each(?)))
         AND (? IS NULL OR split = ?)
         AND (? IS NULL OR id IN (SELECT value FROM json_each(?))) ORDER BY sequence`,
    )
    .pluck()
    .all(JSON.stringify(status), JSON.stringify(status ?? []), split ?? null, split ?? null, wanted, wanted);
}

/** Reads items for handing out, some at a time, by their ids, in that order. */
export type ExportReader = (ids: readonly string[]) => readonly ExportItem[];

/** @param images `shown`: where one image was chosen, that alone; `all`: the others, too */
export function createExportReader(casebook: Casebook, images: 'shown' | 'all' = 'shown'): ExportReader {
  const { database } = casebook;
  const { gold } = casebook.derived;
  const task = mainTask(casebook);
  const editionOf = createEditionNumbers(database);
  const { validation } = casebook.benchmark;
  const line = database.prepare<[string]>(
    `WITH RECURSIVE line (id, parent, depth) AS (
       SELECT id, derived_from, 0 FROM image WHERE id = ?
       UNION ALL SELECT m.id, m.derived_from, depth + 1 FROM image m JOIN line ON m.id = line.parent WHERE depth < 100)
     SELECT m.format, m.licence, m.attribution, m.redistributable, m.url
     FROM line JOIN image m ON m.id = line.id ORDER BY depth`,
  );
  const imageOf = (id: string): Pick<ExportImage, keyof ImageRow> => {
    const [own, ...parents] = line.all(id).map((raw) => ImageRow.parse(raw));
    if (own === undefined) return NO_IMAGE;
    return parents.reduce(
      (said, parent) => ({
        format: said.format,
        licence: said.licence ?? parent.licence,
        attribution: said.attribution ?? parent.attribution,
        redistributable: said.redistributable ?? parent.redistributable,
        url: said.url ?? parent.url,
      }),
      own,
    );
  };
  const { signOffs } = casebook.records;
  const isOfWithheld = createCompositionCheck(casebook, (id) => imageOf(id).redistributable === false);
  const latest = database.prepare<[string, string, string], { itemId: string; id: string; answer: string }>(
    `SELECT item_id AS itemId, id, payload AS answer FROM annotation WHERE item_id ${IN_SET} AND task = ?
       AND state = 'submitted' AND ${isOfCurrentEdition('annotation')} AND ${isAskedFor('annotation')}
     ORDER BY submitted_at, version`,
  );
  const regions = database.prepare<[string]>(
    `SELECT ${REGION_COLUMNS} FROM region WHERE annotation_id = ? ORDER BY position, id`,
  );
  const carriedBy = database.prepare<[string], { position: number; part: string }>(
    'SELECT position, foreign_part AS part FROM item_image WHERE item_id = ? AND foreign_part IS NOT NULL',
  );
  const foreignOf = (id: ItemId): ReadonlyMap<number, ForeignImage> =>
    new Map(
      carriedBy
        .all(id)
        .map(({ position, part }) => [position, ForeignImage.parse(JSON.parse(part))] as const),
    );
  const exportItem = (
    item: GoldItem,
    submitted: { readonly id: string; readonly answer: string } | undefined,
    isChangedSinceSignOff: boolean,
  ): ExportItem => {
    const { id } = item;
    const answer =
      submitted === undefined
        ? item.answer
        : currentAnswer(task, item.payload, JsonObjectSchema.parse(JSON.parse(submitted.answer)));
    const stored = parsePayload(item.stored.payload);
    const payload = validation?.marked?.(stored, editionOf(id), answer) ?? stored;
    const shown = images === 'all' ? item.images : shownImages(item.images);
    const said = createRightsSaid(casebook, payload);
    const foreign = foreignOf(id);
    const present = new Set(shown.map(({ imageId }) => imageId));
    const boxes = submitted === undefined ? item.regions : regions.all(submitted.id).map(toRegion);
    // A box on an image that was replaced since has no place to be.
    const held = boxes.filter(({ imageId }) => present.has(imageId));
    const subject = { answer, regions: held, images: item.images };
    const isAnswered = item.isAnswered || submitted !== undefined;
    return {
      id,
      sequence: item.sequence,
      externalId: item.externalId,
      status: item.status,
      split: item.split,
      ...goldOf(item, isDrawnOn(item)),
      consensus: consensusOfParts(item.goldParts),
      disputed: disputedParts(item.goldParts),
      answer: item.answer,
      isQuery: casebook.benchmark.isQuery?.(payload) ?? false,
      isAnswered,
      payload: withSplit(
        isAnswered ? (task.boxes?.applyBoxes?.(payload, subject) ?? payload) : payload,
        item.split,
      ),
      imported: item.stored.imported === null ? null : parsePayload(item.stored.imported),
      images: shown.map(({ position, role, name, imageId, size }) => ({
        position,
        role,
        name,
        imageId,
        width: size?.width ?? null,
        height: size?.height ?? null,
        isChangedSinceSignOff,
        foreign: foreign.get(position) ?? null,
        ...(imageId === null
          ? NO_IMAGE
          : withParts(
              withRights(imageOf(imageId), () => said(name)),
              () => isOfWithheld(payload, position),
            )),
      })),
      regions: held,
      carried: task.boxes?.carriedRegions?.(subject) ?? [],
      labels: regionLabels(task, answer, item.vocabulary),
      vocabulary: item.vocabulary,
      // Not everybody asks, and it takes as long as all the rest.
      get broken() {
        return gold
          .check(item)
          .filter(({ severity }) => severity === 'error')
          .map(({ message }) => message);
      },
    };
  };
  const drawsBoxes = hasBoxes(database);
  /** Where no boxes say that there are none: where there is something to draw on, and anybody draws. */
  const isDrawnOn = ({ images: shown }: GoldItem): boolean => drawsBoxes && shown.length > 0;
  const goldOf = (
    { answer, regions: drawn, goldParts, goldSource, vocabulary }: GoldItem,
    mayBeNone: boolean,
  ): Pick<ExportItem, 'goldSource' | 'goldFields'> => {
    const goldFields = task
      .fields(vocabulary)
      .filter(({ name, comparison }) => {
        if (comparison.level === 'boxes')
          return drawn.length > 0 || (mayBeNone && (goldParts?.[name]?.annotationId ?? null) !== null);
        const value = Object.hasOwn(answer, name) ? (answer[name] ?? null) : null;
        return value !== null && value !== '';
      })
      .map(({ name }) => ({ field: name, source: sourceOfPart(goldSource, goldParts, name) }));
    return { goldSource: wholeSource(goldSource, goldFields), goldFields };
  };
  return (ids) => {
    const items = [...gold.all(ids)];
    const [first] = items;
    if (first === undefined) return [];
    const part = boxesPart(task, first.vocabulary) ?? '';
    const open = items.filter(({ isAnswered }) => !isAnswered).map(({ id }) => id);
    // The last one of each item stays.
    const submitted = new Map(
      (open.length === 0 ? [] : latest.all(asSet(open), task.id, part)).map((row) => [row.itemId, row]),
    );
    const changed = signOffs.changedSince(task, items);
    return items.map((item) => exportItem(item, submitted.get(item.id), changed.has(item.id)));
  };
}

/** A source for the whole only where all fields have it; a consensus of boxes stands for raters who answer alike. */
function wholeSource(ofItem: GoldSource | null, fields: readonly FieldSource[]): ExportGoldSource | null {
  if (ofItem === null || fields.length === 0) return ofItem;
  const sources = new Set(fields.map(({ source }) => source));
  if (sources.has('consensus')) sources.delete('unanimous');
  return sources.size === 1 && sources.has(ofItem) ? ofItem : 'partly';
}

type Rights = Pick<ExportImage, keyof ImageRow>;

/** What is not noted of an image is what its item says of it: a casebook may be older than the noting. */
function withRights(noted: Rights, said: () => ImageRights | undefined): Rights {
  const rights = noted.redistributable === null ? said() : undefined;
  if (rights === undefined) return noted;
  return {
    format: noted.format,
    licence: noted.licence ?? rights.licence,
    attribution: noted.attribution ?? rights.attribution,
    redistributable: rights.redistributable,
    url: noted.url ?? rights.url,
  };
}

/** Where nobody has said of an image whether it may be handed on, the answer for its sources applies. */
function withParts(noted: Rights, isOfWithheld: () => boolean): Rights {
  return noted.redistributable === null && isOfWithheld() ? { ...noted, redistributable: false } : noted;
}

/** Reads what an item says of the rights in its images, by their names; only generated items come with that. */
function createRightsSaid(
  { benchmark }: Casebook,
  payload: JsonObject,
): (name: string) => ImageRights | undefined {
  let known: ReadonlyMap<string, ImageRights> | null = null;
  const read = (): ReadonlyMap<string, ImageRights> => {
    const parsed = benchmark.validation === undefined ? null : benchmark.parseItem(payload);
    if (parsed?.ok !== true) return new Map();
    return new Map(
      parsed.value.images.flatMap(({ name, rights }) => (rights === undefined ? [] : [[name, rights]])),
    );
  };
  return (name) => {
    known ??= read();
    return known.get(name);
  };
}

/** Runs over items, giving way to other work now and then. */
export async function* eachItem(
  ids: readonly string[],
  read: ExportReader,
  signal: AbortSignal,
): AsyncGenerator<ExportItem, void> {
  for (const set of inSets(ids)) {
    await setImmediate();
    signal.throwIfAborted();
    yield* read(set);
  }
}
