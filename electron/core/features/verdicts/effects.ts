import type { Criterion } from '../../../../shared/benchmarks/judging.ts';
import type { Metrics, ScoredItem } from '../../../../shared/benchmarks/metrics.ts';
import { verdictTitle } from '../../../../shared/benchmarks/verdictTitle.ts';
import type { VerdictEffect } from '../../../../shared/contract/verdicts.ts';
import type { PersonId, ResponseId } from '../../../../shared/domain/ids.ts';
import type { Json, JsonObject } from '../../../../shared/domain/json.ts';
import { sameJson } from '../../../../shared/domain/json.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import type { Condition } from '../../access/itemFilter.ts';
import type { AnsweredItem, AnsweredStep, ItemAnswers } from '../../derived/metrics/scoredItems.ts';
import { readAnsweredItems, scoredItem } from '../../derived/metrics/scoredItems.ts';

/** A respondent's figure with one judge's verdicts and with those that hold; the respondent's name the service adds. */
export type Effect = Omit<VerdictEffect, 'respondent'>;

/** What is asked, and of what nothing may be told beyond the figures. */
export interface EffectsQuestion {
  readonly judge: PersonId;
  readonly parameters: JsonObject;
  readonly criteria: readonly Criterion[];
  /** Of `item AS i`: those that the caller may know of. */
  readonly condition: Condition;
  /** Whether a verdict must not be shown to the caller. */
  readonly isHidden: (response: ResponseId, criterion: string, subject: string) => boolean;
}

/** So many items of a figure are listed: beyond that nobody reads on. */
const LISTED = 200;

/** What is less than this is an error of adding up. */
const NOTHING = 1e-12;

/** A verdict of the judge's that another holds against. */
interface Difference {
  readonly item: AnsweredItem;
  readonly response: ResponseId;
  readonly criterion: string;
  readonly subject: string;
  readonly judge: Json;
  readonly gold: Json;
  /** By how much the columns' sums change when this one verdict is replaced. */
  readonly shift: readonly number[];
}

/** One respondent's sums, with the judge's verdicts and with those that hold. */
interface Sums {
  readonly judge: number[];
  readonly gold: number[];
  readonly differences: Difference[];
}

/**
 * What becomes of respondents' figures when a judge's verdicts are replaced by those that hold. Where the judge says
 * nothing, or nothing holds against it, both sides are the same. Figures that nothing changes are left out.
 * @param look called before each item; what it throws ends the reading
 */
export function effectsOf(
  database: CasebookDatabase,
  metrics: Metrics,
  question: EffectsQuestion,
  look: () => void,
): Effect[] {
  const { parameters, condition } = question;
  const columns = metrics.columns(parameters).length;
  const respondents = new Map<PersonId, Sums>();
  const held = readAnsweredItems(database, { judge: null, condition });
  const own = readAnsweredItems(database, { judge: question.judge, condition });
  for (const item of held) {
    look();
    const same = own.next().value;
    for (const [at, answers] of item.answers.entries()) {
      const theirs = same?.answers[at];
      if (theirs === undefined) continue;
      const sums = respondents.get(answers.personId) ?? emptySums(columns);
      respondents.set(answers.personId, sums);
      addItem(sums, metrics, question, item, answers, theirs);
    }
  }
  return [...respondents].flatMap(([personId, sums]) => effectsOn(personId, sums, metrics, question));
}

function emptySums(columns: number): Sums {
  return {
    judge: Array.from({ length: columns }, () => 0),
    gold: Array.from({ length: columns }, () => 0),
    differences: [],
  };
}

