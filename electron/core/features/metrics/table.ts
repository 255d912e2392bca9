import { z } from 'zod';
import type { Benchmark } from '../../../../shared/benchmarks/benchmark.ts';
import type { Metrics, ScoredItem } from '../../../../shared/benchmarks/metrics.ts';
import type { UndecidedRule } from '../../../../shared/contract/counting.ts';
import type { MetricsRow } from '../../../../shared/contract/metrics.ts';
import type { ItemId } from '../../../../shared/base/ids.ts';
import { PersonId } from '../../../../shared/base/ids.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import { absentAnswers } from '../../derived/metrics/absentAnswers.ts';
import type { Counting, Readings, Unread } from '../../derived/metrics/contributed.ts';
import {
  contributed,
  countedAnswers,
  keptSteps,
  needsNoJudge,
  unreadOf,
} from '../../derived/metrics/contributed.ts';
import { settledAnswers } from '../../derived/metrics/undecidedVerdicts.ts';
import { majorityOf, votedOn } from './majority.ts';
import { type AnsweredUnit, type RowCells, RowWriter } from './rowWriter.ts';
import type { ItemRests } from './rests.ts';
import type {
  AnsweredItem,
  AnswersQuestion,
  ItemAnswers,
  ScoredStep,
} from '../../derived/metrics/scoredItems.ts';
import { countAnsweredItems, readAnsweredItems, scoredItem } from '../../derived/metrics/scoredItems.ts';

/** Who answered. */
const Respondent = z.object({
  id: PersonId,
  handle: z.string(),
  name: z.string(),
  kind: z.enum(['human', 'model', 'source']),
  version: z.string().nullable(),
});
export type Respondent = z.infer<typeof Respondent>;

export interface TableRow {
  readonly key: string;
  readonly name: string;
  readonly kind: MetricsRow['kind'];
  readonly respondent: Respondent | null;
  readonly participants: number;
  /** What was answered, each item in each condition once. */
  readonly units: readonly AnsweredUnit[];
  readonly cells: RowCells;
  /** Whose verdicts the answers rest on that count in the figures. */
  readonly rests: readonly ItemRests[];
}

/** Whose answers in which item and condition something is said of. */
export interface Noted {
  readonly called: string;
  readonly item: number;
  readonly condition: number;
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
  readonly items: readonly Pick<AnsweredItem, 'id' | 'externalId' | 'label' | 'facets' | 'group'>[];
  readonly conditions: readonly string[];
  /** People together and their majority first, then everybody, people before models. */
  readonly rows: readonly TableRow[];
  readonly people: readonly PersonAnswer[];
  /** Why answers count in no figure or not in all of them. */
  readonly missing: ReadonlyMap<string, readonly Noted[]>;
  /** Answers that cannot be scored by what they say, and those that were there when the time ran out. */
  readonly unread: ReadonlyMap<Unread | 'cut off', readonly Noted[]>;
  /** The items, with their conditions, on which a verdict is undecided that a figure needs. */
  readonly undecided: readonly { readonly item: number; readonly condition: number }[];
  /** What somebody is called in words, by id. */
  readonly nameOf: (id: string) => string;
}

/** After how many items the work reports its progress. */
const BREATH = 200;

const ORDER: readonly Respondent['kind'][] = ['human', 'model', 'source'];

