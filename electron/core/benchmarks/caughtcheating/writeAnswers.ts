import { setImmediate } from 'node:timers/promises';
import { answerEntry } from '../../../../shared/benchmarks/caughtcheating/answerFile.ts';
import { withDataPath } from '../../../../shared/benchmarks/caughtcheating/codec.ts';
import { answerInWords } from '../../../../shared/domain/baseline.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { Job } from '../../formats/answers/exportJob.ts';
import type { AnswerExportItem, ExportedAnswer, ExportedParty } from '../../formats/answers/exportRows.ts';
import { selectItems } from '../../formats/writing/exportItems.ts';
import { ExportReader } from '../../formats/writing/exportReader.ts';
import { caughtCheating } from './exportItems.ts';

/** A file for each respondent, as the data set's evaluation script reads it. Gives the number of items in them. */
export async function writeAnswerFiles(
  job: Job,
  fileOf: (respondent: ExportedParty) => string,
): Promise<number> {
  const { casebook, frozen, request, read, respondents, output, work, leftOut } = job;
  const format = caughtCheating(casebook);
  const reader = new ExportReader(frozen);
  const ids = selectItems(frozen, request);
  const answered = new Set(ids.filter((id) => read.answers(id, respondents).length > 0));
  const planned = [];
  for await (const item of reader.each(ids, work.signal)) {
    const refusal = format.refuse(item);
    if (refusal === null) planned.push(item);
    else if (answered.has(item.id)) leftOut.push({ item: item.externalId, reason: refusal });
  }
  const named = format.name(planned, false);
  const written = new Set<string>();
  for (const [index, respondent] of respondents.entries()) {
    const text = await output.text(fileOf(respondent));
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
  { payload, steps }: AnswerExportItem,
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
