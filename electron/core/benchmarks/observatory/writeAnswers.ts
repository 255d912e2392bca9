import { setImmediate } from 'node:timers/promises';
import { answerJson } from '../../../../shared/benchmarks/observatory/queries/answerLine.ts';
import type { StepAnswer } from '../../../../shared/domain/baseline.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import { selectItems } from '../../formats/writing/exportItems.ts';
import type { Job } from '../../formats/answers/exportJob.ts';
import { calledIn } from '../../formats/answers/exportLines.ts';
import type { ExportedParty } from '../../formats/answers/exportRows.ts';

/** A file of lines for each respondent, one a question. Gives the number of questions in them. */
export async function writeQuestionFiles(
  { frozen, request, read, respondents, output, work, leftOut }: Job,
  fileOf: (respondent: ExportedParty) => string,
): Promise<number> {
  const ids = selectItems(frozen, request);
  const written = new Set<string>();
  for (const [index, respondent] of respondents.entries()) {
    const text = await output.text(fileOf(respondent));
    for (const [place, id] of ids.entries()) {
      if (place % 200 === 0) {
        await setImmediate();
        work.signal.throwIfAborted();
      }
      for (const { answer } of read.answers(id, [respondent])) {
        const { externalId } = read.item(id);
        const line = questionLine(externalId, respondent, answer);
        if (line === null) {
          leftOut.push({ item: externalId, reason: `The answer of ${respondent.handle} is not known.` });
          continue;
        }
        await text.write(`${JSON.stringify(line)}\n`);
        written.add(id);
      }
    }
    await text.close();
    work.progress('Writing', index + 1, respondents.length);
  }
  return written.size;
}

/** A line of `observatory-answers`; null where it is not known what was answered. */
function questionLine(externalId: string, respondent: ExportedParty, answer: StepAnswer): JsonObject | null {
  const said = answerJson(answer);
  if (said === undefined) return null;
  const { kind, version, temperature, settings } = respondent;
  return {
    set: externalId,
    [kind === 'human' ? 'person' : 'model']: calledIn(respondent),
    answer: said,
    ...(version !== null && { version }),
    ...(temperature !== null && { temperature }),
    ...(settings !== null && { settings }),
  };
}
