import { z } from 'zod';
import type { ItemFilter, ItemRow, ItemSort } from '../../../../shared/contract/items.ts';
import { ItemRow as ItemRowSchema } from '../../../../shared/contract/items.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import type { Condition } from './filter.ts';
import { conditionOf, orderOf } from './filter.ts';

const ROW = `
  SELECT i.id, i.external_id AS externalId, i.title, i.label, i.status, i.gold_source AS goldSource,
    i.missing_images AS missingImages, i.updated_at AS updatedAt,
    (SELECT json_group_array(tag) FROM item_tag WHERE item = i.sequence) AS tags,
    (SELECT json_group_object(name, value) FROM item_facet WHERE item = i.sequence) AS facets,
    (SELECT image_id FROM item_image WHERE item_id = i.id ORDER BY position LIMIT 1) AS imageId,
    (SELECT count(*) FROM item_image WHERE item_id = i.id) AS images,
    (SELECT count(*) FROM region WHERE annotation_id =
      (SELECT id FROM annotation WHERE item_id = i.id ORDER BY updated_at DESC, version DESC LIMIT 1)) AS boxes,
    EXISTS (SELECT 1 FROM annotation WHERE item_id = i.id AND state = 'draft') AS unsubmitted,
    (SELECT json_group_array(DISTINCT p.handle) FROM assignment s JOIN person p ON p.id = s.person_id WHERE s.item_id = i.id) AS assignees,
    (SELECT state FROM rating_state WHERE item_id = i.id LIMIT 1) AS ratings
  FROM item i`;

const RawRow = z.looseObject({
  assignees: z.string(),
  tags: z.string(),
  facets: z.string(),
  unsubmitted: z.int(),
});

function toRow(raw: unknown): ItemRow {
  const row = RawRow.parse(raw);
  return ItemRowSchema.parse({
    ...row,
    tags: JSON.parse(row.tags),
    facets: JSON.parse(row.facets),
    unsubmitted: row.unsubmitted === 1,
    assignees: JSON.parse(row.assignees),
    assignment: null,
    blind: false,
  });
}

/** Rows of a filtered, sorted list from `offset` on. */
export function listRows(
  database: CasebookDatabase,
  filter: ItemFilter,
  sort: ItemSort,
  offset: number,
  limit: number,
): ItemRow[] {
  const where = conditionOf(filter);
  // The page's keys first: only they are worth the row's subqueries.
  const sql = `${ROW} WHERE i.sequence IN (SELECT i.sequence FROM item i WHERE ${where.sql} ORDER BY ${orderOf(sort)} LIMIT ? OFFSET ?) ORDER BY ${orderOf(sort)}`;
  return database
    .prepare(sql)
    .all(...where.parameters, limit, offset)
    .map(toRow);
}

/** How many items a filter finds. */
export function countRows(database: CasebookDatabase, filter: ItemFilter): number {
  const where = conditionOf(filter);
  return countWhere(database, where);
}

/** One item's row, or undefined. */
export function readRow(database: CasebookDatabase, id: string): ItemRow | undefined {
  const raw = database.prepare(`${ROW} WHERE i.id = ?`).get(id);
  return raw === undefined ? undefined : toRow(raw);
}

/** The ids a filter finds, in the order of import. */
export function idsOf(database: CasebookDatabase, filter: ItemFilter): string[] {
  const where = conditionOf(filter);
  return database
    .prepare<(string | number)[], string>(`SELECT i.id FROM item i WHERE ${where.sql} ORDER BY i.sequence`)
    .pluck()
    .all(...where.parameters);
}

/** An item's place in a filtered, sorted list, null where the filter does not find it. */
export function positionOf(
  database: CasebookDatabase,
  id: string,
  filter: ItemFilter,
  sort: ItemSort,
): number | null {
  const where = conditionOf(filter);
  const position = database
    .prepare<(string | number)[], number>(
      `SELECT place FROM (SELECT i.id, row_number() OVER (ORDER BY ${orderOf(sort)}) - 1 AS place FROM item i WHERE ${where.sql}) WHERE id = ?`,
    )
    .pluck()
    .get(...where.parameters, id);
  return position ?? null;
}

function countWhere(database: CasebookDatabase, where: Condition): number {
  return (
    database
      .prepare<(string | number)[], number>(`SELECT count(*) FROM item i WHERE ${where.sql}`)
      .pluck()
      .get(...where.parameters) ?? 0
  );
}
