import { setImmediate } from 'node:timers/promises';
import { boxesPart, regionLabels } from '../../../../shared/benchmarks/taskParts.ts';
import type { Task } from '../../../../shared/benchmarks/task.ts';
import type { ItemId } from '../../../../shared/base/ids.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import { withSplit } from '../../../../shared/domain/splits.ts';
import { ForeignImage } from '../../../../shared/foreign/foreignPart.ts';
import { asSet, IN_SET, inSets } from '../../db/sets.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { currentAnswer, type GoldItem, mainTask } from '../../derived/gold.ts';
import { createEditionNumbers, isOfCurrentEdition } from '../../records/answers/edition.ts';
import { consensusOfParts, disputedParts, isAskedFor } from '../../records/answers/goldParts.ts';
import { hasBoxes, REGION_COLUMNS, toRegion } from '../../records/answers/regions.ts';
import { shownImages } from '../../records/images/chosenImages.ts';
import { parsePayload } from '../../records/items/itemRows.ts';
import { goldSourcesOf } from './exportedGold.ts';
import { ExportedRights } from './exportedRights.ts';
import type { ExportItem } from './exportItems.ts';

/** The latest submitted answer about an item. */
interface LatestAnswer {
  readonly itemId: string;
  readonly id: string;
  readonly answer: string;
}

/** Reads items for handing out, some at a time, by their ids, in that order. */
export class ExportReader {
  readonly #casebook: Casebook;
  readonly #images: 'shown' | 'all';
  readonly #task: Task;
  readonly #editionOf;
  readonly #rights: ExportedRights;
  readonly #latest;
  readonly #regions;
  readonly #carriedBy;
  readonly #drawsBoxes: boolean;

