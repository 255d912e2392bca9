import { z } from 'zod';
import type { Benchmark } from '../../../../shared/benchmarks/benchmark.ts';
import type { Contributions, Metrics } from '../../../../shared/benchmarks/metrics.ts';
import type { MetricsRow } from '../../../../shared/contract/metrics.ts';
import type { ItemId } from '../../../../shared/domain/ids.ts';
import { PersonId } from '../../../../shared/domain/ids.ts';
import type { JsonObject } from '../../../../shared/domain/json.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import type { Cells, CellsBuilder } from './cells.ts';
import { createCellsBuilder } from './cells.ts';
import { majorityOf, votedOn } from './majority.ts';
import { createRests, type Rests } from './rests.ts';
import type { AnsweredItem, AnswersQuestion, ItemAnswers } from './scoredItems.ts';
import { countAnsweredItems, readAnsweredItems, scoredItem } from './scoredItems.ts';

/** Who answered. */
const Respondent = z.object({
  id: PersonId,
  handle: z.string(),
  name: z.string(),
  kind: z.enum(['human', 'model', 'source']),
  version: z.string().nullable(),
});
export type Respondent = z.infer<typeof Respondent>;

interface Answered {
  readonly items: number;
  readonly unjudged: number;
}

export interface TableRow {
  readonly key: string;
  readonly name: string;
  readonly kind: MetricsRow['kind'];
  readonly respondent: Respondent | null;
  readonly participants: number;
  /** Items with an answer. */
  readonly items: number;
  /** Items with an answer of which a verdict is missing. */
  readonly unjudged: number;
  /** The same by the condition's place in the table. */
  readonly conditions: ReadonlyMap<number, Answered>;
  readonly cells: Cells;
  /** Whose verdicts the items rest on that count in the figures; by the condition's place. */
  readonly rests: ReadonlyMap<number, Rests>;
}

/** A participant's answer to one step, in the order in which it was given. */
export interface PersonAnswer {
  readonly participant: string;
  readonly itemId: ItemId;
  readonly item: string;
  readonly step: string;
  readonly position: number;
  readonly seconds: number | null;
  readonly correct: number | null;
}

/** What all figures follow from. */
export interface MetricsTable {
  readonly items: readonly Pick<AnsweredItem, 'id' | 'externalId' | 'label' | 'facets'>[];
  readonly conditions: readonly string[];
  /** People together and their majority first, then everybody, people before models. */
  readonly rows: readonly TableRow[];
  readonly people: readonly PersonAnswer[];
  /** Why answers count in no figure or not in all of them, with how many of whom. */
  readonly missing: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** What somebody is called in words, by id. */
  readonly nameOf: (id: string) => string;
}

/** How often progress is told: after so many items. */
const BREATH = 200;

const ORDER: readonly Respondent['kind'][] = ['human', 'model', 'source'];

/** Reads what everybody's answers add to the columns of the benchmark's figures. */
export function readMetricsTable(
  database: CasebookDatabase,
  { benchmark, metrics }: { readonly benchmark: Benchmark; readonly metrics: Metrics },
  question: AnswersQuestion & { readonly parameters: JsonObject },
  progress: (done: number, total: number) => void,
): MetricsTable {
  const { parameters } = question;
  const respondents = respondentsOf(database);
  const calledOf = namesApart(respondents.values());
  const calledBy = new Map<string, string>(
    [...respondents.values()].map((each) => [each.id, calledOf(each)]),
  );
  const voted = votedOn(benchmark.judging);
  const items: MetricsTable['items'][number][] = [];
  const conditions = new Map<string, number>();
  const rows = new Map<PersonId, RowWriter>();
  const [together, majority] = [createRow(), createRow()];
  const participants = new Set<PersonId>();
  const people: PersonAnswer[] = [];
  const missing = new Map<string, Map<string, number>>();
  const total = countAnsweredItems(database, question.condition);

  // One transaction: whoever writes meanwhile cannot change what is read halfway.
  database.transaction(() => {
    for (const item of readAnsweredItems(database, question)) {
      const place = items.length;
      items.push({ id: item.id, externalId: item.externalId, label: item.label, facets: item.facets });
      const ofPeople = new Map<string, ItemAnswers[]>();
      for (const answers of item.answers) {
        const respondent = respondents.get(answers.personId);
        if (respondent === undefined) continue;
        const condition = numbered(conditions, answers.condition);
        const scored = scoredItem(item, answers);
        const added = metrics.contributions(scored, parameters);
        const row = rows.get(respondent.id) ?? createRow();
        rows.set(respondent.id, row);
        row.add(place, condition, added);
        for (const reason of added.missing) count(missing, reason, calledOf(respondent));
        if (respondent.kind !== 'human') continue;
        participants.add(respondent.id);
        together.add(place, condition, added);
        ofPeople.set(answers.condition, [...(ofPeople.get(answers.condition) ?? []), answers]);
        for (const [step, { position, activeMilliseconds }] of answers.steps) {
          if (position === null) continue;
          people.push({
            participant: respondent.handle,
            itemId: item.id,
            item: item.externalId,
            step,
            position,
            seconds: activeMilliseconds === null ? null : activeMilliseconds / 1000,
            correct: metrics.correctness(scored, step, parameters),
          });
        }
      }
      for (const [condition, answers] of ofPeople) {
        const scored = majorityOf(item, condition, answers, voted);
        const added = metrics.contributions(scored, parameters);
        majority.add(place, numbered(conditions, condition), added);
      }
      if (items.length % BREATH === 0) progress(items.length, total);
    }
  })();

  const everybody = [...rows].flatMap(([id, row]) => {
    const respondent = respondents.get(id);
    return respondent === undefined ? [] : [{ respondent, row }];
  });
  const handles = new Set(everybody.map(({ respondent }) => respondent.handle.toLowerCase()));
  const places = new Map([...respondents.keys()].map((id, place) => [id, place]));
  everybody.sort(
    ({ respondent: a }, { respondent: b }) =>
      ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0),
  );
  return {
    items,
    conditions: [...conditions.keys()],
    rows: [
      ...(participants.size === 0
        ? []
        : [
            together.close({
              key: freeKey('people', handles),
              name: 'People',
              kind: 'people',
              respondent: null,
              participants: participants.size,
            }),
          ]),
      // The vote of one is that one's answer.
      ...(participants.size < 2
        ? []
        : [
            majority.close({
              key: freeKey('majority', handles),
              name: 'Majority of people',
              kind: 'majority',
              respondent: null,
              participants: participants.size,
            }),
          ]),
      ...everybody.map(({ respondent, row }) =>
        row.close({
          key: respondent.handle,
          name: respondent.name,
          kind: respondent.kind,
          respondent,
          participants: respondent.kind === 'human' ? 1 : 0,
        }),
      ),
    ],
    people: people.sort((a, b) => compare(a.participant, b.participant) || a.position - b.position),
    missing,
    nameOf: (id) => calledBy.get(id) ?? id,
  };
}

