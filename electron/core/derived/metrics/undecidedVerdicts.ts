import type { JudgingScheme } from '../../../../shared/benchmarks/judging.ts';
import type { Metrics } from '../../../../shared/benchmarks/metrics.ts';
import type { UndecidedRule } from '../../../../shared/contract/counting.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import { lowestVerdicts } from './contribution.ts';
import { type AnsweredItem, type ItemAnswers, scoredItem, type ScoredStep } from './scoredItems.ts';

/** The answers of everybody on an item, in one condition or more, as a rule for undecided verdicts has them. */
interface DecidedAnswers {
  readonly answers: readonly ItemAnswers<ScoredStep>[];
  /** The conditions in which a figure of somebody lacks a verdict that is undecided. */
  readonly conditions: ReadonlySet<string>;
}

const keyOf = (step: string, criterion: string, subject: string): string =>
  JSON.stringify([step, criterion, subject]);

/**
 * Puts a rule for undecided verdicts into effect: an item leaves the figures that need such a verdict for everybody who
 * answered it in the same condition, or for nobody, and then the verdict counts as the least there is.
 */
export function settledAnswers(
  { metrics, judging }: { readonly metrics: Metrics; readonly judging: JudgingScheme | undefined },
  parameters: JsonObject,
  rule: UndecidedRule,
): (item: Pick<AnsweredItem, 'payload'>, answers: readonly ItemAnswers<ScoredStep>[]) => DecidedAnswers {
  /** The undecided verdicts that a figure of these answers lacks. */
  const lackedBy = (
    item: Pick<AnsweredItem, 'payload'>,
    answers: ItemAnswers<ScoredStep>,
  ): ReadonlySet<string> => {
    const lacked = new Set<string>();
    if (![...answers.steps.values()].some(({ undecided }) => undecided.length > 0)) return lacked;
    const onLack = (step: string, criterion: string, subject: string): void => {
      lacked.add(keyOf(step, criterion, subject));
    };
    metrics.contributions({ ...scoredItem(item, answers), onLack }, parameters);
    return lacked;
  };
  return (item, answers) => {
    const lacked = answers.map((each) => lackedBy(item, each));
    if (lacked.every(({ size }) => size === 0)) return { answers, conditions: NONE };
    const ofAll = new Map<string, Set<string>>();
    answers.forEach(({ condition }, place) => {
      const all = ofAll.get(condition) ?? new Set<string>();
      for (const key of lacked[place] ?? []) ofAll.set(condition, all.add(key));
    });
    return {
      conditions: new Set(ofAll.keys()),
      answers: answers.map((each, place) => {
        const own = lacked[place] ?? NONE;
        if (rule === 'wrong') return own.size === 0 ? each : countedAsWrong(each, own, judging);
        const all = ofAll.get(each.condition);
        if (all === undefined) return each;
        return {
          ...each,
          undecided: (step, criterion, subject) => all.has(keyOf(step, criterion, subject)),
        };
      }),
    };
  };
}

const NONE: ReadonlySet<string> = new Set();

function countedAsWrong(
  answers: ItemAnswers<ScoredStep>,
  lacked: ReadonlySet<string>,
  judging: JudgingScheme | undefined,
): ItemAnswers<ScoredStep> {
  const least = lowestVerdicts(judging);
  const steps = new Map(
    Array.from(answers.steps, ([id, step]): [string, ScoredStep] => {
      if (step.undecided.length === 0) return [id, step];
      const isLacked = (criterion: string, subject: string): boolean =>
        lacked.has(keyOf(id, criterion, subject));
      return [
        id,
        {
          get answer() {
            return step.answer;
          },
          kind: step.kind,
          position: step.position,
          activeMilliseconds: step.activeMilliseconds,
          timedOut: step.timedOut,
          ...(step.isAbsent === true && { isAbsent: true }),
          undecided: step.undecided.filter(({ criterion, subject }) => !isLacked(criterion, subject)),
          verdict: (criterion, subject) =>
            isLacked(criterion, subject) ? (least.get(criterion) ?? null) : step.verdict(criterion, subject),
          basis: (criterion, subject) =>
            isLacked(criterion, subject) ? null : step.basis(criterion, subject),
          said: (criterion, subject) => (isLacked(criterion, subject) ? [] : step.said(criterion, subject)),
        },
      ];
    }),
  );
  return { ...answers, steps };
}