  /** @param images `shown`: where one image was chosen, that alone; `all`: the others, too */
  constructor(casebook: Casebook, images: 'shown' | 'all' = 'shown') {
    const { database } = casebook;
    this.#casebook = casebook;
    this.#images = images;
    this.#task = mainTask(casebook);
    this.#editionOf = createEditionNumbers(database);
    this.#rights = new ExportedRights(casebook);
    this.#latest = database.prepare<[string, string, string], LatestAnswer>(
      `SELECT item_id AS itemId, id, payload AS answer FROM annotation WHERE item_id ${IN_SET} AND task = ?
       AND state = 'submitted' AND ${isOfCurrentEdition('annotation')} AND ${isAskedFor('annotation')}
     ORDER BY submitted_at, version`,
    );
    this.#regions = database.prepare<[string]>(
      `SELECT ${REGION_COLUMNS} FROM region WHERE annotation_id = ? ORDER BY position, id`,
    );
    this.#carriedBy = database.prepare<[string], { position: number; part: string }>(
      'SELECT position, foreign_part AS part FROM item_image WHERE item_id = ? AND foreign_part IS NOT NULL',
    );
    this.#drawsBoxes = hasBoxes(database);
  }

  read(ids: readonly string[]): readonly ExportItem[] {
    const { derived, records } = this.#casebook;
    const items = [...derived.gold.all(ids)];
    const [first] = items;
    if (first === undefined) return [];
    const part = boxesPart(this.#task, first.vocabulary) ?? '';
    const open = items.filter(({ isAnswered }) => !isAnswered).map(({ id }) => id);
    // The last one of each item stays.
    const submitted = new Map(
      (open.length === 0 ? [] : this.#latest.all(asSet(open), this.#task.id, part)).map((row) => [
        row.itemId,
        row,
      ]),
    );
    const changed = records.signOffs.changedSince(this.#task, items);
    return items.map((item) => this.#itemOf(item, submitted.get(item.id), changed.has(item.id)));
  }

  /** Runs over items, giving way to other work now and then. */
  async *each(ids: readonly string[], signal: AbortSignal): AsyncGenerator<ExportItem, void> {
    for (const set of inSets(ids)) {
      await setImmediate();
      signal.throwIfAborted();
      yield* this.read(set);
    }
  }

  #itemOf(item: GoldItem, submitted: LatestAnswer | undefined, isChangedSinceSignOff: boolean): ExportItem {
    const { benchmark, derived } = this.#casebook;
    const task = this.#task;
    const { id, sequence, externalId, status, split, vocabulary, goldParts } = item;
    const answer = this.#answerTo(item, submitted);
    const stored = parsePayload(item.stored.payload);
    const payload = benchmark.validation?.marked?.(stored, this.#editionOf(id), answer) ?? stored;
    const shown = this.#images === 'all' ? item.images : shownImages(item.images);
    const subject = { answer, regions: this.#regionsOn(shown, item, submitted), images: item.images };
    const isAnswered = item.isAnswered || submitted !== undefined;
    const drawn = isAnswered ? withBoxes(task, payload, subject) : payload;
    return {
      id,
      sequence,
      externalId,
      status,
      split,
      ...goldSourcesOf(task.fields(vocabulary), item, this.#drawsBoxes && item.images.length > 0),
      consensus: consensusOfParts(goldParts),
      disputed: disputedParts(goldParts),
      answer: item.answer,
      isQuery: benchmark.isQuery?.(payload) ?? false,
      isAnswered,
      payload: withSplit(drawn, split),
      imported: item.stored.imported === null ? null : parsePayload(item.stored.imported),
      images: this.#imagesOf(shown, { id, payload, isChangedSinceSignOff }),
      regions: subject.regions,
      carried: task.boxes?.carriedRegions?.(subject) ?? [],
      labels: regionLabels(task, answer, vocabulary),
      vocabulary,
      // Not everybody asks, and it takes as long as all the rest.
      get broken() {
        return derived.gold
          .check(item)
          .filter(({ severity }) => severity === 'error')
          .map(({ message }) => message);
      },
    };
  }

  #answerTo({ payload, answer }: GoldItem, submitted: LatestAnswer | undefined): JsonObject {
    return submitted === undefined
      ? answer
      : currentAnswer(this.#task, payload, JsonObject.parse(JSON.parse(submitted.answer)));
  }

  /** The boxes in force, or of an answer; a box on an image that was replaced since has no place to be. */
  #regionsOn(
    shown: GoldItem['images'],
    item: GoldItem,
    submitted: LatestAnswer | undefined,
  ): GoldItem['regions'] {
    const present = new Set(shown.map(({ imageId }) => imageId));
    const boxes = submitted === undefined ? item.regions : this.#regions.all(submitted.id).map(toRegion);
    return boxes.filter(({ imageId }) => present.has(imageId));
  }

  #imagesOf(
    shown: GoldItem['images'],
    {
      id,
      payload,
      isChangedSinceSignOff,
    }: { readonly id: ItemId; readonly payload: JsonObject; readonly isChangedSinceSignOff: boolean },
  ): ExportItem['images'] {
    const rightsOf = this.#rights.ofItem(payload);
    const foreign = this.#foreignOf(id);
    return shown.map(({ position, role, name, imageId, size }) => ({
      position,
      role,
      name,
      imageId,
      width: size?.width ?? null,
      height: size?.height ?? null,
      isChangedSinceSignOff,
      foreign: foreign.get(position) ?? null,
      ...rightsOf(name, position, imageId),
    }));
  }

  #foreignOf(id: ItemId): ReadonlyMap<number, ForeignImage> {
    return new Map(
      this.#carriedBy
        .all(id)
        .map(({ position, part }) => [position, ForeignImage.parse(JSON.parse(part))] as const),
    );
  }
}

/** A payload as it says where the boxes of an answer are, where it can. */
const withBoxes = (
  { boxes }: Task,
  payload: JsonObject,
  subject: Parameters<NonNullable<NonNullable<Task['boxes']>['applyBoxes']>>[1],
): JsonObject => boxes?.applyBoxes?.(payload, subject) ?? payload;
