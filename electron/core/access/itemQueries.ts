import { z } from 'zod';
import {
  type ItemFilter,
  type ItemRow,
  ItemRow as ItemRowSchema,
  type ItemSort,
} from '../../../shared/contract/items.ts';
import type { ItemId } from '../../../shared/base/ids.ts';
import type { CasebookDatabase } from '../db/database.ts';
import { ABOUT } from './blindItems.ts';
import type { Viewpoint } from './viewpoint.ts';
import { createBlindRows } from './blindRow.ts';
import { conditionOf, orderOf, ownAssignment, visibleConditionOf } from './itemFilter.ts';
import { consensusOfParts, disputedParts, GoldPartsColumn } from '../records/answers/goldParts.ts';
import { countOwnWork, isInOwnOrder, ownWorkNear, ownWorkOf, pageOfOwnWork } from './ownWork.ts';

/** One parameter: the caller, null for the program itself. */
const ROW = `
  SELECT i.id, i.external_id AS externalId, i.title, i.label, i.split, i.status, i.gold_source AS goldSource, i.gold_fields AS goldParts,
    i.missing_images AS missingImages, i.updated_at AS updatedAt,
    (SELECT json_group_array(tag) FROM item_tag WHERE item = i.sequence) AS tags,
    (SELECT json_group_object(name, value) FROM item_facet WHERE item = i.sequence AND name <> '${ABOUT}') AS facets,
    (SELECT image_id FROM item_image WHERE item_id = i.id ORDER BY role = 'candidate', position LIMIT 1) AS imageId,
    (SELECT count(*) FROM item_image WHERE item_id = i.id) AS images,
    (SELECT count(*) FROM region WHERE annotation_id =
      (SELECT id FROM annotation WHERE item_id = i.id ORDER BY updated_at DESC, version DESC LIMIT 1)) AS boxes,
    EXISTS (SELECT 1 FROM annotation WHERE item_id = i.id AND state = 'draft') AS unsubmitted,
    (SELECT count(*) FROM comment WHERE item_id = i.id AND thread_id IS NULL AND resolved = 0 AND removed = 0) AS openComments,
    (SELECT json_group_array(DISTINCT p.handle) FROM assignment s JOIN person p ON p.id = s.person_id WHERE s.item_id = i.id) AS assignees,
    (SELECT state FROM rating_state WHERE item_id = i.id LIMIT 1) AS ratings,
    coalesce((SELECT ratings FROM rating_state WHERE item_id = i.id LIMIT 1), 0) AS raters,
    (${ownAssignment("json_object('task', task, 'round', round, 'position', position, 'state', state)")}) AS assignment
  FROM item i`;

/**
 * SQL, after CROSS JOIN: the item `i` with this id (a column), where only its sequence, id and status are asked for. Two
 * small indexes hold them, so its row with the payload is not read.
 */
export function statusOfItem(id: string): string {
  return `item known ON known.id = ${id} CROSS JOIN item i INDEXED BY item_standing ON i.sequence = known.sequence`;
}

const RawRow = z.looseObject({
  goldParts: GoldPartsColumn,
  assignees: z.string(),
  assignment: z.string().nullable(),
  tags: z.string(),
  facets: z.string(),
  unsubmitted: z.int(),
});

function toRow(raw: unknown): ItemRow {
  const row = RawRow.parse(raw);
  return ItemRowSchema.parse({
    ...row,
    disputed: disputedParts(row.goldParts),
    consensus: consensusOfParts(row.goldParts),
    tags: JSON.parse(row.tags),
    facets: JSON.parse(row.facets),
    unsubmitted: row.unsubmitted === 1,
    assignees: JSON.parse(row.assignees),
    assignment: row.assignment === null ? null : JSON.parse(row.assignment),
    blind: false,
  });
}

/** Rows as the caller may see them. */
function rowsFor(database: CasebookDatabase, viewpoint: Viewpoint): (raw: unknown) => ItemRow {
  const { person } = viewpoint;
  if (person === null) return toRow;
  // Curators assign the items and know the raters; adjudicators must not.
  const seesRaters = person.roles.includes('curator') || !person.roles.includes('adjudicator');
  if (seesRaters && !viewpoint.isBlindAnywhere()) return toRow;
  const blind = createBlindRows(database, person.id);
  return (raw) => {
    const row = toRow(raw);
    if (viewpoint.isBlind(row.id)) return blind(row);
    return seesRaters || !viewpoint.hidesRaters(row.id) ? row : { ...row, assignees: [] };
  };
}

