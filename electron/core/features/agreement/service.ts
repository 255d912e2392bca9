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
import type { Json } from '../../../../shared/base/json.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import { DATABASE } from '../../db/acquire.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { Progress } from '../../base/work.ts';
import type { Compute } from '../../base/compute.ts';
import type * as jobs from './agreementWorker.ts';
import { requireNotBlind } from '../../access/blindness.ts';
import { readRow } from '../../access/itemQueries.ts';
import type { People } from '../../records/people.ts';
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

export interface AgreementService {
  /** Tasks with their fields, rounds, raters and what their items can be divided by. */
  choices(): Promise<AgreementChoice[]>;
  /**
   * Every figure of a field, over the items that the caller may know of. Rejects when the signal aborts; throws
   * `not_found` and `invalid_input` for what cannot be compared.
   */
  figures(
    request: z.output<typeof AgreementRequest>,
    viewpoint: Viewpoint,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<AgreementReport>;
  /** The items behind a figure, most disputed first, a page of them. */
  items(
    request: z.output<typeof RatedItemsRequest>,
    viewpoint: Viewpoint,
  ): Promise<{ total: number; rows: RatedItem[] }>;
  /** Raters' boxes on one item, matched. Throws `forbidden` where the caller has yet to answer it. */
  boxes(request: z.output<typeof BoxesRequest>, viewpoint: Viewpoint): Promise<BoxComparison>;
}

/** How many lists of items are kept, so that their next page need not be looked for again. */
const KEPT_LISTS = 8;

/** How far the raters of an open casebook agree. */
export function createAgreementService(
  casebook: Casebook,
  people: People,
  compute: Compute<typeof jobs>,
): AgreementService {
  const { database, benchmark } = casebook;
  const file = join(casebook.path, DATABASE);
  const reader = casebook.records.ratings;
  const itemRatings = createItemRatings(casebook, reader);
  const changes = database.prepare<[], number>('SELECT total_changes()').pluck();
  const idOf = database.prepare<[number], string>('SELECT id FROM item WHERE sequence = ?').pluck();
  const imagesOf = database
    .prepare<[string], string>(
      'SELECT image_id FROM item_image WHERE item_id = ? AND image_id IS NOT NULL ORDER BY position',
    )
    .pluck();

  /** Changes whenever the database does, by this connection or another. */
  const state = (): string =>
    `${String(changes.get())} ${String(database.pragma('data_version', { simple: true }))}`;
  const rounds = remembered(state, () =>
    compute.run('agreementRounds', { file, tasks: benchmark.tasks.map(({ id }) => id) }),
  );
  const lists = new Map<string, Promise<Disputes>>();

  /** Raters as they are shown; who has no ratings comes with 0. */
  const ratersOf = (counted: readonly { personId: PersonId; ratings: number }[]): Rater[] =>
    counted.flatMap(({ personId, ratings }) => {
      const person = people.find(personId);
      if (person === undefined) return [];
      const { handle, name, kind } = person;
      return [{ personId, handle, name, kind, ratings }];
    });

  const listOf = async (
    request: z.output<typeof RatedItemsRequest>,
    viewpoint: Viewpoint,
  ): Promise<Disputes> => {
    const { cell, threshold, raters = null, ...asked } = request;
    // Everybody's ratings are read: of some items the caller must not know who is missing.
    const question = tableQuestion(
      casebook,
      { task: asked.task, field: asked.field, round: asked.round, filter: asked.filter },
      cell.kind === 'stratum' ? cell.stratum : null,
      viewpoint,
    );
    const task = { file, question, options: { cell, raters, threshold }, state: state() };
    const key = JSON.stringify(task);
    const known = lists.get(key);
    if (known !== undefined) return known;
    const found = compute.run('agreementDisputes', task);
    lists.set(key, found);
    for (const oldest of [...lists.keys()].slice(0, -KEPT_LISTS)) lists.delete(oldest);
    found.catch(() => lists.delete(key));
    return found;
  };

  return {
    async choices() {
      const counted = await rounds();
      const vocabulary = JsonObject.parse(readMeta(database, 'vocabulary'));
      const strata = strataOf(casebook);
      return benchmark.tasks.map((task, place) => ({
        task: task.id,
        title: task.title,
        fields: task
          .fields(vocabulary)
          .map(({ name, title, comparison }) => ({ name, title, level: comparison.level })),
        rounds: (counted[place] ?? []).map(({ round, items, asked, raters }) => ({
          round,
          items,
          asked: asked === null ? null : [...asked],
          raters: ratersOf(raters),
        })),
        strata,
      }));
    },
    async figures(request, viewpoint, progress, signal) {
      const { coefficients, stratum = null, bootstrap, seed, threshold } = request;
      const question = tableQuestion(casebook, request, stratum, viewpoint);
      const level = levelOf(findField(casebook, request.task, request.field).field);
      const options = {
        coefficients: coefficients === undefined ? null : coefficientNames(level, coefficients),
        resamples: bootstrap,
        seed,
        threshold,
      };
      const figures = await compute.run(
        'agreementFigures',
        { file, question, options },
        { progress, signal },
      );
      return { ...figures, task: request.task, round: question.round, raters: ratersOf(figures.raters) };
    },
    async items(request, viewpoint) {
      const list = await listOf(request, viewpoint);
      const raters = ratersOf(list.raters);
      const { comparison } = findField(casebook, request.task, request.field).field;
      const round = request.round ?? latestRound(database, request.task);
      const rows = [...list.items.subarray(request.offset, request.offset + request.limit)].flatMap(
        (sequence, place): RatedItem[] => {
          const id = idOf.get(sequence);
          const item = id === undefined ? undefined : readRow(database, ItemId.parse(id), viewpoint);
          if (item === undefined) return [];
          const given = itemRatings(
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
    },
    async boxes(request, viewpoint) {
      const { itemId, task, field, threshold } = request;
      if (levelOf(findField(casebook, task, field).field) !== 'boxes')
        throw new CasebookError(
          'invalid_input',
          `The field "${field}" has no boxes.`,
          'Choose another field.',
        );
      requireNotBlind(viewpoint, itemId, 'others’ boxes');
      const round = request.round ?? reader.roundOf(itemId, task);
      const counted = (await rounds())[benchmark.tasks.findIndex(({ id }) => id === task)] ?? [];
      const raters = ratersOf(counted.find((each) => each.round === round)?.raters ?? []);
      const given = itemRatings(itemId, { task, field, round, raters: null }, viewpoint);
      return {
        itemId,
        images: imagesOf.all(itemId).map((id) => ImageId.parse(id)),
        ...compareBoxes(
          given.map(({ personId, rating }) => ({
            rater: raters.find((rater) => rater.personId === personId) ?? null,
            boxes: rating.kind === 'boxes' ? rating.boxes : [],
          })),
          threshold,
        ),
      };
    },
  };
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