interface RowWriter {
  add(item: number, condition: number, added: Contributions): void;
  close(row: Omit<TableRow, 'cells' | 'conditions' | 'items' | 'unjudged' | 'rests'>): TableRow;
}

function createRow(): RowWriter {
  const cells: CellsBuilder = createCellsBuilder();
  const all = createCount();
  const inConditions = new Map<number, Count>();
  const rests = new Map<number, Rests>();
  return {
    add(item, condition, added) {
      const { values, missing } = added;
      const incomplete = missing.length > 0;
      if (values !== null && added.rests !== undefined) {
        const ofCondition = rests.get(condition) ?? createRests();
        rests.set(condition, ofCondition);
        ofCondition.add(added.rests);
      }
      const inCondition = inConditions.get(condition) ?? createCount();
      inConditions.set(condition, inCondition);
      for (const { answered, unjudged } of [all, inCondition]) {
        answered.add(item);
        if (incomplete) unjudged.add(item);
      }
      if (values !== null) cells.add(item, condition, values);
    },
    close: (row) => ({
      ...row,
      ...counted(all),
      conditions: new Map([...inConditions].map(([condition, count]) => [condition, counted(count)])),
      cells: cells.close(),
      rests,
    }),
  };
}

/** Items by their places in the table: several participants answer one. */
interface Count {
  readonly answered: Set<number>;
  readonly unjudged: Set<number>;
}

const createCount = (): Count => ({ answered: new Set(), unjudged: new Set() });

const counted = ({ answered, unjudged }: Count): Answered => ({
  items: answered.size,
  unjudged: unjudged.size,
});

/** Everybody there is, in the order in which they came. */
export function respondentsOf(database: CasebookDatabase): ReadonlyMap<PersonId, Respondent> {
  const rows = database
    .prepare('SELECT id, handle, name, kind, version FROM person ORDER BY created_at, id')
    .all();
  return new Map(
    rows.map((row) => {
      const respondent = Respondent.parse(row);
      return [respondent.id, respondent];
    }),
  );
}

/** What respondents are called in words: two models can share a name, and are then told apart by their handles. */
function namesApart(respondents: Iterable<Respondent>): (respondent: Respondent) => string {
  const [seen, shared] = [new Set<string>(), new Set<string>()];
  for (const { name } of respondents) (seen.has(name) ? shared : seen).add(name);
  return ({ name, handle }) => (shared.has(name) ? handle : name);
}

/** Somebody can be called like the row of all. */
function freeKey(key: string, handles: ReadonlySet<string>): string {
  return handles.has(key) ? freeKey(`all-${key}`, handles) : key;
}

function numbered(numbers: Map<string, number>, key: string): number {
  const known = numbers.get(key) ?? numbers.size;
  numbers.set(key, known);
  return known;
}

function count(counts: Map<string, Map<string, number>>, reason: string, name: string): void {
  const of = counts.get(reason) ?? new Map<string, number>();
  counts.set(reason, of);
  of.set(name, (of.get(name) ?? 0) + 1);
}

const compare = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });
