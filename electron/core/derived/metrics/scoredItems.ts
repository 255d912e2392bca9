import type { ScoredItem } from '../../../../shared/benchmarks/metrics.ts';
import { StepAnswer } from '../../../../shared/domain/baseline.ts';
import type { ItemId, PersonId, ResponseId } from '../../../../shared/base/ids.ts';
import { type Json, JsonObject } from '../../../../shared/base/json.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import type { Condition } from '../../access/itemFilter.ts';
import { asSet, IN_SET, inSets } from '../../db/sets.ts';
import { INCLUDED } from '../includedVerdicts.ts';
import { ITEM_GROUP } from '../itemGroup.ts';
import {
  type CountedJudge,
  countedVerdicts,
  type CountedVerdicts,
  type ItemVerdicts,
} from './countedVerdicts.ts';

/** An item with the answers on it that count. */
export interface AnsweredItem {
  readonly id: ItemId;
  readonly sequence: number;
  readonly externalId: string;
  readonly payload: JsonObject;
  readonly label: string | null;
  readonly facets: ReadonlyMap<string, string>;
  /** The same for items that share their first image, or ask about the same entity: they are no independent ones. */
  readonly group: string;
  /** In the order of respondents' ids, then of conditions. */
  readonly answers: readonly ItemAnswers[];
}

/** One respondent's answers on an item in one condition. */
export interface ItemAnswers<Step extends ScoredStep = AnsweredStep> {
  readonly personId: PersonId;
  readonly condition: string;
  readonly steps: ReadonlyMap<string, Step>;
  /** Whether they were given in a study session, which says what was asked. */
  readonly isOfSession: boolean;
  /** Whose verdicts the figures may rest on; see {@link ScoredItem}. */
  readonly judge?: string;
  readonly leading?: (criterion: string) => string | null;
  /** Verdicts that count for nobody, as somebody's is undecided; see {@link ScoredItem}. */
  readonly undecided?: ScoredItem['undecided'];
}

export interface AnsweredStep extends ScoredStep {
  readonly responseId: ResponseId;
}

/** What figures need of the answer to a step. */
export interface ScoredStep extends CountedVerdicts {
  /** Parsed when it is asked for: most figures follow from verdicts alone. */
  readonly answer: StepAnswer;
  /** How many steps the participant had answered before; null where that is not known. */
  readonly position: number | null;
  /** Null where it was not measured. */
  readonly activeMilliseconds: number | null;
  /** Of what kind the answer is, without reading it. */
  readonly kind: StepAnswer['kind'];
  /** Whether the time ran out. */
  readonly timedOut: boolean;
  /** Nobody gave it: `absentAnswers.ts` put it in. */
  readonly isAbsent?: true;
}

/** Which answers to read. */
export interface AnswersQuestion {
  readonly judge: CountedJudge;
  /** Left out: everybody who answered. */
  readonly respondents?: ReadonlySet<PersonId>;
  /** Whether answers count of participants who have not come to the end; left out: they do not. */
  readonly unfinished?: boolean;
  /** Of `item AS i`: those that the caller may know of; left out: all. */
  readonly condition?: Condition;
}

type ItemRow = readonly [
  sequence: number,
  id: ItemId,
  externalId: string,
  payload: string,
  label: string | null,
  group: string,
];
type ResponseRow = readonly [
  itemId: string,
  id: ResponseId,
  personId: PersonId,
  condition: string,
  step: string,
  answer: string,
  position: number | null,
  activeMilliseconds: number | null,
  timedOut: number,
  ofSession: number,
];

/** SQL: whether the answer `r` is of somebody who came to the end; models and files have no study session. */
export const FINISHED = `(r.session_id IS NULL
  OR (SELECT ended_at FROM session WHERE id = r.session_id) IS NOT NULL)`;

const ALL: Condition = { sql: '1', parameters: [] };

/** SQL: the items `i` whose answers count: what was rejected is no part of the benchmark, nor what was fixed since. */
const ITEMS = `i.status <> 'rejected'
  AND EXISTS (SELECT 1 FROM response WHERE item_id = i.id AND purpose = 'main' AND edition_id IS i.edition_id)`;

/** How many items {@link readAnsweredItems} gives at most. */
export function countAnsweredItems(database: CasebookDatabase, condition: Condition = ALL): number {
  return (
    database
      .prepare<(string | number)[], number>(
        `SELECT count(*) FROM item i WHERE ${ITEMS} AND (${condition.sql})`,
      )
      .pluck()
      .get(...condition.parameters) ?? 0
  );
}

/**
 * Every item with answers that count, in the order of import, with the verdicts asked for: some items at a time,
 * so that no more than their answers are held. Expects to be read to its end, or returned, within one transaction.
 */
