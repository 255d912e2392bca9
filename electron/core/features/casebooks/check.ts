import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { ZodError } from 'zod';
import type { TaskField } from '../../../../shared/benchmarks/task.ts';
import { doubt, type Problem } from '../../../../shared/benchmarks/problems.ts';
import { pathTitle } from '../../../../shared/benchmarks/valueLines.ts';
import { hintsBeside, type Validation } from '../../../../shared/benchmarks/validation.ts';
import { counted } from '../../../../shared/base/counts.ts';
import type { CheckProblem, CheckReport } from '../../../../shared/contract/casebooks.ts';
import type { ItemStatus } from '../../../../shared/domain/status.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import { issuesInWords } from '../../../../shared/base/issues.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { Progress } from '../../base/work.ts';
import { imagePath } from '../../files/imagePaths.ts';
import { asCasebookError, errorCode } from '../../base/errors.ts';
import { fileReason } from '../../base/fileReason.ts';
import { mainTask } from '../../derived/gold.ts';
import { visibleIdsOf } from '../../access/itemQueries.ts';
import { openConflictsInWords, openConflictsOf } from '../../records/sharing/openConflicts.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import { checkEarlier } from './checkEarlier.ts';
import { emptiedFields } from './checkEmptied.ts';
import { checkKeptGold } from './checkKeptGold.ts';
import { checkLog } from './checkLog.ts';
import { checkRows } from './checkRows.ts';

/** The report names at most this number of items that wait for a review. */
const NAMED = 3;

interface ImageRow {
  readonly id: string;
  readonly sha256: string;
  readonly extension: string;
  readonly link: string | null;
  readonly origin: string | null;
}

/**
 * Integrity of a casebook: the database, foreign keys, studies, answers and verdicts row by row, image files against
 * their hashes, and the benchmark's rules. Damage is an error; so is an accepted item that breaks a rule (a warning in
 * a draft), and a required text that was emptied. Items that are blind to the caller are not checked against rules:
 * their faults would reveal answers.
 */
export async function checkCasebook(
  casebook: Casebook,
  viewpoint: Viewpoint,
  progress: Progress,
  signal: AbortSignal,
): Promise<CheckReport> {
  const problems: CheckProblem[] = [];
  for (const part of [
    checkDatabase,
    checkRows,
    checkConflicts,
    checkEarlier,
    checkLog,
    checkKeptGold,
    checkImages,
    checkRules,
  ]) {
    try {
      for (const problem of await part(casebook, progress, signal, viewpoint)) problems.push(problem);
    } catch (error) {
      // What a damaged database still gives away is worth knowing.
      if (asCasebookError(error).code !== 'damaged') throw error;
      problems.push({
        where: 'database',
        what: `a part cannot be read (${messageOf(error)})`,
        severity: 'error',
      });
    }
  }
  return { ok: !problems.some(({ severity }) => severity === 'error'), problems };
}

function checkDatabase({ database }: Casebook): CheckProblem[] {
  const problems: CheckProblem[] = [];
  const integrity = database.prepare<[], string>('PRAGMA integrity_check').pluck().all();
  for (const line of integrity)
    if (line !== 'ok') problems.push({ where: 'database', what: line, severity: 'error' });
  const orphans = database
    .prepare<[], { table: string; rowid: number | null; parent: string }>('PRAGMA foreign_key_check')
    .all();
  for (const { table, rowid, parent } of orphans) {
    problems.push({
      where: `database, ${table} ${String(rowid ?? '')}`,
      what: `refers to a missing ${parent}`,
      severity: 'error',
    });
  }
  return problems;
}

/** What merging left open is no damage, but what is figured out from the casebook can still change with it. */
function checkConflicts(casebook: Casebook): CheckProblem[] {
  const what = openConflictsInWords(openConflictsOf(casebook).length);
  return what === null ? [] : [{ where: 'merging', what, severity: 'warning' }];
}

async function checkImages(
  casebook: Casebook,
  progress: Progress,
  signal: AbortSignal,
): Promise<CheckProblem[]> {
  const problems: CheckProblem[] = [];
  const rows = casebook.database
    .prepare<[], ImageRow>(
      'SELECT id, sha256, extension, link, origin FROM image ORDER BY created_at, origin, id',
    )
    .all();
  for (const [index, row] of rows.entries()) {
    progress('Checking images', index, rows.length);
    signal.throwIfAborted();
    const file = row.link ?? imagePath(casebook.folders, row.sha256, row.extension);
    const where = `image ${row.origin ?? row.id}`;
    const what = await faultOf(file, row.sha256, signal);
    if (what !== null) problems.push({ where, what, severity: 'error' });
  }
  return problems;
}

