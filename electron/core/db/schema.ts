import { z } from 'zod';
import type { Json } from '../../../shared/base/json.ts';
import type { Table, TravelMode } from './describe.ts';
import * as answers from './tables/answers.ts';
import * as casebook from './tables/casebook.ts';
import * as deletions from './tables/deletions.ts';
import * as hub from './tables/hub.ts';
import * as items from './tables/items.ts';
import * as remote from './tables/remote.ts';

/**
 * Every table of a casebook, described once: columns, key, references, what becomes of its rows, who may see them and
 * whether they travel. Merging, packages, the check of a casebook and the tests of blinding read this. SQL makes the
 * tables (`migrations/`); a test compares the two. Rows are read in this order.
 */
export const SCHEMA = {
  meta: casebook.meta,
  person: casebook.person,
  image: casebook.image,
  item: items.item,
  item_image: items.item_image,
  item_facet: items.item_facet,
  item_tag: items.item_tag,
  item_text: items.item_text,
  assignment: items.assignment,
  annotation: items.annotation,
  region: items.region,
  adjudication: items.adjudication,
  adjudication_claim: items.adjudication_claim,
  rating_state: items.rating_state,
  guideline: casebook.guideline,
  comment: items.comment,
  edition: items.edition,
  validation_state: items.validation_state,
  study: answers.study,
  study_item: answers.study_item,
  session: answers.session,
  session_draft: answers.session_draft,
  response: answers.response,
  exclusion: answers.exclusion,
  judging: answers.judging,
  judging_assignment: answers.judging_assignment,
  judge_run: answers.judge_run,
  judge_call: answers.judge_call,
  judgment: answers.judgment,
  verdict_decision: answers.verdict_decision,
  verdict_state: answers.verdict_state,
  event: casebook.event,
  event_item: casebook.event_item,
  export_number: casebook.export_number,
  package: casebook.packages,
  merge_conflict: casebook.merge_conflict,
  deleted_item: deletions.deleted_item,
  import_row: deletions.import_row,
  undone_row: deletions.undone_row,
  hub: hub.hub,
  hub_outbox: hub.hub_outbox,
  hub_change: hub.hub_change,
  hub_parcel: hub.hub_parcel,
  hub_refusal: hub.hub_refusal,
  hub_withdrawal: hub.hub_withdrawal,
  hub_image: hub.hub_image,
  hub_stimulus: hub.hub_stimulus,
  recruitment: remote.recruitment,
  arrival: remote.arrival,
  panel_identity: remote.panel_identity,
  web_link: remote.web_link,
  web_session: remote.web_session,
} as const;

type Schema = typeof SCHEMA;
export type TableName = keyof Schema;

/** The tables that travel in one way. */
export type TableByTravel<How extends TravelMode> = {
  [Name in TableName]: Schema[Name]['travels'] extends How ? Name : never;
}[TableName];

type Shape<Columns extends Table['columns'], Local> = {
  -readonly [Name in Exclude<keyof Columns, Local>]: Extract<Columns[Name]['form'], z.ZodType<Json>>;
};
/** What a row of a table that travels has to be, as zod knows it. */
export type RowForm<Name extends TableName> = z.ZodObject<
  Shape<Schema[Name]['columns'], Schema[Name]['local'][number]>
>;
/** A row of a table, read and checked; without the columns that belong to one casebook alone. */
export type RowOf<Name extends TableName> = z.output<RowForm<Name>>;

/** The names of all tables for which something holds, in the order of {@link SCHEMA}. */
export function tablesWhere(holds: (table: Table, name: TableName) => boolean): TableName[] {
  return TABLES.filter((name) => holds(SCHEMA[name], name));
}

const TABLES: readonly TableName[] = namesOf(SCHEMA);

const forms = new Map<TableName, z.ZodObject>();

/** The form of a table's rows: what another casebook holds is not believed before it has gone through this. */
export function rowForm<Name extends TableName>(name: Name): RowForm<Name>;
export function rowForm(name: TableName): z.ZodObject {
  const known = forms.get(name);
  if (known !== undefined) return known;
  const { columns, local }: Table = SCHEMA[name];
  const form = z.object(
    Object.fromEntries(
      Object.entries(columns).flatMap(([column, described]) =>
        local.includes(column) ? [] : [[column, described.form]],
      ),
    ),
  );
  forms.set(name, form);
  return form;
}

/** The keys of a plain object, which TypeScript knows as texts only. */
function namesOf<Names extends string>(object: Readonly<Record<Names, unknown>>): Names[];
function namesOf(object: object): string[] {
  return Object.keys(object);
}
