import { z } from 'zod';
import type { Benchmark } from '../../../../shared/benchmarks/benchmark.ts';
import type { Metrics, ScoredItem } from '../../../../shared/benchmarks/metrics.ts';
import type { UndecidedRule } from '../../../../shared/contract/counting.ts';
import type { MetricsRow } from '../../../../shared/contract/metrics.ts';
import { type ItemId, PersonId } from '../../../../shared/base/ids.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import { absentAnswers } from '../../derived/metrics/absentAnswers.ts';
import {
  contributionOf,
  countedAnswers,
  type CountingRule,
  keptSteps,
  needsNoJudge,
  type Readings,
  type Unread,
  unreadOf,
} from '../../derived/metrics/contribution.ts';
import { settledAnswers } from '../../derived/metrics/undecidedVerdicts.ts';
import { majorityOf, votableCriteria } from './majority.ts';
import { type AnsweredUnit, type RowCells, RowWriter } from './rowWriter.ts';
import type { ItemRests } from './rests.ts';
import {
  type AnsweredItem,
  type AnswersQuestion,
  countAnsweredItems,
  type ItemAnswers,
  readAnsweredItems,
  scoredItem,
  type ScoredStep,
} from '../../derived/metrics/scoredItems.ts';

/** Who answered. */
const MetricsRespondent = z.object({
  id: PersonId,
  handle: z.string(),
  name: z.string(),
  kind: z.enum(['human', 'model', 'source']),
  version: z.string().nullable(),
});
export type MetricsRespondent = z.infer<typeof MetricsRespondent>;

export interface MetricsTableRow {
  readonly key: string;
  readonly name: string;
  readonly kind: MetricsRow['kind'];
  readonly respondent: MetricsRespondent | null;
  readonly participants: number;
  /** What was answered, each item in each condition once. */
  readonly units: readonly AnsweredUnit[];
  readonly cells: RowCells;
  /** Whose verdicts the answers rest on that count in the figures. */
  readonly rests: readonly ItemRests[];
}

/** Whose answers in which item and condition something is said of. */
export interface AnswerReference {
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
  readonly rows: readonly MetricsTableRow[];
  readonly people: readonly PersonAnswer[];
  /** Why answers count in no figure or not in all of them. */
  readonly missing: ReadonlyMap<string, readonly AnswerReference[]>;
  /** Answers that cannot be scored by what they say, and those that were there when the time ran out. */
  readonly unread: ReadonlyMap<Unread | 'cut off', readonly AnswerReference[]>;
  /** The items, with their conditions, on which a verdict is undecided that a figure needs. */
  readonly undecided: readonly { readonly item: number; readonly condition: number }[];
  /** What somebody is called in words, by id. */
  readonly nameOf: (id: string) => string;
}

/** After how many items the work reports its progress. */
const BREATH = 200;

const ORDER: readonly MetricsRespondent['kind'][] = ['human', 'model', 'source'];

/** What the figures are asked for, and how answers count in them. */
type TableQuestion = AnswersQuestion &
  CountingRule & { readonly parameters: JsonObject; readonly undecided: UndecidedRule };

/** A benchmark with its figures. */
interface MeasuredBenchmark {
  readonly benchmark: Benchmark;
  readonly metrics: Metrics;
}

/** Reads what everybody's answers add to the columns of the benchmark's figures. */
export function readMetricsTable(
  database: CasebookDatabase,
  measured: MeasuredBenchmark,
  question: TableQuestion,
  progress: (done: number, total: number) => void,
): MetricsTable {
  const table = new MetricsTableReader(database, measured, question);
  const total = countAnsweredItems(database, question.condition);
  // One transaction: nobody changes half of what is read.
  database.transaction(() => {
    let done = 0;
    for (const item of readAnsweredItems(database, question)) {
      table.add(item);
      done += 1;
      if (done % BREATH === 0) progress(done, total);
    }
  })();
  return table.close();
}

