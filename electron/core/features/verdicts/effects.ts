import type { Criterion } from '../../../../shared/benchmarks/judging.ts';
import { definitionsOf, type Metrics, type ScoredItem } from '../../../../shared/benchmarks/metrics.ts';
import { verdictTitle } from '../../../../shared/benchmarks/verdictTitle.ts';
import type { EffectFigure, HiddenUntil, VerdictEffect } from '../../../../shared/contract/verdicts.ts';
import type { PersonId, ResponseId } from '../../../../shared/base/ids.ts';
import { type Json, type JsonObject, sameJson } from '../../../../shared/base/json.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import type { Condition } from '../../access/itemFilter.ts';
import {
  type AnsweredItem,
  type AnsweredStep,
  type ItemAnswers,
  readAnsweredItems,
  scoredItem,
} from '../../derived/metrics/scoredItems.ts';
import type { ShownFigures } from '../../derived/metrics/shownFigures.ts';

/** A respondent's figure with one judge's verdicts and with the accepted ones; the respondent's name the service adds. */
export type Effect = Omit<VerdictEffect, 'respondent'>;

/** What is asked, and of what nothing may be told beyond the figures. */
export interface EffectsQuestion {
  readonly judge: PersonId;
  readonly parameters: JsonObject;
  readonly criteria: readonly Criterion[];
  /** Of `item AS i`: those that the caller may know of. */
  readonly condition: Condition;
  /** What the caller has to do before a verdict may be shown to them; null: nothing. */
  readonly hiddenUntil: (response: ResponseId, criterion: string, subject: string) => HiddenUntil | null;
}

/** How many items of a figure the report lists: beyond that nobody reads on. */
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
  readonly hidden: HiddenUntil | null;
  /** By how much the columns' sums change when this one verdict is replaced. */
  readonly shift: readonly number[];
}

/** One respondent's sums over what both judged, with the judge's verdicts and with the accepted ones. */
interface Sums {
  readonly judge: number[];
  readonly gold: number[];
  readonly differences: Difference[];
}

/**
 * Respondents' figures by a judge alone and by accepted verdicts, as Results shows them, and their difference over the
 * same verdicts: answers with both a verdict of the judge and an accepted one. Equal figures are left out.
 * @param look called before each item; what it throws ends the reading
 */
export function effectsOf(
  database: CasebookDatabase,
  metrics: Metrics,
  question: EffectsQuestion,
  shown: { readonly byJudge: ShownFigures; readonly accepted: ShownFigures },
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
      if (theirs === undefined || !shown.accepted.keeps(item.id, answers.condition)) continue;
      const sums = respondents.get(answers.personId) ?? emptySums(columns);
      respondents.set(answers.personId, sums);
      addItem(sums, metrics, question, item, answers, theirs);
    }
  }
  return [...respondents].flatMap(([personId, sums]) => effectsOn(personId, sums, metrics, question, shown));
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
  { parameters, hiddenUntil }: EffectsQuestion,
  item: AnsweredItem,
  held: ItemAnswers,
  own: ItemAnswers,
): void {
  const met = new Map<string, Omit<Difference, 'item' | 'shift' | 'hidden'>>();
  /** Both verdicts where both count; where one is missing there is nothing to compare, and neither does. */
  const sides = (step: AnsweredStep, criterion: string, subject: string) => {
    const gold = step.verdict(criterion, subject);
    const judge = ownStep(own, step)?.verdict(criterion, subject) ?? null;
    return gold === null || judge === null ? { gold: null, judge: null } : { gold, judge };
  };
  const columnsOf = (verdict: (step: AnsweredStep, criterion: string, subject: string) => Json | null) => {
    const scored: ScoredItem = scoredItem(item, held, verdict);
    return metrics.contributions(scored, parameters).values ?? [];
  };
  /** Notes what the figures ask for and the two sides differ in. */
  const note = (step: AnsweredStep, criterion: string, subject: string) => {
    const both = sides(step, criterion, subject);
    if (both.judge !== null && !sameJson(both.judge, both.gold)) {
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
    const replaced = columnsOf((step, criterion, subject) => {
      const both = sides(step, criterion, subject);
      return keyOf(step.responseId, criterion, subject) === key ? both.gold : both.judge;
    });
    sums.differences.push({
      ...difference,
      item,
      hidden: hiddenUntil(difference.response, difference.criterion, difference.subject),
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
  shown: { readonly byJudge: ShownFigures; readonly accepted: ShownFigures },
): Effect[] {
  const [ofJudge, ofAccepted] = [shown.byJudge.of(personId), shown.accepted.of(personId)];
  const [before, after] = [metrics.figures(judge, parameters), metrics.figures(gold, parameters)];
  const valueOf = (figures: ReturnType<typeof metrics.figures>, id: string): number =>
    figures[id]?.value ?? 0;
  const changed = differences.map((difference) => ({
    difference,
    figures: metrics.figures(
      judge.map((sum, column) => sum + (difference.shift[column] ?? 0)),
      parameters,
    ),
  }));
  return definitionsOf(metrics, parameters).flatMap(({ id, title }): Effect[] => {
    const [byJudgeOfSame, acceptedOfSame] = [before[id] ?? ABSENT, after[id] ?? ABSENT];
    const same = { byJudge: byJudgeOfSame.value, accepted: acceptedOfSame.value, n: acceptedOfSame.n };
    const changing = changed
      .map(({ difference, figures }) => ({
        difference,
        change: valueOf(figures, id) - valueOf(before, id),
      }))
      .filter(({ change }) => Math.abs(change) > NOTHING)
      .sort(
        (a, b) =>
          Math.abs(b.change) - Math.abs(a.change) || a.difference.item.sequence - b.difference.item.sequence,
      );
    const items = changing.filter(({ difference }) => difference.hidden === null);
    const [byJudge, accepted] = [ofJudge?.[id] ?? ABSENT, ofAccepted?.[id] ?? ABSENT];
    if (items.length === 0 && !differs(same.byJudge, same.accepted) && !hasEffect(byJudge, accepted))
      return [];
    const column = metrics.layout.flatMap(({ columns }) => columns).find(({ metric }) => metric === id);
    return [
      {
        personId,
        metric: id,
        title,
        factor: column?.factor ?? 1,
        digits: column?.digits ?? 3,
        byJudge,
        accepted,
        same,
        differing: items.length,
        hidden: [...new Set(changing.flatMap(({ difference }) => difference.hidden ?? []))].sort(),
        items: items.slice(0, LISTED).map(({ difference, change }) => itemOf(difference, change, criteria)),
      },
    ];
  });
}

const ABSENT: EffectFigure = { value: null, n: 0 };

const differs = (one: number | null, other: number | null): boolean =>
  Math.abs((one ?? 0) - (other ?? 0)) > NOTHING;

/** Whether a judge moves a shown figure. What either lacks altogether is no effect of the judge's. */
const hasEffect = (byJudge: EffectFigure, accepted: EffectFigure): boolean =>
  byJudge.value !== null && accepted.value !== null && differs(byJudge.value, accepted.value);

function itemOf(
  { item, response, criterion, subject, judge, gold }: Difference,
  change: number,
  criteria: readonly Criterion[],
): Effect['items'][number] {
  const known = criteria.find(({ id }) => id === criterion);
  const inWords = (value: Json): string =>
    known === undefined ? JSON.stringify(value) : verdictTitle(known.verdict, value);
  return {
    itemId: item.id,
    item: item.externalId,
    criterion,
    criterionTitle: known?.title ?? criterion,
    response,
    subject,
    judge: inWords(judge),
    gold: inWords(gold),
    change,
  };
}
