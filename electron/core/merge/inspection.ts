import type { Benchmark } from '../../../shared/benchmarks/benchmark.ts';
import type { Task } from '../../../shared/benchmarks/task.ts';
import { CasebookError } from '../../../shared/base/errors.ts';
import type { JsonObject } from '../../../shared/base/json.ts';
import type { PlanEntry } from '../../../shared/domain/study.ts';
import type { CasebookDatabase } from '../db/database.ts';
import { rowReader } from '../db/rows.ts';
import { type RowOf, type TableName, tablesWhere } from '../db/schema.ts';
import { readMeta } from '../db/meta.ts';
import { editionFaults } from '../records/answers/editionLines.ts';
import { refuseMerge } from './mergeContext.ts';

/** The tables whose rows are looked at more closely than their columns say. */
const INSPECTED: ReadonlySet<TableName> = new Set([
  'item',
  'edition',
  'session',
  'response',
  'image',
  'annotation',
  'region',
]);

/** Room for the rounding of sums of floating-point coordinates, in pixels. */
const TOLERANCE = 1e-6;

/**
 * Checks every row that could travel against what the Desk would have written: the shape of columns, JSON and answers,
 * boxes inside their image, a plausible order of times, answers that follow the same person's. Throws `invalid_input`
 * that names the row.
 */
export function inspectRows(database: CasebookDatabase, benchmark: Benchmark): void {
  const vocabulary = benchmark.vocabulary.parse(readMeta(database, 'vocabulary'));
  if (!vocabulary.ok) refuseMerge('Its vocabulary does not fit its benchmark.');
  const words = vocabulary.ok ? vocabulary.value : {};
  for (const item of rowReader(database, 'item').all()) {
    if (item.benchmark !== benchmark.id) refuseMerge(`The item ${item.id} belongs to another benchmark.`);
    for (const payload of [item.payload, item.imported_payload ?? {}])
      inspectPayload(benchmark, item.id, payload);
  }
  for (const table of tablesWhere(({ travels }, name) => travels !== 'never' && !INSPECTED.has(name)))
    for (const row of rowReader(database, table).all()) void row;
  inspectEditions(database, benchmark);
  inspectResponses(database);
  const sizes = new Map<string, { width: number; height: number }>();
  for (const { id, width, height } of rowReader(database, 'image').all()) sizes.set(id, { width, height });
  const annotations = rowReader(database, 'annotation');
  const previous = rowReader(database, 'annotation', 'WHERE id = ?');
  for (const annotation of annotations.all()) {
    const [before] = annotation.previous_id === null ? [] : previous.list(annotation.previous_id);
    const task = taskOf(benchmark, annotation);
    inspectAnswer(annotation, before, task, words);
  }
  for (const box of rowReader(database, 'region').all()) inspectBox(box, sizes.get(box.image_id));
}

/** Editions follow on each other, and what names one is about the same item. */
function inspectEditions(database: CasebookDatabase, benchmark: Benchmark): void {
  for (const { id, item_id: item, before, payload } of rowReader(database, 'edition').all()) {
    if (benchmark.validation === undefined)
      refuseMerge(`The edition ${id} belongs to a benchmark without editions.`);
    for (const each of [before, payload]) inspectPayload(benchmark, item, each);
  }
  for (const { table, id, what } of editionFaults(database))
    refuseMerge(`The ${NOUNS[table] ?? table} ${id} ${what}.`);
}

const NOUNS: Readonly<Record<string, string>> = { annotation: 'answer', response: 'answer' };

/** Answers of a study session are its participant's, to entries of its plan. */
function inspectResponses(database: CasebookDatabase): void {
  const studySessions = new Map(
    rowReader(database, 'session')
      .list()
      .map((studySession) => [studySession.id, studySession]),
  );
  for (const response of rowReader(database, 'response').all()) {
    if (response.session_id === null) continue;
    const studySession = studySessions.get(response.session_id);
    const entry = studySession?.plan[response.entry ?? -1];
    if (studySession?.person_id !== response.person_id || !asksFor(entry, response))
      refuseMerge(`The answer ${response.id} does not belong to the study session that it names.`);
  }
}

/** Whether an entry of a plan asks for an answer: attention checks and questions for one of attention, else an item. */
export function asksFor(
  entry: PlanEntry | undefined,
  { purpose, item_id: itemId, condition }: Pick<RowOf<'response'>, 'purpose' | 'item_id' | 'condition'>,
): boolean {
  if (purpose === 'attention') return entry?.kind === 'attention' || entry?.kind === 'question';
  return (
    entry?.kind === 'item' &&
    entry.itemId === itemId &&
    entry.purpose === purpose &&
    entry.condition === condition
  );
}

/** Throws `invalid_input` where a payload is none of the benchmark's. */
export function inspectPayload(benchmark: Benchmark, id: string, payload: JsonObject): void {
  try {
    benchmark.summarize(payload);
    for (const task of benchmark.tasks) task.initialAnswer(payload);
  } catch (error) {
    throw new CasebookError('invalid_input', `The item ${id} does not fit its benchmark.`, null, {
      cause: error,
    });
  }
}

/** The task that an answer is to. Throws `invalid_input` where the benchmark has none of that name. */
export function taskOf(benchmark: Benchmark, { id, task }: RowOf<'annotation'>): Task {
  const found = benchmark.tasks.find((each) => each.id === task);
  return found ?? refuseMerge(`The answer ${id} is to a task "${task}" that the benchmark does not have.`);
}

/** Throws `invalid_input` where an answer is none that the Desk would have written; `before`: the one that it follows. */
export function inspectAnswer(
  annotation: RowOf<'annotation'>,
  before: RowOf<'annotation'> | undefined,
  task: Task,
  vocabulary: JsonObject,
): void {
  const { id, created_at: createdAt, submitted_at: submittedAt, updated_at: updatedAt } = annotation;
  if (updatedAt < createdAt || (submittedAt !== null && submittedAt < createdAt))
    refuseMerge(`The answer ${id} was submitted before it was begun.`);
  if ((annotation.state === 'submitted') !== (submittedAt !== null))
    refuseMerge(`The answer ${id} is neither a draft nor submitted.`);
  if (before !== undefined) {
    const sameDocument =
      before.item_id === annotation.item_id &&
      before.task === annotation.task &&
      before.round === annotation.round &&
      before.person_id === annotation.person_id;
    if (!sameDocument || before.version >= annotation.version)
      refuseMerge(`The answer ${id} claims to follow one that it cannot follow.`);
  }
  const parsed = task.parseAnswer(annotation.payload, vocabulary);
  if (!parsed.ok) {
    const problems = parsed.problems.map(({ field, message }) => `${field ?? 'answer'}: ${message}`);
    refuseMerge(`The answer ${id} breaks a rule of the task: ${problems.join('; ')}`);
  }
}

/** Throws `invalid_input` where a box reaches beyond its image, or there is none. */
export function inspectBox(box: RowOf<'region'>, size: { width: number; height: number } | undefined): void {
  if (size === undefined) refuseMerge(`The box ${box.id} is on a missing image.`);
  else if (box.x + box.width > size.width + TOLERANCE || box.y + box.height > size.height + TOLERANCE)
    refuseMerge(`The box ${box.id} reaches beyond its image.`);
}