/** Reads the table item by item. */
class MetricsTableReader {
  readonly #measured: MeasuredBenchmark;
  readonly #how;
  readonly #withAbsent;
  readonly #settled;
  readonly #respondents;
  readonly #calledOf;
  readonly #voted;
  readonly #items: MetricsTable['items'][number][] = [];
  readonly #conditions = new Map<string, number>();
  readonly #rows = new Map<PersonId, RowWriter>();
  readonly #together = new RowWriter();
  readonly #majority = new RowWriter();
  readonly #participants = new Set<PersonId>();
  readonly #people: PersonAnswer[] = [];
  readonly #missing = new Map<string, AnswerReference[]>();
  readonly #unread = new Map<Unread | 'cut off', AnswerReference[]>();
  readonly #undecided: { readonly item: number; readonly condition: number }[] = [];

  constructor(database: CasebookDatabase, measured: MeasuredBenchmark, question: TableQuestion) {
    const { benchmark, metrics } = measured;
    const { parameters } = question;
    this.#measured = measured;
    this.#how = { parameters, counted: countedAnswers(question) };
    this.#withAbsent = absentAnswers(database, benchmark);
    this.#settled = settledAnswers({ metrics, judging: benchmark.judging }, parameters, question.undecided);
    this.#respondents = respondentsOf(database);
    this.#calledOf = namesApart(this.#respondents.values());
    this.#voted = votableCriteria(benchmark.judging);
  }

