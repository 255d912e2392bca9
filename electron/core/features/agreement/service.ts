import { join } from 'node:path';
import type { z } from 'zod';
import type { FieldRating } from '../../../../shared/benchmarks/fieldRating.ts';
import type {
  AgreementChoice,
  AgreementReport,
  AgreementRequest,
  BoxComparison,
  BoxesRequest,
  RatedItem,
  RatedItemsRequest,
  Rater,
} from '../../../../shared/contract/agreement.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { ImageId, ItemId, type PersonId } from '../../../../shared/base/ids.ts';
import { type Json, JsonObject } from '../../../../shared/base/json.ts';
import { DATABASE } from '../../db/acquire.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { Progress } from '../../base/work.ts';
import type { Compute } from '../../base/compute.ts';
import type * as jobs from './agreementWorker.ts';
import { requireNotBlind } from '../../access/blindness.ts';
import { readRow } from '../../access/itemQueries.ts';
import type { People } from '../../records/people/people.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import { readMeta } from '../../db/meta.ts';
import { compareBoxes } from '../../derived/agreement/boxComparison.ts';
import { nameOf } from '../../derived/agreement/categories.ts';
import { latestRound } from '../../derived/agreement/choices.ts';
import type { Disputes } from '../../derived/agreement/disputes.ts';
import { createItemRatings } from '../../derived/agreement/itemRatings.ts';
import {
  coefficientNames,
  findField,
  levelOf,
  strataOf,
  tableQuestion,
} from '../../derived/agreement/question.ts';

/** How many lists of items are kept, so that their next page need not be looked for again. */
const KEPT_LISTS = 8;

/** How far the raters of an open casebook agree. */
export class AgreementService {
  readonly #casebook: Casebook;
  readonly #people: People;
  readonly #compute: Compute<typeof jobs>;
  readonly #file;
  readonly #reader;
  readonly #itemRatings;
  readonly #changes;
  readonly #idOf;
  readonly #imagesOf;
  readonly #rounds;
  readonly #lists = new Map<string, Promise<Disputes>>();

