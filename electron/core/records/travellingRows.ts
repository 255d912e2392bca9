import { z } from 'zod';
import { CasebookError } from '../../../shared/domain/errors.ts';
import {
  AdjudicationId,
  AnnotationId,
  AssignmentId,
  EditionId,
  GuidelineId,
  ImageId,
  ItemId,
  PersonId,
  RegionId,
} from '../../../shared/domain/ids.ts';
import type { Json } from '../../../shared/domain/json.ts';
import { Json as JsonSchema, JsonObject, sameJson } from '../../../shared/domain/json.ts';
import {
  AnnotationState,
  AssignmentState,
  DisagreementCause,
  GoldSource,
  ItemStatus,
  Role,
} from '../../../shared/domain/status.ts';
import { issuesInWords } from '../../../shared/domain/issues.ts';
import type { CasebookDatabase } from '../db/database.ts';
import {
  ExclusionRow,
  JudgeCallRow,
  JudgeRunRow,
  JudgingAssignmentRow,
  JudgingRow,
  JudgmentRow,
  ResponseRow,
  SessionRow,
  StudyItemRow,
  StudyRow,
  VerdictDecisionRow,
} from './baselineRows.ts';
import { GoldParts } from './goldParts.ts';
import { json, time } from './columns.ts';

/*
 * The tables that travel between casebooks, row by row as zod knows them: what another casebook holds is not believed
 * before it has gone through these.
 */

const task = z.string().min(1).max(200);
const round = z.int().positive();
/** Which parts were asked for; null: everything. */
const asked = json(z.array(z.string().min(1).max(200)).max(10_000)).nullable();

export const PersonRow = z.object({
  id: PersonId,
  handle: z.string().min(1).max(200),
  name: z.string().max(1000),
  kind: z.enum(['human', 'model', 'source']),
  roles: json(z.array(Role)),
  version: z.string().nullable(),
  instruction_hash: z.string().nullable(),
  temperature: z.number().nullable(),
  settings: json(JsonObject).nullable(),
  created_at: time,
});
export type PersonRow = z.infer<typeof PersonRow>;

export const ImageRow = z.object({
  id: ImageId,
  sha256: z.string().regex(/^[0-9a-f]{64}$/u),
  format: z.string().regex(/^[a-z0-9]{1,8}$/u),
  extension: z.string().regex(/^[a-z0-9]{1,8}$/u),
  bytes: z.int().nonnegative(),
  width: z.int().positive(),
  height: z.int().positive(),
  perceptual_hash: z.string().nullable(),
  link: z.string().nullable(),
  origin: z.string().nullable(),
  url: z.string().nullable(),
  licence: z.string().nullable(),
  attribution: z.string().nullable(),
  redistributable: z.int().min(0).max(1).nullable(),
  derived_from: ImageId.nullable(),
  derivation: json(JsonSchema).nullable(),
  created_by: PersonId.nullable(),
  created_at: time,
});
export type ImageRow = z.infer<typeof ImageRow>;

export const ItemRow = z.object({
  id: ItemId,
  benchmark: z.string(),
  external_id: z.string().min(1),
  payload: json(JsonObject),
  imported_payload: json(JsonObject).nullable(),
  revision: z.int().positive(),
  status: ItemStatus,
  gold_source: GoldSource.nullable(),
  gold_annotation_id: AnnotationId.nullable(),
  gold_fields: json(GoldParts).nullable(),
  split: z.string().nullable(),
  edition_id: EditionId.nullable(),
  created_at: time,
  updated_at: time,
});
export type ItemRow = z.infer<typeof ItemRow>;

export const ItemImageRow = z.object({
  item_id: ItemId,
  position: z.int().nonnegative(),
  role: z.string(),
  name: z.string(),
  image_id: ImageId.nullable(),
});
export type ItemImageRow = z.infer<typeof ItemImageRow>;

export const AssignmentRow = z.object({
  id: AssignmentId,
  person_id: PersonId,
  item_id: ItemId,
  task,
  round,
  position: z.int(),
  state: AssignmentState,
  reason: z.string().nullable(),
  created_at: time,
  asked,
});
export type AssignmentRow = z.infer<typeof AssignmentRow>;

export const AnnotationRow = z.object({
  id: AnnotationId,
  item_id: ItemId,
  item_revision: z.int().positive(),
  task,
  round,
  person_id: PersonId,
  version: z.int().positive(),
  previous_id: AnnotationId.nullable(),
  state: AnnotationState,
  payload: json(JsonObject),
  revision: z.int().nonnegative(),
  active_ms: z.int().nonnegative(),
  created_at: time,
  updated_at: time,
  submitted_at: time.nullable(),
  independent: z.int().min(0).max(1),
  edition_id: EditionId.nullable(),
  asked,
  signed_off_images: z
    .string()
    .regex(/^(?:(?:[0-9a-f]{64}|-)(?: |$))*$/u)
    .nullable(),
});
export type AnnotationRow = z.infer<typeof AnnotationRow>;

export const RegionRow = z.object({
  annotation_id: AnnotationId,
  id: RegionId,
  image_id: ImageId,
  label: z.string(),
  x: z.number().nonnegative(),
  y: z.number().nonnegative(),
  width: z.number().min(1),
  height: z.number().min(1),
  note: z.string(),
  attributes: json(JsonObject),
  position: z.number(),
});
export type RegionRow = z.infer<typeof RegionRow>;