  add(item: AnsweredItem): void {
    const place = this.#items.length;
    const { id, externalId, label, facets, group } = item;
    this.#items.push({ id, externalId, label, facets, group });
    const ofPeople = new Map<string, AnswerParts[]>();
    const given = item.answers
      .filter(({ personId }) => this.#respondents.has(personId))
      .map((answers) => this.#withAbsent(item, answers));
    const { answers: counted, conditions: disputedIn } = this.#settled(item, given);
    for (const name of disputedIn)
      this.#undecided.push({ item: place, condition: numbered(this.#conditions, name) });
    for (const [at, answers] of counted.entries()) {
      const respondent = this.#respondents.get(answers.personId);
      if (respondent === undefined) continue;
      const condition = numbered(this.#conditions, answers.condition);
      const { kept, added } = this.#addAnswers(item, answers, respondent, { item: place, condition });
      if (respondent.kind !== 'human') continue;
      this.#participants.add(respondent.id);
      this.#together.add(place, condition, added);
      ofPeople.set(answers.condition, [...(ofPeople.get(answers.condition) ?? []), kept]);
      // Whether one answer is right does not depend on what judges say of others'.
      this.#addSteps(item, answers, scoredItem(item, given[at] ?? answers), respondent);
    }
    for (const [condition, answers] of ofPeople) {
      const readings = readingsOf((of) => majorityOf(item, condition, answers.map(of), this.#voted), answers);
      this.#majority.add(place, numbered(this.#conditions, condition), this.#contributed(readings));
    }
  }

  close(): MetricsTable {
    const called = new Map<string, string>(
      [...this.#respondents.values()].map((each) => [each.id, this.#calledOf(each)]),
    );
    return {
      items: this.#items,
      conditions: [...this.#conditions.keys()],
      rows: this.#closedRows(),
      people: this.#people.sort((a, b) => compare(a.participant, b.participant) || a.position - b.position),
      missing: this.#missing,
      unread: this.#unread,
      undecided: this.#undecided,
      nameOf: (id) => called.get(id) ?? id,
    };
  }

  /** Adds a respondent's answers on an item to their row. */
  #addAnswers(
    item: AnsweredItem,
    answers: ItemAnswers<ScoredStep>,
    respondent: MetricsRespondent,
    { item: place, condition }: Omit<AnswerReference, 'called'>,
  ) {
    const noted: AnswerReference = { called: this.#calledOf(respondent), item: place, condition };
    const scored = scoredItem(item, answers);
    const kept = keptOf(this.#measured.metrics, scored, answers, (what) => note(this.#unread, what, noted));
    const added = this.#contributed(
      readingsOf(
        (of) => {
          const own = of(kept);
          return own === answers ? scored : scoredItem(item, own);
        },
        [kept],
      ),
    );
    const row = this.#rows.get(respondent.id) ?? new RowWriter();
    this.#rows.set(respondent.id, row);
    row.add(place, condition, added);
    for (const reason of added.missing) note(this.#missing, reason, noted);
    return { kept, added };
  }

  #contributed(readings: Readings) {
    const { benchmark, metrics } = this.#measured;
    return contributionOf(metrics, benchmark.judging, readings, this.#how);
  }

  #addSteps(
    item: AnsweredItem,
    answers: ItemAnswers<ScoredStep>,
    own: ScoredItem,
    respondent: MetricsRespondent,
  ): void {
    for (const [step, { position, activeMilliseconds }] of answers.steps) {
      if (position === null) continue;
      this.#people.push({
        participant: respondent.handle,
        itemId: item.id,
        item: item.externalId,
        step,
        position,
        seconds: activeMilliseconds === null ? null : activeMilliseconds / 1000,
        correct: this.#measured.metrics.correctness(own, step, this.#how.parameters),
      });
    }
  }

  #closedRows(): MetricsTableRow[] {
    const everybody = [...this.#rows].flatMap(([id, row]) => {
      const respondent = this.#respondents.get(id);
      return respondent === undefined ? [] : [{ respondent, row }];
    });
    const handles = new Set(everybody.map(({ respondent }) => respondent.handle.toLowerCase()));
    const places = new Map([...this.#respondents.keys()].map((id, place) => [id, place]));
    everybody.sort(
      ({ respondent: a }, { respondent: b }) =>
        ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0),
    );
    const participants = this.#participants.size;
    const rowOfAll = (kind: 'people' | 'majority', name: string, row: RowWriter): MetricsTableRow => ({
      respondent: null,
      participants,
      ...row.close(),
      key: freeKey(kind, handles),
      name,
      kind,
    });
    return [
      ...(participants === 0 ? [] : [rowOfAll('people', 'People', this.#together)]),
      // The vote of one is that one's answer.
      ...(participants < 2 ? [] : [rowOfAll('majority', 'Majority of people', this.#majority)]),
      ...everybody.map(({ respondent, row }) => ({
        ...row.close(),
        key: respondent.handle,
        name: respondent.name,
        kind: respondent.kind,
        respondent,
        participants: respondent.kind === 'human' ? 1 : 0,
      })),
    ];
  }
}

/** One of the parts in which answers are read. */
type PartOf = (kept: AnswerParts) => ItemAnswers<ScoredStep>;

/** Answers scored as they are and in part; a part that is the whole is not scored again. */
function readingsOf(score: (of: PartOf) => ScoredItem, answers: readonly AnswerParts[]): Readings {
  const all = score((kept) => kept.all);
  const part = (of: PartOf): ScoredItem => (answers.every((kept) => of(kept) === kept.all) ? all : score(of));
  return {
    all,
    present: part((kept) => kept.present),
    readable: part((kept) => kept.readable),
    needingJudge: part((kept) => kept.needingJudge),
  };
}

/** Somebody's answers on an item, as they are and in part. */
interface AnswerParts {
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
): AnswerParts {
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
export function respondentsOf(database: CasebookDatabase): ReadonlyMap<PersonId, MetricsRespondent> {
  const rows = database
    .prepare('SELECT id, handle, name, kind, version FROM person ORDER BY created_at, id')
    .all();
  return new Map(
    rows.map((row) => {
      const respondent = MetricsRespondent.parse(row);
      return [respondent.id, respondent];
    }),
  );
}

/** What respondents are called in words: two models can share a name, and are then told apart by their handles. */
function namesApart(respondents: Iterable<MetricsRespondent>): (respondent: MetricsRespondent) => string {
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

function note<K>(notes: Map<K, AnswerReference[]>, what: K, noted: AnswerReference): void {
  const known = notes.get(what);
  if (known === undefined) notes.set(what, [noted]);
  else known.push(noted);
}

const compare = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });
