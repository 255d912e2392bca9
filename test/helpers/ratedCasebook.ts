import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCasebook } from '../../electron/core/derived/casebook.ts';
import { writeMeta } from '../../electron/core/db/meta.ts';
import { createServices, type Services } from '../../electron/core/app/services.ts';
import type { ImageId, ItemId, PersonId } from '../../shared/base/ids.ts';
import type { ForeignKind, ForeignPart } from '../../shared/foreign/foreignPart.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import type { Role } from '../../shared/domain/status.ts';
import { testPorts } from './core.ts';
import { drawPhotograph } from './photographs.ts';
import { present } from './present.ts';

/** A box of a rating; its label is the id of one that the task offers. */
export interface GivenBox {
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The place of its image among the item's: the first unless given. */
  readonly image?: number;
  /** What a COCO file said of it beside the box. */
  readonly shapes?: readonly ForeignKind[];
}

/** What one person said of one item. */
export interface GivenRating {
  /** The person's handle. */
  readonly rater: string;
  /** Fields over the blank answer. Null: assigned, and not answered yet. */
  readonly answer: JsonObject | null;
  /** 1 unless given. */
  readonly round?: number;
  /** The casebook needs `photographs` then. */
  readonly boxes?: readonly GivenBox[];
  /** Begun with sight of gold or of others' answers: no rating of its own. */
  readonly dependent?: boolean;
}

export interface GivenItem {
  readonly externalId: string;
  readonly payload?: JsonObject;
  readonly split?: string;
  /** How many images it has where the casebook has photographs: 1 unless given. */
  readonly images?: number;
  readonly ratings: readonly GivenRating[];
}

export interface GivenRatings {
  readonly items: Iterable<GivenItem>;
  /**
   * Roles by handle, in the order in which people come; anybody who is not named is an annotator. Unless given there is
   * `ada`, curator, annotator and adjudicator, who rates nothing.
   */
  readonly people?: Readonly<Record<string, readonly Role[]>>;
  readonly vocabulary?: JsonObject;
  /** Different photographs; items share them in turn. None unless given. */
  readonly photographs?: number;
  readonly width?: number;
  readonly height?: number;
  /** Whether each rating has its assignment; yes unless given. Without is faster. */
  readonly assignments?: boolean;
  /** Whether gold, states and the queue follow from the ratings; no unless given. */
  readonly settled?: boolean;
}

/** What was written, to name in calls: people by handle, items in their order. */
export interface Rated {
  readonly people: ReadonlyMap<string, PersonId>;
  readonly items: readonly ItemId[];
}

/** When the first rating was submitted; each later one follows after a second, in the order given. */
const BEGUN_AT = Date.UTC(2026, 0, 5, 9);
const SECOND = 1000;

/**
 * Writes items with their ratings into an open casebook: submitted independent answers to its main task, straight
 * into the tables, so that a million take seconds. Unless asked for, nothing is computed: no gold, no state.
 */
export async function rate(open: Services, given: GivenRatings): Promise<Rated> {
  const { casebook } = open;
  const { database, benchmark, ports } = casebook;
  const task = present(benchmark.tasks[0]);
  const people = new Map<string, PersonId>();
  const personOf = (handle: string, roles: readonly Role[] = ['annotator']): PersonId => {
    const known =
      people.get(handle) ??
      open.people.list().find((person) => person.handle === handle)?.id ??
      open.people.add({ handle, name: handle, roles }, null).id;
    people.set(handle, known);
    return known;
  };
  const everybody = given.people ?? { ada: ['curator', 'annotator', 'adjudicator'] };
  const [curator = personOf('ada')] = Object.entries(everybody).map(([handle, roles]) =>
    personOf(handle, roles),
  );
  const images = await photographs(open, curator, given);
  const writer = casebook.derived.items;
  const insert = database.prepare<(string | number | null)[]>(
    `INSERT INTO annotation (id, item_id, item_revision, task, round, person_id, version, state, payload, revision, independent, created_at, updated_at, submitted_at)
     VALUES (?, ?, 1, ?, ?, ?, 1, ?, ?, 0, ?, ?, ?, ?)`,
  );
  const submit = database.prepare<[number, string]>(
    "UPDATE annotation SET state = 'submitted', submitted_at = ? WHERE id = ?",
  );
  const insertRegion = database.prepare<(string | number | null)[]>(
    `INSERT INTO region (annotation_id, id, image_id, label, x, y, width, height, note, attributes, position, foreign_part)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, '', '{}', ?, ?)`,
  );
  const assign = database.prepare<(string | number)[]>(
    'INSERT INTO assignment (id, person_id, item_id, task, round, position, state, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const setSplit = database.prepare<[string, string]>('UPDATE item SET split = ? WHERE id = ?');
  const items: ItemId[] = [];
  let at = BEGUN_AT;
  database.transaction(() => {
    if (given.vocabulary !== undefined) writeMeta(database, 'vocabulary', given.vocabulary);
    for (const { externalId, payload = {}, split, images: count = 1, ratings } of given.items) {
      const first = items.length * count;
      const shown = images.length === 0 ? [] : Array.from({ length: count }, (_, at) => first + at);
      const imageIds = shown.flatMap((at) => images[at % images.length] ?? []);
      const { id: itemId } = writer.insert({
        externalId,
        payload,
        images: imageIds.map((imageId, at) => ({
          role: 'photo',
          name: `${externalId}${at === 0 ? '' : `-${String(at + 1)}`}.jpg`,
          imageId,
        })),
        imported: false,
      });
      if (split !== undefined) setSplit.run(split, itemId);
      const blank = task.initialAnswer(benchmark.stimulus(payload));
      for (const { rater, answer, round = 1, boxes = [], dependent = false } of ratings) {
        const personId = personOf(rater);
        at += SECOND;
        if (given.assignments !== false && !dependent) {
          const state = answer === null ? 'open' : 'submitted';
          assign.run(ports.newId(), personId, itemId, task.id, round, items.length, state, BEGUN_AT);
        }
        if (answer === null) continue;
        const id = ports.newId();
        const drawn = boxes.length > 0;
        const text = JSON.stringify({ ...blank, ...answer });
        const key = [id, itemId, task.id, round, personId];
        insert.run(...key, drawn ? 'draft' : 'submitted', text, dependent ? 0 : 1, at, at, drawn ? null : at);
        if (!drawn) continue;
        boxes.forEach((box, order) => {
          const imageId = present(imageIds[box.image ?? 0]);
          const { label, x, y, width, height, shapes } = box;
          const part: ForeignPart | null =
            shapes === undefined
              ? null
              : { format: 'coco', source: '{}', shapes, box: [x, y, width, height] };
          const foreign = part === null ? null : JSON.stringify(part);
          insertRegion.run(id, ports.newId(), imageId, label, x, y, width, height, order, foreign);
        });
        submit.run(at, id);
      }
      items.push(itemId);
    }
    if (given.settled !== true) return;
    const recomputing = casebook.derived.recompute;
    for (const itemId of items) recomputing.recompute(itemId, task.id, null);
  })();
  return { people, items };
}

/** Makes a casebook with ratings at a path; open it with whatever is tested. */
export async function makeRatedCasebook(
  path: string,
  given: GivenRatings & { readonly benchmark?: string; readonly title?: string },
): Promise<Rated> {
  const work = mkdtempSync(join(tmpdir(), 'casebook-rated-'));
  const open = createServices(
    await createCasebook(
      path,
      { benchmark: given.benchmark ?? 'generic', title: given.title ?? 'Rated' },
      testPorts(work),
    ),
  );
  try {
    return await rate(open, given);
  } finally {
    await open.close();
    rmSync(work, { recursive: true, force: true });
  }
}

/** A generic label set of choices (an attribute's id is its name), beside boxes of these labels. */
export function choices(
  attributes: Readonly<Record<string, readonly string[]>>,
  labels: readonly string[] = [],
): JsonObject {
  return {
    imageAttributes: Object.entries(attributes).map(([id, options]) => ({
      id,
      name: id,
      kind: 'choice',
      options: [...options],
      required: false,
    })),
    labels: labels.map((id) => ({ id, name: id, attributes: [] })),
  };
}

/**
 * Items rated in one field from a table with a row per item and a column per rater; null: not rated. For two rounds
 * put the ratings of both into the same items.
 */
export function* tableOf(
  field: string,
  raters: readonly string[],
  rows: Iterable<readonly (JsonObject[string] | null)[]>,
  round = 1,
): Generator<GivenItem> {
  let number = 0;
  for (const row of rows) {
    number += 1;
    yield {
      externalId: `item-${String(number)}`,
      ratings: raters.flatMap((rater, column) => {
        const value = row[column] ?? null;
        return value === null ? [] : [{ rater, round, answer: { [field]: value } }];
      }),
    };
  }
}

async function photographs(open: Services, by: PersonId, given: GivenRatings): Promise<ImageId[]> {
  const { photographs: count = 0, width = 640, height = 480 } = given;
  const work = mkdtempSync(join(tmpdir(), 'casebook-rated-'));
  try {
    const images: ImageId[] = [];
    for (let seed = 1; seed <= count; seed += 1) {
      const file = join(work, `photograph-${String(seed)}.jpg`);
      await drawPhotograph(file, { width, height, seed });
      images.push((await open.images.add(file, by)).id);
    }
    return images;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
