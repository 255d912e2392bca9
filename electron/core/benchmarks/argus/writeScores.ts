import { scoreLine } from '../../../../shared/benchmarks/argus/scoreFile.ts';
import { answerInWords } from '../../../../shared/domain/baseline.ts';
import type { Json, JsonObject } from '../../../../shared/base/json.ts';
import type { Job } from '../../formats/answers/exportJob.ts';
import { calledIn } from '../../formats/answers/exportLines.ts';
import type { AnswerExportItem, ExportedAnswer } from '../../formats/answers/exportRows.ts';

/** A line for each respondent and version, with the scores that hold. */
export function scoreLines(
  { read, respondents }: Job,
  item: AnswerExportItem,
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
      return read.accepted(answer.id).find((each) => each.criterion === criterion)?.value ?? null;
    };
    const who = {
      externalId: item.externalId,
      version: first.condition,
      model: isShared ? own.handle : calledIn(own),
    };
    return [scoreLine(item.payload, who, textOf, scoreOf)];
  });
}