function addItem(
  sums: Sums,
  metrics: Metrics,
  { parameters, isHidden }: EffectsQuestion,
  item: AnsweredItem,
  held: ItemAnswers,
  own: ItemAnswers,
): void {
  const met = new Map<string, Omit<Difference, 'item' | 'shift'>>();
  const sides = (step: AnsweredStep, criterion: string, subject: string) => {
    // Another LLM judge's word is nothing to hold this one's against.
    const gold = step.basis(criterion, subject)?.kind === 'judges' ? null : step.verdict(criterion, subject);
    const given = ownStep(own, step)?.verdict(criterion, subject) ?? null;
    return { gold: gold ?? given, judge: given ?? gold };
  };
  const columnsOf = (verdict: (step: AnsweredStep, criterion: string, subject: string) => Json | null) => {
    const scored: ScoredItem = scoredItem(item, held, verdict);
    return metrics.contributions(scored, parameters).values ?? [];
  };
  /** Notes what the figures ask for and the two sides differ in. */
  const note = (step: AnsweredStep, criterion: string, subject: string) => {
    const both = sides(step, criterion, subject);
    if (both.judge !== null && both.gold !== null && !sameJson(both.judge, both.gold)) {
      const { responseId: response } = step;
      met.set(keyOf(response, criterion, subject), {
        response,
        criterion,
        subject,
        judge: both.judge,
        gold: both.gold,
      });
    }
    return both;
  };
  const judge = columnsOf((...unit) => note(...unit).judge);
  const gold = columnsOf((...unit) => note(...unit).gold);
  addTo(sums.judge, judge);
  addTo(sums.gold, gold);
  for (const [key, difference] of met) {
    if (isHidden(difference.response, difference.criterion, difference.subject)) continue;
    const replaced = columnsOf((step, criterion, subject) => {
      const both = sides(step, criterion, subject);
      return keyOf(step.responseId, criterion, subject) === key ? both.gold : both.judge;
    });
    sums.differences.push({
      ...difference,
      item,
      shift: sums.judge.map((_, column) => (replaced[column] ?? 0) - (judge[column] ?? 0)),
    });
  }
}

function ownStep({ steps }: ItemAnswers, { responseId }: AnsweredStep): AnsweredStep | undefined {
  for (const step of steps.values()) if (step.responseId === responseId) return step;
  return undefined;
}

const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts);

function addTo(sums: number[], values: readonly number[]): void {
  for (const [column, value] of values.entries()) sums[column] = (sums[column] ?? 0) + value;
}

function effectsOn(
  personId: PersonId,
  { judge, gold, differences }: Sums,
  metrics: Metrics,
  { parameters, criteria }: EffectsQuestion,
): Effect[] {
  const inWords = (id: string, value: Json): string => {
    const criterion = criteria.find((each) => each.id === id);
    return criterion === undefined ? JSON.stringify(value) : verdictTitle(criterion.verdict, value);
  };
  const [withJudge, withGold] = [metrics.figures(judge, parameters), metrics.figures(gold, parameters)];
  const changed = differences.map((difference) => ({
    difference,
    figures: metrics.figures(
      judge.map((sum, column) => sum + (difference.shift[column] ?? 0)),
      parameters,
    ),
  }));
  return metrics.definitions.flatMap(({ id, title }): Effect[] => {
    const [before, after] = [withJudge[id]?.value ?? null, withGold[id]?.value ?? null];
    const items = changed
      .map(({ difference, figures }) => ({
        difference,
        change: (figures[id]?.value ?? 0) - (before ?? 0),
      }))
      .filter(({ change }) => Math.abs(change) > NOTHING)
      .sort(
        (a, b) =>
          Math.abs(b.change) - Math.abs(a.change) || a.difference.item.sequence - b.difference.item.sequence,
      );
    if (items.length === 0 && Math.abs((after ?? 0) - (before ?? 0)) <= NOTHING) return [];
    return [
      {
        personId,
        metric: id,
        title,
        withJudge: before,
        withGold: after,
        differing: items.length,
        items: items.slice(0, LISTED).map(({ difference, change }) => ({
          itemId: difference.item.id,
          item: difference.item.externalId,
          criterion: difference.criterion,
          criterionTitle:
            criteria.find(({ id: each }) => each === difference.criterion)?.title ?? difference.criterion,
          response: difference.response,
          subject: difference.subject,
          judge: inWords(difference.criterion, difference.judge),
          gold: inWords(difference.criterion, difference.gold),
          change,
        })),
      },
    ];
  });
}
