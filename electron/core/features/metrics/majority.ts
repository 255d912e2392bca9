import type { JudgingScheme } from '../../../../shared/benchmarks/judging.ts';
import type { StepAnswer } from '../../../../shared/domain/baseline.ts';
import { canonicalJson, Json, sameJson } from '../../../../shared/base/json.ts';
import type { ScoredItem } from '../../../../shared/benchmarks/metrics.ts';
import type { AnsweredItem, ItemAnswers, ScoredStep } from '../../derived/metrics/scoredItems.ts';

/** Lists of texts cannot be voted on, nor can figures of whole answers that only a file tells. */
export function votableCriteria(judging: JudgingScheme | undefined): ReadonlySet<string> {
  return new Set(
    (judging?.criteria ?? []).flatMap(({ id, verdict }) => (verdict.kind === 'choice' ? [id] : [])),
  );
}

/** Answers that are one of a few: others are hardly ever the same twice. */
const CHOSEN: ReadonlySet<StepAnswer['kind']> = new Set(['choice', 'cell', 'none']);

/**
 * An item as if its participants had answered together: each verdict that more than half of those with a verdict have,
 * and each choice that more than half made; none without such a majority.
 * @param answers those of participants in one condition
 */
export function majorityOf(
  { payload }: Pick<AnsweredItem, 'payload'>,
  condition: string,
  answers: readonly ItemAnswers<ScoredStep>[],
  criteria: ReadonlySet<string>,
): ScoredItem {
  const byStep = new Map<string, ScoredStep[]>();
  for (const { steps } of answers) {
    for (const [id, step] of steps) byStep.set(id, [...(byStep.get(id) ?? []), step]);
  }
  const steps: Record<string, ScoredItem['steps'][string]> = {};
  for (const [id, given] of byStep) {
    steps[id] = {
      get answer() {
        return chosenByMost(given.map(({ answer }) => answer));
      },
      verdict: (criterion, subject) =>
        criteria.has(criterion) ? vote(given.map((step) => step.verdict(criterion, subject))) : null,
    };
  }
  const undecided = answers.find((each) => each.undecided !== undefined)?.undecided;
  return { payload, condition, steps, ...(undecided !== undefined && { undecided }) };
}

/** The choice of more than half; unknown where there is none. */
function chosenByMost(answers: readonly StepAnswer[]): StepAnswer {
  const most = vote(answers.map((answer) => Json.parse(answer)));
  const answer = answers.find((each) => sameJson(Json.parse(each), most));
  return answer !== undefined && CHOSEN.has(answer.kind) ? answer : { kind: 'unknown' };
}

/** What more than half of those say who say anything. */
function vote(verdicts: readonly (Json | null)[]): Json | null {
  const given = verdicts.filter((verdict) => verdict !== null);
  const counts = new Map<string, number>();
  for (const verdict of given) {
    const key = canonicalJson(verdict);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count * 2 > given.length) return verdict;
  }
  return null;
}
