import type { Benchmark } from '../../../../../shared/benchmarks/benchmark.ts';
import type { RatedField, RatedLevel, Task, TaskField } from '../../../../../shared/benchmarks/task.ts';
import type { FieldLevel, FoundField } from '../../../../../shared/contract/importExport.ts';
import type { JsonObject } from '../../../../../shared/base/json.ts';
import { naturalOrder } from '../../../files/folder.ts';
import { isNumber } from '../../../../../shared/base/csv.ts';
import { hasDecimals } from '../../../formats/reading/csvNumbers.ts';
import type { ReportBuilder } from '../../../formats/reading/importReport.ts';
import type { StagedField, StagedRatings } from '../../../formats/ratings/ratingStaging.ts';
import { cellOf, membersOf, readValue } from '../../../formats/ratings/ratingValues.ts';
import { taskOf } from './fieldTask.ts';

/** A field of a source with what it is in the casebook. */
export interface FieldPlan {
  readonly task: Task;
  readonly field: TaskField;
}

export interface FieldPlans {
  /** By the number of the staged field; what has none was named as a problem. */
  readonly plans: ReadonlyMap<number, FieldPlan>;
  /** The vocabulary with what the fields need; the same object where they need nothing. */
  readonly vocabulary: JsonObject;
  readonly found: readonly FoundField[];
}

/** A choice or scale of more than this is none: measurements, or texts. */
const MOST_VALUES = 1000;
const MOST_LISTED = 50;
const SHOWN = 6;

interface Options {
  readonly benchmark: Benchmark;
  readonly vocabulary: JsonObject;
  readonly staging: StagedRatings;
  /** What was asked for, by field. */
  readonly levels: Readonly<Record<string, FieldLevel>>;
  /** What the source itself says, by field. */
  readonly hints: ReadonlyMap<string, FieldLevel>;
  readonly report: ReportBuilder;
}

/** A field of a source with the task that has it or gets it. */
interface ResolvedField {
  readonly staged: StagedField;
  readonly task: Task;
  readonly added: RatedField | null;
}

/**
 * Finds for each field of a source the field of a task that it answers; where a casebook's fields are open, fields
 * that there are not yet become fields of its main task, and values that they lack theirs.
 */
export function planFields(options: Options): FieldPlans {
  const { benchmark, vocabulary: before, staging, levels, report } = options;
  const [main] = benchmark.tasks;
  const resolved = staging.fields.flatMap((staged) => resolve(staged, options) ?? []);
  for (const name of Object.keys(levels)) {
    if (!staging.fields.some((field) => field.name === name)) {
      report.skip(
        'the source',
        name,
        `The level is for a field that the source does not have; it has ${staging.fields.map((field) => field.name).join(', ')}.`,
      );
    }
  }
  const added = resolved.flatMap((each) => each.added ?? []);
  const vocabulary =
    added.length === 0 ? before : (main?.openVocabulary?.withFields(before, added) ?? before);
  return plansOf(resolved, options, withBoxLabels(resolved, vocabulary, options));
}

/** The vocabulary with labels for what boxes are called, where a casebook's label set is open to that. */
function withBoxLabels(
  resolved: readonly ResolvedField[],
  vocabulary: JsonObject,
  { staging }: Options,
): JsonObject {
  let result = vocabulary;
  for (const { staged, task } of resolved) {
    const field = task.fields(vocabulary).find(({ name }) => name === staged.name);
    if (field?.comparison.level !== 'boxes' || task.openVocabulary === undefined) continue;
    const labels = new Set<string>();
    for (const { value } of staging.valuesOf(staged.id)) {
      const read = readValue(task, field, value);
      if (read.kind === 'boxes') for (const { label } of read.boxes) labels.add(label);
    }
    result = task.openVocabulary.withLabels(result, [...labels].sort(), false);
  }
  return result;
}

function plansOf(
  resolved: readonly ResolvedField[],
  { benchmark, vocabulary: before, staging, levels }: Options,
  vocabulary: JsonObject,
): FieldPlans {
  const plans = new Map<number, FieldPlan>();
  const found: FoundField[] = [];
  const [main] = benchmark.tasks;
  for (const staged of staging.fields) {
    const task = resolved.find((each) => each.staged === staged)?.task;
    const field = task?.fields(vocabulary).find(({ name }) => name === staged.name);
    if (task !== undefined && field !== undefined) plans.set(staged.id, { task, field });
    // What waits for somebody to say how it is compared is listed, too.
    const of = task ?? (main?.openVocabulary === undefined ? undefined : main);
    if (of === undefined) continue;
    const level = field?.comparison.level ?? levels[staged.name]?.level ?? guess(staged, staging);
    found.push({
      name: staged.name,
      task: of.id,
      level,
      values: staging.distinct(staged.id, MOST_VALUES + 1),
      order: [...choicesOf(staged, staging, field)],
      known: of.fields(before).some(({ name }) => name === staged.name),
    });
  }
  return { plans, vocabulary, found };
}

