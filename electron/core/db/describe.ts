import { z } from 'zod';
import type { Json } from '../../../shared/base/json.ts';
import { issuesInWords } from '../../../shared/base/issues.ts';
import { Count, Decimal, Round, Time, Version, Whole } from '../../../shared/base/numbers.ts';

/* The words in which `schema.ts` describes a table. Everything here is data: nothing reads a database. */

/** A column: how SQLite keeps it, and what its values have to be. */
export interface Column<Form extends z.ZodType<Json> = z.ZodType<Json>> {
  readonly type: 'TEXT' | 'INTEGER' | 'REAL';
  /** Reads the value that the database gives. The column may be NULL exactly where this takes null. */
  readonly form: Form;
  /** Whether the text is JSON: `form` gives what it stands for, and it is written back as JSON. */
  readonly json: boolean;
  /** The table whose rows it names. */
  readonly references: string | null;
}

/** A column of text; `references`: the table whose rows it names. */
export const text = <Form extends z.ZodType<Json>>(
  form: Form,
  references: string | null = null,
): Column<Form> => ({
  type: 'TEXT',
  form,
  json: false,
  references,
});

/** A column of integers. */
export const integer = <Form extends z.ZodType<Json>>(
  form: Form,
  references: string | null = null,
): Column<Form> => ({
  type: 'INTEGER',
  form,
  json: false,
  references,
});

/** A column of floating-point numbers. */
export const real = <Form extends z.ZodType<Json>>(form: Form): Column<Form> => ({
  type: 'REAL',
  form,
  json: false,
  references: null,
});

const parsed = <Form extends z.ZodType<Json>>(form: Form) =>
  z.string().transform((value, context): z.infer<Form> => {
    let read: unknown;
    try {
      read = JSON.parse(value);
    } catch (error) {
      context.addIssue(`is not JSON (${error instanceof Error ? error.message : String(error)})`);
      return z.NEVER;
    }
    const result = form.safeParse(read);
    if (result.success) return result.data;
    context.addIssue(issuesInWords(result.error));
    return z.NEVER;
  });

/** A column of JSON: its form is that of the value, however the text is written. */
export const json = <Form extends z.ZodType<Json>>(form: Form) => ({ ...text(parsed(form)), json: true });

/** A column of JSON that may be NULL. */
export const jsonOrNull = <Form extends z.ZodType<Json>>(form: Form) => ({
  ...text(parsed(form).nullable()),
  json: true,
});

/** UTC milliseconds. */
export const time = Time;
/** 0 or 1. */
export const flag = z.int().min(0).max(1);
/** A number that counts something, or milliseconds. */
export const count = Count;
/** A version, revision or attempt. */
export const version = Version;
/** A round of a task. */
export const round = Round;
/** A whole number that may be negative. */
export const whole = Whole;
/** A number with decimals. */
export const decimal = Decimal;

/** What becomes of a table's rows once they are there. */
export type Rows =
  /** They never change and never go: the database's triggers refuse it. */
  | 'appendOnly'
  /** They never change; they go only with what they belong to. */
  | 'immutable'
  /** They are edited until they are submitted; then the database's triggers keep them as they are. */
  | 'submitted'
  | 'editable'
  /** They follow from the rows of other tables and are computed anew from them. */
  | 'derived';

/** Whose eyes a table's rows are for, beside the person whose own work a row is. */
export type Audience =
  | 'everybody'
  /** Nobody else but those who oversee. */
  | 'person'
  /** Those who oversee. */
  | 'overseers'
  /** Those who oversee, and they only once they have given their own answer to the item, where one is asked of them. */
  | 'afterOwnAnswer';

/** How a table's rows reach another casebook when the two are merged. */
export type TravelMode =
  /** Not at all: they are this casebook's own, or derived anew. */
  | 'never'
  /** Rows that are not there yet are added; one of the same id has to be the same. */
  | 'united'
  /** By rules of their own. */
  | 'merged';

/** What a package for one person holds of a table; columns that are not named here go out as they are. */
export interface PackageColumns<Name extends string = string> {
  /** Columns that go out as NULL. */
  readonly emptied?: readonly Name[];
  /** Columns that go out with another value, which gives nothing away. */
  readonly replaced?: readonly Name[];
}

/** One table. */
export interface Table<
  Columns extends Readonly<Record<string, Column>> = Readonly<Record<string, Column>>,
  Local extends string = string,
  How extends TravelMode = TravelMode,
> {
  readonly columns: Columns;
  /** The columns of its primary key, in their order. */
  readonly key: readonly string[];
  readonly rows: Rows;
  readonly eyes: Audience;
  readonly travels: How;
  /** Columns that belong to this casebook alone, or are derived anew: of a row that travels the others go. */
  readonly local: readonly Local[];
  /** The table to whose rows its rows belong, by the first column of its key: they travel as one. Null: they stand alone. */
  readonly partOf: string | null;
  /** Null: a package holds nothing of it. */
  readonly packed: PackageColumns | null;
  /** Whether the check of a casebook reads it row by row: where no rule of the benchmark goes through its rows. */
  readonly checked: boolean;
}

/** Describes a table. Left out: its key is `id`, all columns travel, its rows stand alone, packages hold nothing of it, it is not checked by row. */
export function table<
  const Columns extends Readonly<Record<string, Column>>,
  const How extends TravelMode,
  const Local extends keyof Columns & string = never,
>({
  columns,
  key = ['id'],
  rows,
  eyes,
  travels,
  local = [],
  partOf = null,
  packed,
  checked = false,
}: {
  readonly columns: Columns;
  readonly key?: readonly (keyof Columns & string)[];
  readonly rows: Rows;
  readonly eyes: Audience;
  readonly travels: How;
  readonly local?: readonly Local[];
  readonly partOf?: string | null;
  readonly packed?: PackageColumns<keyof Columns & string>;
  readonly checked?: boolean;
}): Table<Columns, Local, How> {
  return { columns, key, rows, eyes, travels, local, partOf, packed: packed ?? null, checked };
}
