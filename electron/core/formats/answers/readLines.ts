import type { z } from 'zod';
import type { ImportRequest } from '../../../../shared/contract/importExport.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { ReportBuilder } from '../reading/importReport.ts';
import type { ReadAnswers } from './intake.ts';
import { answerOfLine, decisionOfLine, judgedByLine, type LineProblem, verdictOfLine } from './lineRules.ts';
import { AnswerLine, VerdictLine } from './lineShapes.ts';
import { parseLines } from './lines.ts';
import { hashOfInstructions, Respondents } from './parties.ts';

type Request = z.output<typeof ImportRequest>;

/** Answers, one a line. */
export function answersOfLines(casebook: Casebook, { source, respondent: named }: Request): ReadAnswers {
  const respondents = new Respondents(casebook);
  const onlyCondition = conditionOf(casebook.benchmark);
  const isPerson = (handle: string): boolean => respondents.isPerson(handle);
  return async (intake, work) => {
    const { report } = intake;
    const aboutOthers: string[] = [];
    for await (const { place, line } of parseLines(source, AnswerLine, report, work)) {
      const item = intake.item(line.item);
      if (item === null) continue;
      const answer = answerOfLine(line, named, { place, item, onlyCondition, isPerson });
      if (!isSound(answer, report)) continue;
      intake.answer(answer);
      const seen = line.images ?? null;
      if (seen !== null && !sameImages(seen, casebook.records.shownNames(item.id)))
        aboutOthers.push(item.externalId);
    }
    const [first] = aboutOthers;
    if (first !== undefined)
      report.warn(
        first,
        'images',
        `${String(aboutOthers.length)} ${aboutOthers.length === 1 ? 'answer was' : 'answers were'} for other images than the items have here, starting with this one: compare them with care.`,
      );
  };
}

/** Verdicts, one a line, with or without what became of them. */
export function verdictsOfLines(casebook: Casebook, { source, judge }: Request): ReadAnswers {
  const respondents = new Respondents(casebook);
  const onlyCondition = conditionOf(casebook.benchmark);
  const isPerson = (handle: string): boolean => respondents.isPerson(handle);
  return async (intake, work) => {
    const { report } = intake;
    const named = { judge, instructionHash: await hashOfInstructions(judge) };
    let derived = 0;
    for await (const { place, line } of parseLines(source, VerdictLine, report, work)) {
      if (line.record === 'holds') {
        derived += 1;
        continue;
      }
      const item = intake.item(line.item);
      if (item === null) continue;
      const about = judgedByLine(line, { place, item, onlyCondition }, (name) => respondents.called(name));
      if (!isSound(about, report)) continue;
      if (line.record === 'decision') {
        const decision = decisionOfLine(line, about);
        if (isSound(decision, report)) intake.decision(decision);
      } else {
        const verdict = verdictOfLine(line, about, named, isPerson);
        if (isSound(verdict, report)) intake.verdict(verdict);
      }
    }
    if (derived > 0)
      report.warn(
        null,
        'record',
        `${String(derived)} ${derived === 1 ? 'line says' : 'lines say'} the accepted verdict, which follows from verdicts and decisions: left out.`,
      );
  };
}

/** Whether a line has a place here; the report names why it has none. */
function isSound<T extends object>(found: T | LineProblem, report: ReportBuilder): found is T {
  if (!('reason' in found)) return true;
  report.skip(found.subject, found.field, found.reason);
  return false;
}

/** Whether the same were shown, in whatever order. */
const sameImages = (seen: readonly string[], shown: readonly string[]): boolean =>
  JSON.stringify(seen.toSorted()) === JSON.stringify(shown.toSorted());

/** The condition of a benchmark that has but one, else null. */
function conditionOf({ baseline }: Casebook['benchmark']): string | null {
  const [only, second] = baseline?.conditions ?? [];
  return second === undefined ? (only?.id ?? '') : null;
}
