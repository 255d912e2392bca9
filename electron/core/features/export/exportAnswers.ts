import { type Casebook, compose } from '../../derived/casebook.ts';
import { extname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { z } from 'zod';
import type { ExportReport, ExportRequest } from '../../../../shared/contract/importExport.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { PersonId } from '../../../../shared/base/ids.ts';
import type { Work } from '../../base/work.ts';
import { openDatabase } from '../../db/database.ts';
import { createOutputFile, createOutputFolder } from '../../files/outputFolder.ts';
import type { AnswersLayout, Job } from '../../formats/answers/exportJob.ts';
import { AnswerExportReader, type ExportedParty } from '../../formats/answers/exportRows.ts';
import { selectItems } from '../../formats/writing/exportItems.ts';
import { keyOf, pseudonymise } from '../../records/people/pseudonyms.ts';
import { putInPlace } from './formerExport.ts';
import { recordExport } from './waitingExports.ts';

type Request = z.output<typeof ExportRequest>;

/**
 * Hands out answers of people and models, or the verdicts on them: one state of the casebook, whole or not at all.
 * Answers that do not count (practice, excluded, replaced) are not among them.
 */
export async function exportAnswers(
  casebook: Casebook,
  writes: AnswersLayout,
  request: Request,
  by: PersonId | null,
  work: Work,
): Promise<ExportReport> {
  const ending = writes.layout === 'respondents' ? writes.ending : extname(writes.file);
  const fileOf = ({ handle }: ExportedParty): string => `${handle}${ending}`;
  const single = extname(request.target).toLowerCase() === ending;
  const snapshot = openDatabase(casebook.database.name, 'read');
  try {
    snapshot.exec('BEGIN');
    const pseudonyms = request.names ? [] : pseudonymise(snapshot);
    const called = new Map(pseudonyms.map(({ pseudonym, handle }) => [handle.toLowerCase(), pseudonym]));
    const frozen = compose({ ...casebook, database: snapshot });
    const read = new AnswerExportReader(frozen);
    const respondents = read.respondents(
      request.respondents?.map((handle) => called.get(handle.toLowerCase()) ?? handle),
    );
    if (respondents.length === 0)
      throw new CasebookError(
        'invalid_input',
        'Nobody has included answers yet.',
        'Nothing was written. Import answers, or run a study.',
      );
    if (single && writes.layout === 'respondents' && respondents.length > 1)
      throw new CasebookError(
        'invalid_input',
        `One file holds one respondent’s answers, and ${String(respondents.length)} have answered.`,
        'Nothing was written. Choose one respondent, or a folder as the target.',
      );
    const names = new Set(
      writes.layout === 'respondents' ? read.respondents(undefined).map(fileOf) : [writes.file],
    );
    const output = single
      ? await createOutputFile(request.target, request.force)
      : await createOutputFolder(request.target, { force: request.force, owns: (path) => names.has(path) });
    try {
      const leftOut: ExportReport['left_out'] = [];
      const job = { casebook, frozen, request, read, respondents, output, single, work, leftOut };
      const items =
        writes.layout === 'respondents' ? await writes.write(job, fileOf) : await writeLines(job, writes);
      const made = {
        items,
        images: 0,
        withheld: 0,
        missing: 0,
        left_out: leftOut,
        disputed: [],
        files: output.files(),
        not_carried: [],
        pseudonyms: [...pseudonyms],
        warnings: [],
      };
      const report = await putInPlace(made, output, {
        single,
        owns: (path) => names.has(path),
        allowFewer: request.allowFewer,
        dryRun: request.dryRun,
        signal: work.signal,
      });
      if (report.written)
        recordExport(casebook, by, {
          format: request.format,
          items,
          images: 0,
          respondents: respondents.length,
          ...(pseudonyms.length > 0 && { pseudonyms: keyOf(pseudonyms) }),
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

/** One line after the other, item by item. Gives the number of items that have any. */
async function writeLines(
  job: Job,
  writes: Extract<AnswersLayout, { readonly layout: 'lines' }>,
): Promise<number> {
  const { frozen, request, read, respondents, output, single, work } = job;
  const ids = selectItems(frozen, request);
  const text = await output.text(single ? 'lines.jsonl' : writes.file);
  let items = 0;
  for (const [index, id] of ids.entries()) {
    if (index % 200 === 0) {
      work.progress('Writing', index, ids.length);
      await setImmediate();
      work.signal.throwIfAborted();
    }
    const answers = read.answers(id, respondents);
    if (answers.length === 0) continue;
    const lines = writes.lines(job, read.item(id), answers);
    for (const line of lines) await text.write(`${JSON.stringify(line)}\n`);
    if (lines.length > 0) items += 1;
  }
  await text.close();
  return items;
}