/** Rows of a filtered, sorted list from `offset` on. */
export function listRows(
  database: CasebookDatabase,
  filter: ItemFilter,
  sort: ItemSort,
  offset: number,
  limit: number,
  viewpoint: Viewpoint,
): ItemRow[] {
  const own = isInOwnOrder(sort, viewpoint) ? ownWorkOf(database, filter, viewpoint) : null;
  if (own !== null)
    return rowsOf(database, pageOfOwnWork(database, own, sort.descending, offset, limit), viewpoint);
  const where = conditionOf(filter, viewpoint);
  const order = orderOf(sort, viewpoint);
  // The page's keys first: only they are worth the row's subqueries.
  const sql = `${ROW} WHERE i.sequence IN (SELECT i.sequence FROM item i WHERE ${where.sql} ORDER BY ${order.sql} LIMIT ? OFFSET ?) ORDER BY ${order.sql}`;
  return database
    .prepare(sql)
    .all(
      viewpoint.person?.id ?? null,
      ...where.parameters,
      ...order.parameters,
      limit,
      offset,
      ...order.parameters,
    )
    .map(rowsFor(database, viewpoint));
}

/** Rows of items in this order. */
function rowsOf(database: CasebookDatabase, ids: readonly ItemId[], viewpoint: Viewpoint): ItemRow[] {
  const rows = database
    .prepare(`${ROW} WHERE i.id IN (SELECT value FROM json_each(?))`)
    .all(viewpoint.person?.id ?? null, JSON.stringify(ids))
    .map(rowsFor(database, viewpoint));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** How many items a filter finds. */
export function countRows(database: CasebookDatabase, filter: ItemFilter, viewpoint: Viewpoint): number {
  const own = ownWorkOf(database, filter, viewpoint);
  if (own !== null) return countOwnWork(database, own);
  const where = conditionOf(filter, viewpoint);
  return (
    database
      .prepare<(string | number)[], number>(`SELECT count(*) FROM item i WHERE ${where.sql}`)
      .pluck()
      .get(...where.parameters) ?? 0
  );
}

/** One item's row, or undefined where there is none or it does not concern the caller. */
export function readRow(database: CasebookDatabase, id: ItemId, viewpoint: Viewpoint): ItemRow | undefined {
  if (!viewpoint.mayOpen(id)) return undefined;
  const raw = database.prepare(`${ROW} WHERE i.id = ?`).get(viewpoint.person?.id ?? null, id);
  return raw === undefined ? undefined : rowsFor(database, viewpoint)(raw);
}

/** The ids a filter finds, in the order of import. */
export function idsOf(database: CasebookDatabase, filter: ItemFilter, viewpoint: Viewpoint): string[] {
  const where = conditionOf(filter, viewpoint);
  return database
    .prepare<(string | number)[], string>(`SELECT i.id FROM item i WHERE ${where.sql} ORDER BY i.sequence`)
    .pluck()
    .all(...where.parameters);
}

/** The same without items that are blind to the caller: for reports on what is in the items. */
export function visibleIdsOf(database: CasebookDatabase, filter: ItemFilter, viewpoint: Viewpoint): string[] {
  const where = visibleConditionOf(filter, viewpoint);
  return database
    .prepare<(string | number)[], string>(`SELECT i.id FROM item i WHERE ${where.sql} ORDER BY i.sequence`)
    .pluck()
    .all(...where.parameters);
}

/** The neighbours of an item in a filtered, sorted list. */
export interface ItemNeighbours {
  /** The item's place, null where the filter does not find it; the rows are the first ones then. */
  readonly position: number | null;
  readonly total: number;
  /** The place of the first of the rows. */
  readonly first: number;
  readonly rows: ItemRow[];
}

/** An item's place in a filtered, sorted list, with rows: up to `around` before it, and in all up to twice as many and itself. */
export function neighboursOf(
  database: CasebookDatabase,
  id: string,
  filter: ItemFilter,
  sort: ItemSort,
  around: number,
  viewpoint: Viewpoint,
): ItemNeighbours {
  const own = isInOwnOrder(sort, viewpoint) ? ownWorkOf(database, filter, viewpoint) : null;
  if (own !== null) {
    const { ids, ...near } = ownWorkNear(database, own, sort.descending, id, around);
    return { ...near, rows: rowsOf(database, ids, viewpoint) };
  }
  const position = positionOf(database, id, filter, sort, viewpoint);
  const first = Math.max(0, (position ?? 0) - around);
  return {
    position,
    total: countRows(database, filter, viewpoint),
    first,
    rows: listRows(database, filter, sort, first, 2 * around + 1, viewpoint),
  };
}

function positionOf(
  database: CasebookDatabase,
  id: string,
  filter: ItemFilter,
  sort: ItemSort,
  viewpoint: Viewpoint,
): number | null {
  const where = conditionOf(filter, viewpoint);
  const order = orderOf(sort, viewpoint);
  const position = database
    .prepare<(string | number)[], number>(
      `SELECT place FROM (SELECT i.id, row_number() OVER (ORDER BY ${order.sql}) - 1 AS place FROM item i WHERE ${where.sql}) WHERE id = ?`,
    )
    .pluck()
    .get(...order.parameters, ...where.parameters, id);
  return position ?? null;
}