export const AdjudicationRow = z.object({
  id: AdjudicationId,
  item_id: ItemId,
  task,
  round,
  kind: z.enum(['decision', 'reopening']),
  annotation_id: AnnotationId.nullable(),
  replaces: AdjudicationId.nullable(),
  fields: json(JsonObject),
  cause: DisagreementCause.nullable(),
  note: z.string(),
  person_id: PersonId,
  created_at: time,
});
export type AdjudicationRow = z.infer<typeof AdjudicationRow>;

export const EditionRow = z.object({
  id: EditionId,
  item_id: ItemId,
  replaces: EditionId.nullable(),
  number: z.int().min(2),
  before: json(JsonObject),
  payload: json(JsonObject),
  reason: z.string(),
  annotation_id: AnnotationId.nullable(),
  person_id: PersonId,
  created_at: time,
});
export type EditionRow = z.infer<typeof EditionRow>;

export const GuidelineRow = z.object({
  id: GuidelineId,
  task,
  field: z.string(),
  category: z.string().nullable(),
  note: z.string().min(1),
  person_id: PersonId.nullable(),
  created_at: time,
  removed_at: time.nullable(),
});
export type GuidelineRow = z.infer<typeof GuidelineRow>;

/** The tables that travel, each with its rows' form. */
export const TABLES = {
  person: PersonRow,
  image: ImageRow,
  item: ItemRow,
  item_image: ItemImageRow,
  assignment: AssignmentRow,
  annotation: AnnotationRow,
  region: RegionRow,
  adjudication: AdjudicationRow,
  guideline: GuidelineRow,
  edition: EditionRow,
  study: StudyRow,
  study_item: StudyItemRow,
  session: SessionRow,
  response: ResponseRow,
  exclusion: ExclusionRow,
  judging: JudgingRow,
  judging_assignment: JudgingAssignmentRow,
  judge_run: JudgeRunRow,
  judge_call: JudgeCallRow,
  judgment: JudgmentRow,
  verdict_decision: VerdictDecisionRow,
} as const;
export type TableName = keyof typeof TABLES;
type Row<T extends z.ZodObject> = z.infer<T>;

/** The columns of a table that travel, for a SELECT; the order is the schema's own. */
const columnsOf = (schema: z.ZodObject): readonly string[] => Object.keys(schema.shape);

/** Which columns hold JSON text, to be written back as such. */
const JSON_COLUMNS: ReadonlySet<string> = new Set([
  'roles',
  'derivation',
  'fields',
  'attributes',
  'settings',
  'plan',
  'passed',
  'judgments',
  'request',
  'detail',
  'answer',
  'value',
  'payload',
  'imported_payload',
  'before',
  'asked',
]);

/** A row of another casebook, checked. Throws `invalid_input` that names the table, the row and what is wrong. */
function parseRow<T extends z.ZodObject>(table: TableName, schema: T, raw: unknown): Row<T> {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const id = z.looseObject({ id: z.string() }).safeParse(raw);
  throw new CasebookError(
    'invalid_input',
    `A row of the table "${table}"${id.success ? ` (${id.data.id})` : ''} breaks a rule: ${issuesInWords(parsed.error)}`,
  );
}

/** Reads rows of a table, each checked. */
export interface RowReader<T extends z.ZodObject> {
  /** One at a time, for whole tables. */
  all(...parameters: readonly (string | number)[]): IterableIterator<Row<T>>;
  /** At once, which is several times faster for a few. */
  list(...parameters: readonly (string | number)[]): Row<T>[];
}

/** A reader of a table: all rows in the order given, or those of a condition. */
export function rowReader<T extends z.ZodObject>(
  database: CasebookDatabase,
  table: TableName,
  schema: T,
  rest: string,
): RowReader<T> {
  const statement = database.prepare<(string | number)[]>(
    `SELECT ${columnsOf(schema).join(', ')} FROM ${table} ${rest}`,
  );
  return {
    *all(...parameters) {
      for (const raw of statement.iterate(...parameters)) yield parseRow(table, schema, raw);
    },
    list: (...parameters) => statement.all(...parameters).map((raw) => parseRow(table, schema, raw)),
  };
}

/** Writes rows of a table as they are. */
export function rowWriter<T extends z.ZodObject>(
  database: CasebookDatabase,
  table: TableName,
  schema: T,
): (row: Row<T>) => void {
  const columns = columnsOf(schema);
  const statement = database.prepare(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  return (row) => {
    const values: Readonly<Record<string, unknown>> = row;
    statement.run(
      columns.map((column) => {
        const value = values[column];
        return JSON_COLUMNS.has(column) && value !== null ? JSON.stringify(value) : value;
      }),
    );
  };
}

/** Whether two rows say the same, `except` in these columns. */
export function sameRow(
  a: Readonly<Record<string, Json>>,
  b: Readonly<Record<string, Json>>,
  except: readonly string[] = [],
): boolean {
  return Object.keys(a).every((column) => except.includes(column) || sameJson(a[column], b[column]));
}