  constructor(casebook: Casebook, people: People, compute: Compute<typeof jobs>) {
    this.#casebook = casebook;
    this.#people = people;
    this.#compute = compute;
    const { database, benchmark } = casebook;
    this.#file = join(casebook.path, DATABASE);
    this.#reader = casebook.records.ratings;
    this.#itemRatings = createItemRatings(casebook, this.#reader);
    this.#changes = database.prepare<[], number>('SELECT total_changes()').pluck();
    this.#idOf = database.prepare<[number], string>('SELECT id FROM item WHERE sequence = ?').pluck();
    this.#imagesOf = database
      .prepare<[string], string>(
        'SELECT image_id FROM item_image WHERE item_id = ? AND image_id IS NOT NULL ORDER BY position',
      )
      .pluck();
    this.#rounds = remembered(this.#state, () =>
      compute.run('agreementRounds', { file: this.#file, tasks: benchmark.tasks.map(({ id }) => id) }),
    );
  }

  /** Tasks with their fields, rounds, raters and what their items can be divided by. */
  async choices(): Promise<AgreementChoice[]> {
    const counted = await this.#rounds();
    const vocabulary = JsonObject.parse(readMeta(this.#casebook.database, 'vocabulary'));
    const strata = strataOf(this.#casebook);
    return this.#casebook.benchmark.tasks.map((task, place) => ({
      task: task.id,
      title: task.title,
      fields: task
        .fields(vocabulary)
        .map(({ name, title, comparison }) => ({ name, title, level: comparison.level })),
      rounds: (counted[place] ?? []).map(({ round, items, asked, raters }) => ({
        round,
        items,
        asked: asked === null ? null : [...asked],
        raters: this.#ratersOf(raters),
      })),
      strata,
    }));
  }

  /**
   * Every figure of a field, over the items that the caller may know of. Rejects when the signal aborts; throws
   * `not_found` and `invalid_input` for what cannot be compared.
   */
  async figures(
    request: z.output<typeof AgreementRequest>,
    viewpoint: Viewpoint,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<AgreementReport> {
    const { coefficients, stratum = null, bootstrap, seed, threshold } = request;
    const question = tableQuestion(this.#casebook, request, stratum, viewpoint);
    const level = levelOf(findField(this.#casebook, request.task, request.field).field);
    const options = {
      coefficients: coefficients === undefined ? null : coefficientNames(level, coefficients),
      resamples: bootstrap,
      seed,
      threshold,
    };
    const figures = await this.#compute.run(
      'agreementFigures',
      { file: this.#file, question, options },
      { progress, signal },
    );
    return { ...figures, task: request.task, round: question.round, raters: this.#ratersOf(figures.raters) };
  }

  /** The items behind a figure, most disputed first, a page of them. */
  async items(
    request: z.output<typeof RatedItemsRequest>,
    viewpoint: Viewpoint,
  ): Promise<{ total: number; rows: RatedItem[] }> {
    const list = await this.#listOf(request, viewpoint);
    const raters = this.#ratersOf(list.raters);
    const { comparison } = findField(this.#casebook, request.task, request.field).field;
    const round = request.round ?? latestRound(this.#casebook.database, request.task);
    const rows = [...list.items.subarray(request.offset, request.offset + request.limit)].flatMap(
      (sequence, place): RatedItem[] => {
        const id = this.#idOf.get(sequence);
        const item =
          id === undefined ? undefined : readRow(this.#casebook.database, ItemId.parse(id), viewpoint);
        if (item === undefined) return [];
        const given = this.#itemRatings(
          item.id,
          { ...request, round, raters: request.raters ?? null },
          viewpoint,
        );
        const disagreement = list.disagreement[request.offset + place] ?? Number.NaN;
        return [
          {
            item,
            disagreement: Number.isNaN(disagreement) ? null : disagreement,
            ratings: given.map(({ personId, rating }) => ({
              rater: raters.find((rater) => rater.personId === personId) ?? null,
              value: valueOf(rating),
              text: nameOf(comparison, rating),
            })),
          },
        ];
      },
    );
    return { total: list.items.length, rows };
  }

  /** Raters' boxes on one item, matched. Throws `forbidden` where the caller has yet to answer it. */
  async boxes(request: z.output<typeof BoxesRequest>, viewpoint: Viewpoint): Promise<BoxComparison> {
    const { itemId, task, field, threshold } = request;
    if (levelOf(findField(this.#casebook, task, field).field) !== 'boxes')
      throw new CasebookError('invalid_input', `The field "${field}" has no boxes.`, 'Choose another field.');
    requireNotBlind(viewpoint, itemId, 'others’ boxes');
    const round = request.round ?? this.#reader.roundOf(itemId, task);
    const counted =
      (await this.#rounds())[this.#casebook.benchmark.tasks.findIndex(({ id }) => id === task)] ?? [];
    const raters = this.#ratersOf(counted.find((each) => each.round === round)?.raters ?? []);
    const given = this.#itemRatings(itemId, { task, field, round, raters: null }, viewpoint);
    return {
      itemId,
      images: this.#imagesOf.all(itemId).map((id) => ImageId.parse(id)),
      ...compareBoxes(
        given.map(({ personId, rating }) => ({
          rater: raters.find((rater) => rater.personId === personId) ?? null,
          boxes: rating.kind === 'boxes' ? rating.boxes : [],
        })),
        threshold,
      ),
    };
  }

  /** Changes whenever the database does, by this connection or another. */
  readonly #state = (): string =>
    `${String(this.#changes.get())} ${String(this.#casebook.database.pragma('data_version', { simple: true }))}`;

  /** Raters as they are shown; who has no ratings comes with 0. */
  #ratersOf(counted: readonly { personId: PersonId; ratings: number }[]): Rater[] {
    return counted.flatMap(({ personId, ratings }) => {
      const person = this.#people.find(personId);
      if (person === undefined) return [];
      const { handle, name, kind } = person;
      return [{ personId, handle, name, kind, ratings }];
    });
  }

  async #listOf(request: z.output<typeof RatedItemsRequest>, viewpoint: Viewpoint): Promise<Disputes> {
    const { cell, threshold, raters = null, ...asked } = request;
    // Everybody's ratings are read: of some items the caller must not know who is missing.
    const question = tableQuestion(
      this.#casebook,
      { task: asked.task, field: asked.field, round: asked.round, filter: asked.filter },
      cell.kind === 'stratum' ? cell.stratum : null,
      viewpoint,
    );
    const task = { file: this.#file, question, options: { cell, raters, threshold }, state: this.#state() };
    const key = JSON.stringify(task);
    const known = this.#lists.get(key);
    if (known !== undefined) return known;
    const found = this.#compute.run('agreementDisputes', task);
    this.#lists.set(key, found);
    for (const oldest of [...this.#lists.keys()].slice(0, -KEPT_LISTS)) this.#lists.delete(oldest);
    found.catch(() => this.#lists.delete(key));
    return found;
  }
}

/** A rating as JSON: the value, the members of a set, the categories of the boxes. */
function valueOf(rating: FieldRating): Json {
  switch (rating.kind) {
    case 'value':
      return rating.value;
    case 'set':
      return rating.members;
    case 'boxes':
      return rating.boxes.map(({ category }) => category);
  }
}

/** Works something out once for each state of the database. */
function remembered<T>(state: () => string, work: () => Promise<T>): () => Promise<T> {
  let last: { readonly state: string; readonly result: Promise<T> } | null = null;
  return () => {
    const now = state();
    if (last?.state === now) return last.result;
    const result = work();
    last = { state: now, result };
    result.catch(() => (last = null));
    return result;
  };
}