export function* readAnsweredItems(
  database: CasebookDatabase,
  { judge, respondents, unfinished = false, condition = ALL }: AnswersQuestion,
): Generator<AnsweredItem, undefined> {
  const items = database
    .prepare<(string | number)[], ItemRow>(
      `SELECT i.sequence, i.id, i.external_id, i.payload, i.label,
         ${ITEM_GROUP}
       FROM item i
       WHERE ${ITEMS} AND (${condition.sql}) ORDER BY i.sequence`,
    )
    .raw();
  const facets = database.prepare<[string], { item: number; name: string; value: string }>(
    `SELECT item, name, value FROM item_facet WHERE item ${IN_SET} ORDER BY name, value DESC`,
  );
  // A later answer to the same step comes last, and so holds.
  const responses = database
    .prepare<[string], ResponseRow>(
      `SELECT r.item_id, r.id, r.person_id, r.condition, r.step, r.answer, r.position, r.active_ms,
         r.timed_out, r.session_id IS NOT NULL FROM response r
       WHERE r.item_id ${IN_SET} AND ${INCLUDED}${unfinished ? '' : ` AND ${FINISHED}`}
       ORDER BY r.person_id, r.condition, coalesce(r.answered_at, r.created_at), r.id`,
    )
    .raw();
  const verdictsOf = countedVerdicts(database, judge);
  for (const set of inSets(items.all(...condition.parameters))) {
    const ids = set.map(([, id]) => id);
    const responsesOf = Map.groupBy(responses.all(asSet(ids)), ([itemId]) => itemId);
    const facetsOf = Map.groupBy(
      facets.all(JSON.stringify(set.map(([sequence]) => sequence))),
      ({ item }) => item,
    );
    const verdicts = verdictsOf(ids);
    for (const [sequence, id, externalId, payload, label, group] of set) {
      const given = (responsesOf.get(id) ?? []).filter(
        ([, , personId]) => respondents?.has(personId) ?? true,
      );
      if (given.length === 0) continue;
      const own = new Map(facetsOf.get(sequence)?.map(({ name, value }) => [name, value]));
      yield {
        id,
        sequence,
        externalId,
        payload: JsonObject.parse(JSON.parse(payload)),
        label,
        facets: own,
        group,
        answers: grouped(given, verdicts, judge),
      };
    }
  }
  return undefined;
}

/** What a benchmark computes its figures from; `verdict` can differ from the accepted verdict. */
export function scoredItem<Step extends ScoredStep>(
  { payload }: Pick<AnsweredItem, 'payload'>,
  {
    condition,
    steps,
    judge,
    leading,
    undecided,
  }: Pick<ItemAnswers<Step>, 'condition' | 'steps' | 'judge' | 'leading' | 'undecided'>,
  verdict?: (step: Step, criterion: string, subject: string) => Json | null,
): ScoredItem {
  const scored: Record<string, ScoredItem['steps'][string]> = {};
  for (const [id, step] of steps) {
    scored[id] = {
      get answer() {
        return step.answer;
      },
      verdict: (criterion, subject) =>
        verdict === undefined ? step.verdict(criterion, subject) : verdict(step, criterion, subject),
      ...(verdict === undefined && {
        basis: (criterion, subject) => step.basis(criterion, subject),
        said: (criterion, subject) => step.said(criterion, subject),
        isUndecided: (criterion, subject) =>
          step.undecided.some((unit) => unit.criterion === criterion && unit.subject === subject),
      }),
    };
  }
  return {
    payload,
    condition,
    steps: scored,
    ...(verdict === undefined && judge !== undefined && { judge }),
    ...(verdict === undefined && leading !== undefined && { leading }),
    ...(verdict === undefined && undecided !== undefined && { undecided }),
  };
}

const KINDS: ReadonlyMap<string, StepAnswer['kind']> = new Map(
  StepAnswer.options.map(({ shape: { kind } }) => [kind.value, kind.value]),
);

/** Answers are written with their kind first: few need to be read for it. */
const kindOf = (answer: string): StepAnswer['kind'] =>
  KINDS.get(/^\{"kind":"(\w+)"/u.exec(answer)?.[1] ?? '') ?? StepAnswer.parse(JSON.parse(answer)).kind;

function grouped(rows: readonly ResponseRow[], verdicts: ItemVerdicts, judge: CountedJudge): ItemAnswers[] {
  const answers: (ItemAnswers & { readonly steps: Map<string, AnsweredStep> })[] = [];
  for (const row of rows) {
    const [
      ,
      responseId,
      personId,
      condition,
      step,
      answer,
      position,
      activeMilliseconds,
      timedOut,
      ofSession,
    ] = row;
    let last = answers.at(-1);
    if (last?.personId !== personId || last.condition !== condition) {
      last = {
        personId,
        condition,
        steps: new Map(),
        isOfSession: ofSession === 1,
        ...(judge === null
          ? { leading: (criterion: string) => verdicts.leading(personId, criterion) }
          : { judge }),
      };
      answers.push(last);
    }
    last.steps.set(step, {
      responseId,
      get answer() {
        return StepAnswer.parse(JSON.parse(answer));
      },
      position,
      activeMilliseconds,
      kind: kindOf(answer),
      timedOut: timedOut === 1,
      ...verdicts.of(responseId, personId),
    });
  }
  return answers;
}