/** A field's values in their order, as far as a person can look over them. */
function choicesOf(
  staged: StagedField,
  staging: StagedRatings,
  field: TaskField | undefined,
): readonly string[] {
  const comparison = field?.comparison;
  if (comparison?.level === 'ordinal') return comparison.order.map(cellOf).slice(0, MOST_LISTED);
  if (comparison !== undefined && comparison.level !== 'nominal') return [];
  if (staging.distinct(staged.id, MOST_LISTED + 1) > MOST_LISTED) return [];
  const values = [...staging.valuesOf(staged.id)].map(({ value }) => value);
  return values.sort(naturalOrder);
}

/** The field of a task that a staged one answers, or fills in anew; null where there is none, which the report says. */
function resolve(staged: StagedField, options: Options): ResolvedField | null {
  const { benchmark, vocabulary, levels, report } = options;
  const { name } = staged;
  const refuse = (reason: string): null => {
    report.skip('the source', name, reason);
    return null;
  };
  const found = taskOf(staged, benchmark, vocabulary);
  if (typeof found === 'string') return refuse(found);
  const { task, isNew } = found;
  if (isNew) {
    const added = freshField(staged, options, refuse);
    return added === null ? null : { staged, task, added };
  }
  const level = task.fields(vocabulary).find((each) => each.name === name)?.comparison.level;
  const asked = levels[name];
  if (asked !== undefined && asked.level !== level) {
    return refuse(`This field is ${level ?? 'unknown'} in the casebook already, not ${asked.level}.`);
  }
  const isOpen = task === benchmark.tasks[0] && task.openVocabulary !== undefined;
  if (!isOpen || (level !== 'nominal' && level !== 'ordinal' && level !== 'set'))
    return { staged, task, added: null };
  const values = valuesOf(staged, options, level);
  if (values === null) return refuse(tooMany(name));
  return { staged, task, added: { name, level, values } };
}

function freshField(
  staged: StagedField,
  options: Options,
  refuse: (reason: string) => null,
): RatedField | null {
  const { name } = staged;
  const asked = options.levels[name] ?? options.hints.get(name);
  const level = asked?.level ?? guess(staged, options.staging);
  if (level === 'interval' || level === 'text') return { name, level, values: [] };
  const values = valuesOf(staged, options, level);
  if (values === null) return refuse(tooMany(name));
  if (values.length === 0) return refuse('None of its values can be read as a list of texts.');
  if (level !== 'ordinal') return { name, level, values: [...values].sort(naturalOrder) };
  if (asked?.order !== undefined && asked.order.length > 0) {
    const order = [...new Set(asked.order)];
    const missing = values.filter((value) => !isOn(order, value));
    return missing.length === 0
      ? { name, level, values: order }
      : refuse(`The order given for its values lacks ${some(missing)}.`);
  }
  if (!values.every(isNumber)) {
    return refuse(
      `Its values are not numbers (${some(values.filter((value) => !isNumber(value)))}): give their order from lowest to highest, as in --level "${name}=ordinal:low<medium<high".`,
    );
  }
  return { name, level, values: [...values].sort((a, b) => Number(a) - Number(b)) };
}

/** Numbers with decimals are measurements, others are ordered; lists are sets, anything else are names. */
function guess(staged: StagedField, staging: StagedRatings): RatedLevel {
  let [numbers, lists, decimals] = [true, true, false];
  for (const { value } of staging.valuesOf(staged.id)) {
    numbers &&= isNumber(value);
    decimals ||= numbers && hasDecimals(value);
    lists &&= value.trimStart().startsWith('[') && membersOf(value) !== null;
    if (!numbers && !lists) return 'nominal';
  }
  if (!numbers) return 'set';
  return decimals ? 'interval' : 'ordinal';
}

/** The different values to choose from, one spelling of each number; null where there are too many. */
function valuesOf(
  staged: StagedField,
  { staging }: Options,
  level: 'nominal' | 'ordinal' | 'set',
): string[] | null {
  const values: string[] = [];
  const seen = new Set<string>();
  for (const { value } of staging.valuesOf(staged.id)) {
    for (const each of level === 'set' ? (membersOf(value) ?? []) : [value]) {
      const key = level === 'ordinal' && isNumber(each) ? String(Number(each)) : each;
      if (seen.has(key)) continue;
      seen.add(key);
      values.push(each);
      if (values.length > MOST_VALUES) return null;
    }
  }
  return values;
}

const isOn = (order: readonly string[], value: string): boolean =>
  order.includes(value) ||
  (isNumber(value) && order.some((each) => isNumber(each) && Number(each) === Number(value)));

const some = (values: readonly string[]): string =>
  values.length > SHOWN ? `${values.slice(0, SHOWN).join(', ')}, …` : values.join(', ');

const tooMany = (name: string): string =>
  `It has more than ${String(MOST_VALUES)} different values, too many to choose from. Import measurements with --level "${name}=interval", texts with --level "${name}=text".`;
