import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { ZodError } from 'zod';
import type { Benchmark } from '../../../../shared/benchmarks/benchmark.ts';
import type { Problem } from '../../../../shared/benchmarks/problems.ts';
import { doubtful } from '../../../../shared/benchmarks/problems.ts';
import { pathTitle } from '../../../../shared/benchmarks/valueLines.ts';
import { hintsBeside } from '../../../../shared/benchmarks/validation.ts';
import { counted } from '../../../../shared/base/counts.ts';
import type { CheckProblem, CheckReport } from '../../../../shared/contract/casebooks.ts';
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
 * Integrity of a casebook: the database, foreign keys, studies, answers and verdicts row by row, every image file
 * against its hash, and the rules of the benchmark. Damage is an error; so is an accepted item that breaks a rule (in a
 * draft that is a warning), and a text that a rule asks for, that an item came with and that is empty now. Items that are blind to the caller are not held against the rules: what is wrong with them tells of their
 * answers.
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
  const { gold } = casebook.derived;
  const task = mainTask(casebook);
  const fields = task.fields(casebook.records.settings.vocabulary());
  const came = casebook.database
    .prepare<[string], string>(
      `SELECT coalesce((SELECT payload FROM edition WHERE id = edition_id), imported_payload) FROM item
       WHERE id = ? AND status <> 'rejected' AND (edition_id IS NOT NULL OR imported_payload IS NOT NULL)`,
    )
    .pluck();
  const ids = visibleIdsOf(casebook.database, {}, viewpoint);
  for (const [index, id] of ids.entries()) {
    if (index % 500 === 0) {
      progress('Checking the rules of the benchmark', index, ids.length);
      await setImmediate();
      signal.throwIfAborted();
    }
    const checked = readable(() => {
      const item = gold.read(id);
      if (item === undefined) return null;
      const found = gold.check(item);
      const hints =
        item.status === 'rejected' ? [] : hintsBeside(casebook.benchmark.validation, item.payload, found);
      return { item, found: [...found, ...hints.map(({ field, message }) => doubtful(field, message))] };
    });
    if (checked instanceof Error) {
      problems.push({
        where: `item ${id}`,
        what: `Casebook cannot understand it (${checked.message})`,
        severity: 'error',
      });
      continue;
    }
    const source = checked === null ? undefined : came.get(id);
    const lost =
      checked === null || source === undefined
        ? []
        : emptiedFields(task, JsonObject.parse(JSON.parse(source)), checked.item.payload, checked.item);
    for (const { field, message } of lost) {
      problems.push({
        where: `${checked?.item.externalId ?? id}, ${pathTitle(field, fields)}`,
        what: `${message} It was imported with the item and emptied since; History says by whom.`,
        severity: 'error',
      });
    }
    if (checked === null) continue;
    const { item, found } = checked;
    const isWaiting = item.status !== 'accepted' && isUnreviewed(casebook.benchmark, found);
    if (isWaiting) waiting.push(item.externalId);
    for (const { field, message, severity, isUnanswered } of found) {
      if (isWaiting && isUnanswered === true) continue;
      problems.push({
        where: `${item.externalId}${field === null ? '' : `, ${pathTitle(field, fields)}`}`,
        what: message,
        severity: item.status === 'accepted' ? severity : 'warning',
      });
    }
  }
  return [...unreviewed(waiting), ...problems];
}

/** Whether nobody has decided on a generated item: what else is open in it follows from that. */
const isUnreviewed = ({ validation }: Benchmark, found: readonly Problem[]): boolean =>
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
