import { z } from 'zod';
import type { Comparison, Task, TaskField } from '../../../../shared/benchmarks/task.ts';
import { ForeignPart } from '../../../../shared/foreign/foreignPart.ts';
import { type Json, JsonObject } from '../../../../shared/base/json.ts';
import { isNestedTooDeeply, parseJson, TOO_DEEP } from '../../../../shared/base/jsonText.ts';
import { TOO_MANY_BOXES } from '../boxes/boxSink.ts';
import { isNumber } from '../../../../shared/base/csv.ts';
import { MOST_BOXES_ON_IMAGE } from '../reading/limits.ts';

/*
 * How a field's values are written in a cell, and what a cell stands for: texts and numbers as they are, true and false in
 * words, sets and boxes as JSON.
 */

/** A box as it is in a cell. */
export const BoxCell = z.object({
  label: z.string(),
  /** Which of the item's images, from 1. */
  image: z.int().positive().default(1),
  x: z.number(),
  y: z.number(),
  width: z.number().nonnegative(),
  height: z.number().nonnegative(),
  note: z.string().default(''),
  attributes: JsonObject.default({}),
  /** Whether the four are shares of the image instead of pixels. */
  relative: z.boolean().default(false),
  /** What it came with that is carried. */
  foreign: ForeignPart.omit({ box: true }).optional(),
});
export type BoxCell = z.infer<typeof BoxCell>;

export type ReadValue =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'boxes'; readonly boxes: readonly BoxCell[] }
  | { readonly kind: 'wrong'; readonly reason: string };

/** How many values a message names. */
const NAMED = 12;

/** The text of a value in a cell. */
export function cellOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What a cell says in a field, or why it says nothing that the field takes. */
export function readValue(task: Task, field: TaskField, cell: string): ReadValue {
  const read = readAs(task, field, cell);
  return read.kind === 'wrong' && isNestedTooDeeply(cell) ? { kind: 'wrong', reason: TOO_DEEP } : read;
}

function readAs(task: Task, field: TaskField, cell: string): ReadValue {
  const { comparison } = field;
  switch (comparison.level) {
    case 'nominal':
      return comparison.offered === undefined
        ? readOpen(task, field, cell)
        : readOffered(comparison.offered, cell);
    case 'ordinal':
      return readOrdered(comparison.order, cell);
    case 'interval':
      return readNumber(comparison, cell);
    case 'set': {
      const members = membersOf(cell);
      return members === null
        ? { kind: 'wrong', reason: `"${shown(cell)}" is not a list of texts.` }
        : { kind: 'value', value: members };
    }
    case 'text':
      return readOpen(task, field, cell);
    case 'boxes':
      return readBoxes(cell);
  }
}

/** The members of a set: a JSON list of texts, or texts with bars between them. Null where it is neither. */
export function membersOf(cell: string): string[] | null {
  if (!cell.trimStart().startsWith('[')) {
    return distinct(cell.split('|').map((member) => member.trim()));
  }
  const parsed = z.array(z.string()).safeParse(jsonOf(cell));
  return parsed.success ? distinct(parsed.data) : null;
}

const distinct = (members: readonly string[]): string[] => [
  ...new Set(members.filter((member) => member !== '')),
];

type OfferedValues = NonNullable<Extract<Comparison, { level: 'nominal' }>['offered']>;

const TRUE = /^(?:true|yes|1)$/iu;
const FALSE = /^(?:false|no|0)$/iu;

function readOffered(offered: OfferedValues, cell: string): ReadValue {
  const found =
    offered.find(({ value }) => cellOf(value) === cell) ??
    offered.find(({ name }) => name === cell) ??
    offered.find(({ value }) => (value === true ? TRUE : value === false ? FALSE : /^$/u).test(cell.trim()));
  if (found !== undefined) return { kind: 'value', value: found.value };
  return {
    kind: 'wrong',
    reason: `"${shown(cell)}" is not one of its values: ${listed(offered.map(({ value }) => cellOf(value)))}.`,
  };
}

function readOrdered(order: readonly Json[], cell: string): ReadValue {
  const found =
    order.find((value) => cellOf(value) === cell) ??
    order.find(
      (value) => isNumber(cell) && isNumber(cellOf(value)) && Number(cellOf(value)) === Number(cell),
    );
  if (found !== undefined) return { kind: 'value', value: found };
  return {
    kind: 'wrong',
    reason: `"${shown(cell)}" is not on its scale: ${listed(order.map(cellOf))}.`,
  };
}

function readNumber({ range }: Extract<Comparison, { level: 'interval' }>, cell: string): ReadValue {
  if (!isNumber(cell)) return { kind: 'wrong', reason: `"${shown(cell)}" is not a number.` };
  const value = Number(cell);
  if (range !== undefined && (value < range[0] || value > range[1])) {
    return { kind: 'wrong', reason: `${cell} is outside ${String(range[0])} to ${String(range[1])}.` };
  }
  return { kind: 'value', value };
}

/** A value of whatever type the task takes here: the text itself if it may be one, else the JSON that it is. */
function readOpen(task: Task, { name }: TaskField, cell: string): ReadValue {
  const blank = task.initialAnswer({});
  const takes = (value: Json): boolean => task.parseAnswer({ ...blank, [name]: value }, {}).ok;
  if (takes(cell)) return { kind: 'value', value: cell };
  const value = jsonOf(cell);
  if (value !== undefined && takes(value)) return { kind: 'value', value };
  return { kind: 'wrong', reason: `"${shown(cell)}" is not a valid value of this field.` };
}

function readBoxes(cell: string): ReadValue {
  const parsed = z.array(BoxCell).safeParse(jsonOf(cell));
  if (parsed.success && parsed.data.length > MOST_BOXES_ON_IMAGE)
    return { kind: 'wrong', reason: TOO_MANY_BOXES };
  return parsed.success
    ? { kind: 'boxes', boxes: parsed.data }
    : {
        kind: 'wrong',
        reason: 'This field has boxes: a JSON list of objects with label, x, y, width and height in pixels.',
      };
}

function jsonOf(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const shown = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

function listed(values: readonly string[]): string {
  const more = values.length - NAMED;
  return `${values.slice(0, NAMED).map(shown).join(', ')}${more > 0 ? ` and ${String(more)} more` : ''}`;
}
