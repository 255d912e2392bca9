import type { JudgingScheme } from '../../../../shared/benchmarks/judging.ts';
import type { JudgeRunSettings } from '../../../../shared/contract/judgeRuns.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { ResponseId } from '../../../../shared/base/ids.ts';
import type { Answers, AnswerToJudge } from './answers.ts';

/** One thing to be judged in an answer. */
export interface PlannedUnit {
  readonly criterion: string;
  readonly subject: string;
}

/** What is to be asked about one answer, in the order in which it has to be. */
export interface PlannedAnswer {
  readonly responseId: ResponseId;
  readonly units: readonly PlannedUnit[];
}

export interface Plan {
  readonly answers: readonly PlannedAnswer[];
  /** Verdicts that are there already. */
  readonly known: number;
  /** Criteria that nobody chose but that chosen ones build on. */
  readonly added: readonly string[];
}

/**
 * The questions of a run: everything chosen that does not follow from the answer itself and is not known, with the
 * criteria that it builds on. Throws `invalid_input` for a criterion that the benchmark does not have.
 * @param isKnown whether nothing needs to be asked about a thing any more
 */
export function planOf(
  judging: JudgingScheme,
  answers: Pick<Answers, 'all' | 'find'>,
  { criteria, respondents, first }: Pick<JudgeRunSettings, 'criteria' | 'respondents' | 'first'>,
  isKnown: (responseId: ResponseId, unit: PlannedUnit) => boolean,
): Plan {
  const offered = judging.criteria.map(({ id }) => id);
  const unknown = criteria.find((each) => !offered.includes(each));
  if (unknown !== undefined) {
    throw new CasebookError(
      'invalid_input',
      `There is no criterion "${unknown}".`,
      `Nothing was sent. Choose from: ${offered.join(', ')}.`,
    );
  }
  const planned: PlannedAnswer[] = [];
  const added = new Set<string>();
  let known = 0;
  let looked = 0;
  for (const answer of answers.all()) {
    if (respondents !== undefined && !respondents.includes(answer.respondent)) continue;
    const wanted = wantedOf(answer, criteria);
    for (const each of wanted) if (!criteria.includes(each)) added.add(each);
    const units = answer.targets
      .filter(({ criterion, exact }) => exact === null && wanted.has(criterion))
      .map(({ criterion, subject }) => ({ criterion, subject }));
    // The first answers are the first of those that there is anything to ask about.
    if (units.length === 0) continue;
    if (first !== undefined && looked === first) break;
    looked += 1;
    const open = units.filter((unit) => !isKnown(answer.responseId, unit));
    known += units.length - open.length;
    if (open.length > 0) planned.push({ responseId: answer.responseId, units: open });
  }
  return { answers: planned, known, added: offered.filter((each) => added.has(each)) };
}

/** The chosen criteria of an answer with those that they build on. */
function wantedOf({ targets }: AnswerToJudge, criteria: readonly string[]): ReadonlySet<string> {
  const wanted = new Set(criteria);
  // From the last to the first: what one builds on stands before it.
  for (const { criterion, after, exact } of targets.toReversed())
    if (after !== null && exact === null && wanted.has(criterion)) wanted.add(after);
  return wanted;
}

/** How many things a plan asks about. */
export const unitsOf = ({ answers }: Plan): number =>
  answers.reduce((sum, { units }) => sum + units.length, 0);