async function checkRules(
  casebook: Casebook,
  progress: Progress,
  signal: AbortSignal,
  viewpoint: Viewpoint,
): Promise<CheckProblem[]> {
  const problems: CheckProblem[] = [];
  const waiting: string[] = [];
  const { validation } = casebook.benchmark;
  const fields = mainTask(casebook).fields(casebook.records.settings.vocabulary());
  const readItem = checkedItemReader(casebook);
  const ids = visibleIdsOf(casebook.database, {}, viewpoint);
  for (const [index, id] of ids.entries()) {
    if (index % 500 === 0) {
      progress('Checking the rules of the benchmark', index, ids.length);
      await setImmediate();
      signal.throwIfAborted();
    }
    const item = readable(() => readItem(id));
    if (item instanceof Error)
      problems.push({
        where: `item ${id}`,
        what: `Casebook cannot understand it (${item.message})`,
        severity: 'error',
      });
    else if (item !== null) {
      const isWaiting = isUnreviewed(item, validation);
      if (isWaiting) waiting.push(item.externalId);
      problems.push(...problemsOfItem(item, fields, isWaiting));
    }
  }
  return [...unreviewed(waiting), ...problems];
}

/** An item with what breaks a rule in it, and with the fields that were emptied since it came. */
export interface CheckedItem {
  readonly externalId: string;
  readonly status: ItemStatus;
  readonly found: readonly Problem[];
  readonly emptied: readonly { readonly field: string; readonly message: string }[];
}

/** Reads items with what is wrong with them; null where there is no such item. Throws where one cannot be parsed. */
function checkedItemReader(casebook: Casebook): (id: string) => CheckedItem | null {
  const { gold } = casebook.derived;
  const task = mainTask(casebook);
  const came = casebook.database
    .prepare<[string], string>(
      `SELECT coalesce((SELECT payload FROM edition WHERE id = edition_id), imported_payload) FROM item
       WHERE id = ? AND status <> 'rejected' AND (edition_id IS NOT NULL OR imported_payload IS NOT NULL)`,
    )
    .pluck();
  return (id) => {
    const item = gold.read(id);
    if (item === undefined) return null;
    const { externalId, status, payload } = item;
    const broken = gold.check(item);
    const hints = status === 'rejected' ? [] : hintsBeside(casebook.benchmark.validation, payload, broken);
    const source = came.get(id);
    return {
      externalId,
      status,
      found: [...broken, ...hints.map(({ field, message }) => doubt(field, message))],
      emptied:
        source === undefined ? [] : emptiedFields(task, JsonObject.parse(JSON.parse(source)), payload, item),
    };
  };
}

/**
 * The problems of an item, in words. Emptied fields and rules that an accepted item breaks are errors; other broken
 * rules are warnings.
 * @param isWaiting whether it waits for a review, which is said of all such items at once
 */
export function problemsOfItem(
  { externalId, status, found, emptied }: CheckedItem,
  fields: readonly TaskField[],
  isWaiting: boolean,
): CheckProblem[] {
  return [
    ...emptied.map(({ field, message }) => ({
      where: `${externalId}, ${pathTitle(field, fields)}`,
      what: `${message} It was imported with the item and emptied since; History says by whom.`,
      severity: 'error' as const,
    })),
    ...found
      .filter(({ isUnanswered }) => !isWaiting || isUnanswered !== true)
      .map(({ field, message, severity }) => ({
        where: `${externalId}${field === null ? '' : `, ${pathTitle(field, fields)}`}`,
        what: message,
        severity: status === 'accepted' ? severity : ('warning' as const),
      })),
  ];
}

/** Whether nobody has decided on a generated item: what else is open in it follows from that. */
export const isUnreviewed = (
  { status, found }: CheckedItem,
  validation: Pick<Validation, 'decidingPart'> | undefined,
): boolean =>
  status !== 'accepted' &&
  validation !== undefined &&
  found.some(({ field, isUnanswered }) => isUnanswered === true && field === validation.decidingPart);

/** That items wait for a review, once for all of them: it hides what is wrong with others. */
function unreviewed(items: readonly string[]): CheckProblem[] {
  const [first] = items;
  if (first === undefined) return [];
  const [where, what] =
    items.length === 1
      ? [first, 'Nobody has reviewed it yet.']
      : [
          counted(items.length, 'item'),
          `Nobody has reviewed them yet. The first: ${items.slice(0, NAMED).join(', ')}.`,
        ];
  return [{ where, what, severity: 'warning' }];
}

/** What is wrong with an image file, in words; null where it is the one that was taken in. */
async function faultOf(file: string, sha256: string, signal: AbortSignal): Promise<string | null> {
  if (!existsSync(file)) return `the file ${file} is missing`;
  try {
    return (await hashOf(file, signal)) === sha256 ? null : `the file ${file} changed after it was imported`;
  } catch (error) {
    signal.throwIfAborted();
    return `the file ${file} cannot be read: ${fileReason(errorCode(error))}`;
  }
}

/** The value, or why it is none that Casebook could have written; damage of the file itself is thrown. */
function readable<T>(read: () => T): T | Error {
  try {
    return read();
  } catch (error) {
    if (error instanceof ZodError) return new Error(issuesInWords(error));
    if (error instanceof SyntaxError) return error;
    throw error;
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function hashOf(file: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { signal })) hash.update(chunk);
  return hash.digest('hex');
}