/** Reads what everybody's answers add to the columns of the benchmark's figures. */
export function readMetricsTable(
  database: CasebookDatabase,
  { benchmark, metrics }: { readonly benchmark: Benchmark; readonly metrics: Metrics },
  question: AnswersQuestion &
    Counting & { readonly parameters: JsonObject; readonly undecided: UndecidedRule },
  progress: (done: number, total: number) => void,
): MetricsTable {
  const { parameters } = question;
  const how = { parameters, counted: countedAnswers(question) };
  const withAbsent = absentAnswers(database, benchmark);
  const settled = settledAnswers({ metrics, judging: benchmark.judging }, parameters, question.undecided);
  const respondents = respondentsOf(database);
  const calledOf = namesApart(respondents.values());
  const calledBy = new Map<string, string>(
    [...respondents.values()].map((each) => [each.id, calledOf(each)]),
  );
  const voted = votedOn(benchmark.judging);
  const items: MetricsTable['items'][number][] = [];
  const conditions = new Map<string, number>();
  const rows = new Map<PersonId, RowWriter>();
  const [together, majority] = [new RowWriter(), new RowWriter()];
  const participants = new Set<PersonId>();
  const people: PersonAnswer[] = [];
  const missing = new Map<string, Noted[]>();
  const unread = new Map<Unread | 'cut off', Noted[]>();
  const undecided: { readonly item: number; readonly condition: number }[] = [];
  const total = countAnsweredItems(database, question.condition);

  // One transaction: anybody who writes meanwhile cannot change what is read halfway.
  database.transaction(() => {
    for (const item of readAnsweredItems(database, question)) {
      const place = items.length;
      items.push({
        id: item.id,
        externalId: item.externalId,
        label: item.label,
        facets: item.facets,
        group: item.group,
      });
      const ofPeople = new Map<string, Kept[]>();
      const given = item.answers
        .filter(({ personId }) => respondents.has(personId))
        .map((answers) => withAbsent(item, answers));
      const { answers: counted, conditions: disputedIn } = settled(item, given);
      for (const name of disputedIn) undecided.push({ item: place, condition: numbered(conditions, name) });
      for (const [at, answers] of counted.entries()) {
        const respondent = respondents.get(answers.personId);
        if (respondent === undefined) continue;
        const condition = numbered(conditions, answers.condition);
        const noted: Noted = { called: calledOf(respondent), item: place, condition };
        const scored = scoredItem(item, answers);
        const kept = keptOf(metrics, scored, answers, (what) => {
          note(unread, what, noted);
        });
        const readings: Readings = {
          all: scored,
          present: kept.present === answers ? scored : scoredItem(item, kept.present),
          readable: kept.readable === answers ? scored : scoredItem(item, kept.readable),
          needingJudge: kept.needingJudge === answers ? scored : scoredItem(item, kept.needingJudge),
        };
        const added = contributed(metrics, benchmark.judging, readings, how);
        const row = rows.get(respondent.id) ?? new RowWriter();
        rows.set(respondent.id, row);
        row.add(place, condition, added);
        for (const reason of added.missing) note(missing, reason, noted);
        if (respondent.kind !== 'human') continue;
        // Whether one answer is right does not depend on what judges say of others'.
        const own = scoredItem(item, given[at] ?? answers);
        participants.add(respondent.id);
        together.add(place, condition, added);
        ofPeople.set(answers.condition, [...(ofPeople.get(answers.condition) ?? []), kept]);
        for (const [step, { position, activeMilliseconds }] of answers.steps) {
          if (position === null) continue;
          people.push({
            participant: respondent.handle,
            itemId: item.id,
            item: item.externalId,
            step,
            position,
            seconds: activeMilliseconds === null ? null : activeMilliseconds / 1000,
            correct: metrics.correctness(own, step, parameters),
          });
        }
      }
      for (const [condition, answers] of ofPeople) {
        const voteOf = (of: (kept: Kept) => ItemAnswers<ScoredStep>): ScoredItem =>
          majorityOf(item, condition, answers.map(of), voted);
        const all = voteOf((kept) => kept.all);
        const readings: Readings = {
          all,
          present: answers.every((kept) => kept.present === kept.all) ? all : voteOf((kept) => kept.present),
          readable: answers.every((kept) => kept.readable === kept.all)
            ? all
            : voteOf((kept) => kept.readable),
          needingJudge: answers.every((kept) => kept.needingJudge === kept.all)
            ? all
            : voteOf((kept) => kept.needingJudge),
        };
        majority.add(
          place,
          numbered(conditions, condition),
          contributed(metrics, benchmark.judging, readings, how),
        );
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
  const all = { respondent: null, participants: participants.size };
  return {
    items,
    conditions: [...conditions.keys()],
    rows: [
      ...(participants.size === 0
        ? []
        : [
            {
              ...all,
              ...together.close(),
              key: freeKey('people', handles),
              name: 'People',
              kind: 'people' as const,
            },
          ]),
      // The vote of one is that one's answer.
      ...(participants.size < 2
        ? []
        : [
            {
              ...all,
              ...majority.close(),
              key: freeKey('majority', handles),
              name: 'Majority of people',
              kind: 'majority' as const,
            },
          ]),
      ...everybody.map(({ respondent, row }) => ({
        ...row.close(),
        key: respondent.handle,
        name: respondent.name,
        kind: respondent.kind,
        respondent,
        participants: respondent.kind === 'human' ? 1 : 0,
      })),
    ],
    people: people.sort((a, b) => compare(a.participant, b.participant) || a.position - b.position),
    missing,
    unread,
    undecided,
    nameOf: (id) => calledBy.get(id) ?? id,
  };
}

/** Somebody's answers on an item, as they are and in part. */
interface Kept {
  readonly all: ItemAnswers<ScoredStep>;
  readonly present: ItemAnswers<ScoredStep>;
  readonly readable: ItemAnswers<ScoredStep>;
  readonly needingJudge: ItemAnswers<ScoredStep>;
}

function keptOf(
  metrics: Metrics,
  scored: ScoredItem,
  all: ItemAnswers<ScoredStep>,
  onNoted: (what: Unread | 'cut off') => void,
): Kept {
  const readable = keptSteps(all, (id, step) => {
    const unread = unreadOf(metrics, scored, id, step);
    if (unread !== null) onNoted(unread);
    else if (step.timedOut) onNoted('cut off');
    return unread === null;
  });
  const present = keptSteps(all, (_id, step) => step.isAbsent !== true);
  return { all, present, readable, needingJudge: keptSteps(all, (_id, step) => !needsNoJudge(step)) };
}

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

function note<K>(notes: Map<K, Noted[]>, what: K, noted: Noted): void {
  const known = notes.get(what);
  if (known === undefined) notes.set(what, [noted]);
  else known.push(noted);
}

const compare = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });
