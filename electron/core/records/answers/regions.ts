import { z } from 'zod';
import { RegionRecord } from '../../../../shared/domain/document.ts';
import type { CasebookDatabase } from '../../db/database.ts';

const RegionRowShape = z.object({
  id: z.string(),
  imageId: z.string(),
  label: z.string(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  note: z.string(),
  attributes: z.string(),
  order: z.number(),
  foreign: z.string().nullable(),
});

/** SQL: the columns of a row of `region`, as {@link toRegion} reads them. */
export const REGION_COLUMNS =
  'id, image_id AS imageId, label, x, y, width, height, note, attributes, position AS "order", foreign_part AS "foreign"';

/** A region row of the database as a record. */
export function toRegion(raw: unknown): RegionRecord {
  const { foreign, attributes, ...row } = RegionRowShape.parse(raw);
  return RegionRecord.parse({
    type: 'region',
    ...row,
    attributes: JSON.parse(attributes),
    ...(foreign !== null && { foreign: JSON.parse(foreign) }),
  });
}

/** Whether anybody has drawn a box: a casebook without boxes says nothing by having none. */
export function hasBoxes(database: CasebookDatabase): boolean {
  return database.prepare('SELECT 1 FROM region LIMIT 1').get() !== undefined;
}
