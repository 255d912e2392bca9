import { extname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { z } from 'zod';
import { answerEntry } from '../../../../../shared/benchmarks/caughtcheating/answerFile.ts';
import { withDataPath } from '../../../../../shared/benchmarks/caughtcheating/codec.ts';
import { scoreLine } from '../../../../../shared/benchmarks/argus/scoreFile.ts';
import type { ExportReport, ExportRequest } from '../../../../../shared/contract/transfer.ts';
import { answerInWords } from '../../../../../shared/domain/baseline.ts';
import { CasebookError } from '../../../../../shared/domain/errors.ts';
import type { PersonId } from '../../../../../shared/domain/ids.ts';
import type { Json, JsonObject } from '../../../../../shared/domain/json.ts';
import type { Casebook } from '../../../records/casebook.ts';
import { openDatabase } from '../../../db/database.ts';
import { createOutputFile, createOutputFolder } from '../../../files/outputFolder.ts';
import { createLog } from '../../../records/log.ts';
import { caughtCheating } from '../../../benchmarks/caughtcheating/exportItems.ts';
import { putInPlace } from '../formerExport.ts';
import { createExportReader, eachItem, selectItems } from '../../../formats/exportItems.ts';
import type { Work } from '../../../base/work.ts';
import {
  FILES,
  fileOf,
  isFileFormat,
  type FileFormat,
  type Job,
} from '../../../formats/answers/exportJob.ts';
import { answerLine, calledIn, verdictLines } from '../../../formats/answers/exportLines.ts';
import { writeQuestionFiles } from '../../../benchmarks/observatory/exportAnswers.ts';
import type { AnsweredItem, ExportedAnswer } from '../../../formats/answers/exportRows.ts';
import { createAnswerExportReader } from '../../../formats/answers/exportRows.ts';
import { assertBenchmark } from '../../../formats/index.ts';

type Request = z.output<typeof ExportRequest>;

/** Formats of answers and verdicts, with the file that each is where it is one of lines. */
const LINES = {
  'argus-scores': 'scores.jsonl',
  'answers-jsonl': 'answers.jsonl',
  'verdicts-jsonl': 'verdicts.jsonl',
} as const;
type LineFormat = keyof typeof LINES;

/** Whether a format hands out answers or verdicts instead of items. */
export const handsOutAnswers = (format: string): format is LineFormat | FileFormat =>
  isFileFormat(format) || Object.hasOwn(LINES, format);

/**
 * Hands out answers of people and models, or the verdicts on them: one state of the casebook, whole or not at all.
 * Answers that do not count (practice, excluded, replaced) are not among them.
 */
export async function exportAnswers(
  casebook: Casebook,
  request: Request,
  by: PersonId | null,
  work: Work,
): Promise<ExportReport> {
  const { format } = request;
  if (!handsOutAnswers(format)) throw new Error(`${format} hands out no answers.`);
  assertBenchmark(casebook, format);
  const ending = isFileFormat(format) ? FILES[format] : '.jsonl';
  const single = extname(request.target).toLowerCase() === ending;
  const snapshot = openDatabase(casebook.database.name, 'read');
  try {
    snapshot.exec('BEGIN');
    const frozen = { ...casebook, database: snapshot };
    const read = createAnswerExportReader(frozen);
    const respondents = read.respondents(request.respondents);
    if (respondents.length === 0)
      throw new CasebookError(
        'invalid_input',
        'Nobody has answers that count yet.',
        'Nothing was written. Import answers, or run a study.',
      );
    if (single && isFileFormat(format) && respondents.length > 1)
      throw new CasebookError(
        'invalid_input',
        `One file holds one respondent’s answers, and ${String(respondents.length)} have answered.`,
        'Nothing was written. Choose one respondent, or a folder as the target.',
      );
    const names = new Set(
      isFileFormat(format)
        ? read.respondents(undefined).map((respondent) => fileOf(respondent, format))
        : [LINES[format]],
    );
    const output = single
      ? await createOutputFile(request.target, request.force)
      : await createOutputFolder(request.target, { force: request.force, owns: (path) => names.has(path) });
    try {
      const leftOut: ExportReport['left_out'] = [];
      const job = { frozen, request, read, respondents, output, single, work, leftOut };
      const items = await writeFormat(casebook, job, format);
      const made = {
        items,
        images: 0,
        withheld: 0,
        missing: 0,
        left_out: leftOut,
        disputed: [],
        files: output.files(),
        warnings: [],
      };
      const report = await putInPlace(made, output, {
        single,
        owns: (path) => names.has(path),
        allowFewer: request.allowFewer,
        dryRun: request.dryRun,
        signal: work.signal,
      });
      if (report.written && casebook.readOnly === null)
        createLog(casebook)({
          kind: 'export',
          personId: by,
          detail: { format, items, images: 0, respondents: respondents.length },
        });
      return report;
    } catch (error) {
      await output.abandon();
      throw error;
    }
  } finally {
    snapshot.close();
  }
}

/** Gives the number of items that have answers in what was written. */
async function writeFormat(casebook: Casebook, job: Job, format: LineFormat | FileFormat): Promise<number> {
  if (format === 'caughtcheating-answers') return writeAnswerFiles(casebook, job);
  if (format === 'observatory-answers') return writeQuestionFiles(job);
  return writeLines(job, format);
}

/** A file for each respondent, as the data set's evaluation script reads it. Gives the number of items in them. */
async function writeAnswerFiles(casebook: Casebook, job: Job): Promise<number> {
  const { frozen, request, read, respondents, output, work, leftOut } = job;
  const format = caughtCheating(casebook);
  const reader = createExportReader(frozen);
  const ids = selectItems(frozen, { status: request.status ?? null, split: request.split });
  const answered = new Set(ids.filter((id) => read.answers(id, respondents).length > 0));
  const planned = [];
  for await (const item of eachItem(ids, reader, work.signal)) {
    const refusal = format.refuse(item);
    if (refusal === null) planned.push(item);
    else if (answered.has(item.id)) leftOut.push({ item: item.externalId, reason: refusal });
  }
  const named = format.name(planned, false);
  const written = new Set<string>();
  for (const [index, respondent] of respondents.entries()) {
    const text = await output.text(fileOf(respondent, 'caughtcheating-answers'));
    let count = 0;
    for (const { id, externalId, images } of named) {
      work.signal.throwIfAborted();
      const entry = entryOf(read.item(id), images[0]?.name ?? externalId, read.answers(id, [respondent]));
      if ('reason' in entry) {
        leftOut.push({ item: externalId, ...entry, reason: `${respondent.handle}: ${entry.reason}` });
        continue;
      }
      const inObject = JSON.stringify({ [String(count)]: entry.value }, null, 4).slice(1, -2);
      await text.write(count === 0 ? `{${inObject}` : `,${inObject}`);
      count += 1;
      written.add(id);
    }
    await text.write(count === 0 ? '{}' : '\n}');
    await text.close();
    work.progress('Writing', index + 1, respondents.length);
    await setImmediate();
  }
  return written.size;
}

function entryOf(
  { payload, steps }: AnsweredItem,
  name: string,
  answers: readonly ExportedAnswer[],
): { readonly value: JsonObject } | { readonly reason: string; readonly intended?: true } {
  if (answers.length === 0) return { reason: 'has not answered it.', intended: true };
  const words = new Map(
    answers.flatMap(({ condition, step, answer }) => {
      const kind = steps(condition).find(({ id }) => id === step)?.answer ?? null;
      return answer.kind === 'unknown' ? [] : [[step, answerInWords(answer, kind)] as const];
    }),
  );
  // The evaluation script passes over an item whose claim question has no answer.
  if (!words.has('main_ins')) return { reason: 'the answer to the claim question is not known.' };
  const object = payload['data_path'] === name ? payload : withDataPath(payload, name);
  return { value: answerEntry(object, (step) => words.get(step) ?? null) };
}

/** One line after the other, item by item. Gives the number of items that have any. */
async function writeLines(job: Job, format: LineFormat): Promise<number> {
  const { frozen, request, read, respondents, output, single, work } = job;
  const ids = selectItems(frozen, { status: request.status ?? null, split: request.split });
  const text = await output.text(single ? 'lines.jsonl' : LINES[format]);
  let items = 0;
  for (const [index, id] of ids.entries()) {
    if (index % 200 === 0) {
      work.progress('Writing', index, ids.length);
      await setImmediate();
      work.signal.throwIfAborted();
    }
    const answers = read.answers(id, respondents);
    if (answers.length === 0) continue;
    const lines = linesOf(job, format, read.item(id), answers);
    for (const line of lines) await text.write(`${JSON.stringify(line)}\n`);
    if (lines.length > 0) items += 1;
  }
  await text.close();
  return items;
}

function linesOf(
  job: Job,
  format: LineFormat,
  item: AnsweredItem,
  answers: readonly ExportedAnswer[],
): JsonObject[] {
  const { read, leftOut } = job;
  switch (format) {
    case 'answers-jsonl':
      return answers.flatMap((answer) => {
        const respondent = read.somebody(answer.personId);
        const line = answerLine(item, respondent, answer, read.images(answer));
        if (line === null)
          leftOut.push({
            item: `${item.externalId}, ${answer.step}`,
            reason: `What ${respondent.handle} answered is not known.`,
          });
        return line === null ? [] : [line];
      });
    case 'verdicts-jsonl':
      return answers.flatMap((answer) => verdictLines(read, item, answer));
    case 'argus-scores':
      return scoreLines(job, item, answers);
  }
}

/** A line for each respondent and version, with the scores that hold. */
function scoreLines(
  { read, respondents }: Job,
  item: AnsweredItem,
  answers: readonly ExportedAnswer[],
): JsonObject[] {
  const groups = new Map<string, ExportedAnswer[]>();
  for (const answer of answers) {
    const key = JSON.stringify([answer.personId, answer.condition]);
    groups.set(key, [...(groups.get(key) ?? []), answer]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const own = read.somebody(first.personId);
    // A line has no place for what else tells models of one name apart; a handle is of one only.
    const isShared = respondents.some((each) => each.id !== own.id && calledIn(each) === calledIn(own));
    const of = (step: string): ExportedAnswer | undefined => group.find((each) => each.step === step);
    const textOf = (step: string): string | null => {
      const answer = of(step)?.answer;
      return answer === undefined || answer.kind === 'unknown' ? null : answerInWords(answer, null);
    };
    const scoreOf = (step: string, criterion: string): Json | null => {
      const answer = of(step);
      if (answer === undefined) return null;
      return read.held(answer.id).find((each) => each.criterion === criterion)?.value ?? null;
    };
    const who = {
      externalId: item.externalId,
      version: first.condition,
      model: isShared ? own.handle : calledIn(own),
    };
    return [scoreLine(item.payload, who, textOf, scoreOf)];
  });
}
