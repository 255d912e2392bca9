import { z } from 'zod';
import { findBenchmark } from '../../../../shared/benchmarks/registry.ts';
import type { JudgingScheme } from '../../../../shared/benchmarks/judging.ts';
import { StepAnswer } from '../../../../shared/domain/baseline.ts';
import { PersonId } from '../../../../shared/base/ids.ts';
import { canonicalJson, isList, Json, JsonObject } from '../../../../shared/base/json.ts';
import { VerdictCause, type VerdictSource, type VerdictState } from '../../../../shared/domain/status.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import { readMetaText } from '../../db/meta.ts';
import { INCLUDED } from '../../derived/includedVerdicts.ts';
import { lastWord } from '../../records/answers/lastWord.ts';
import { HIDDEN } from '../../access/verdictVisibility.ts';
import { type JudgedUnit, type Opinion, opinionOf } from './opinion.ts';

/** An LLM judge's words that are no verdicts. */
const Silence = z.object({
  judge: PersonId,
  criterion: z.string(),
  outcome: z.enum(['unknown', 'unparsed']),
  units: z.int(),
});
export type Silence = Readonly<z.infer<typeof Silence>>;

export interface Opinions {
  readonly opinions: readonly Opinion[];
  readonly silences: readonly Silence[];
}

// Rows are not parsed one by one: there are hundreds of thousands, and the tables check them.
type StateRow = readonly [
  response: string,
  criterion: string,
  subject: string,
  state: VerdictState,
  value: string | null,
  source: VerdictSource | null,
];
type VerdictRow = readonly [
  response: string,
  criterion: string,
  subject: string,
  judge: PersonId,
  human: number,
  outcome: Word['outcome'],
  value: string | null,
];
const AnswerRow = z.tuple([z.string(), z.string(), z.string(), z.string()]);
const CauseRow = z.tuple([z.string(), z.string(), z.string(), VerdictCause]);

/**
 * Everything that was said by the benchmark's criteria, of answers that count.
 * @param viewer the caller: what they have yet to judge themself is left out; null: nothing is
 */
export function readOpinions(
  database: CasebookDatabase,
  viewer: PersonId | null,
  progress: (done: number, total: number) => void,
): Opinions {
  const judging = findBenchmark(readMetaText(database, 'benchmark'))?.judging;
  if (judging === undefined) return { opinions: [], silences: [] };
  const places = placesOf(judging);
  const causes = readCauses(database);
  const exactOf = exactReader(database, judging);
  const textCriteria = new Set(
    judging.criteria.filter(({ verdict }) => verdict.kind === 'texts').map(({ id }) => id),
  );
  const readAnswer = database.prepare<[string], string>('SELECT answer FROM response WHERE id = ?').pluck();
  const answerOf = (response: string): string => {
    const answer = StepAnswer.parse(JSON.parse(readAnswer.get(response) ?? 'null'));
    return answer.kind === 'text' ? answer.text : '';
  };
  const total = countUnits(database);
  const units = database
    .prepare<[{ person: string }], StateRow>(
      `SELECT s.response_id, s.criterion, s.subject, s.state, s.value, s.source FROM verdict_state s
       WHERE NOT ${HIDDEN} ORDER BY s.response_id, s.criterion, s.subject`,
    )
    .raw()
    .iterate({ person: viewer ?? '' });
  const words = wordsByUnit(database);
  const opinions: Opinion[] = [];
  let done = 0;
  try {
    for (const raw of units) {
      done += 1;
      if (done % 1000 === 0) progress(done, total);
      const [response, criterion, subject, state, value, source] = raw;
      const placeOf = places.get(criterion);
      if (placeOf === undefined) continue;
      const isDecided = state === 'decided';
      const ofAnswer = isDecided ? exactOf(response, criterion, subject) : null;
      const exact = source === 'exact' ? value : ofAnswer;
      const unit: JudgedUnit = {
        criterion,
        given: words.of(response, criterion, subject).flatMap(givenValue),
        exact: exact === null ? null : parsed(exact),
        gold: value === null || source === 'model' ? null : parsed(value),
        answer: textCriteria.has(criterion) ? answerOf(response) : null,
        cause: isDecided ? (causes.get(keyOf(response, criterion, subject)) ?? null) : null,
      };
      opinions.push(opinionOf(unit, placeOf));
    }
  } finally {
    // A statement left half-way would keep the transaction from ending.
    words.close();
  }
  return { opinions, silences: readSilences(database, viewer).filter((each) => places.has(each.criterion)) };
}

const countUnits = (database: CasebookDatabase): number =>
  database.prepare<[], number>('SELECT count(*) FROM verdict_state').pluck().get() ?? 0;

const givenValue = ({ judge, human, outcome, value }: Word): JudgedUnit['given'] =>
  outcome !== 'given' || value === null ? [] : [{ judge, human, value: parsed(value) }];

/** Read by themselves: of what no judge gave a verdict on, there is no state. */
function readSilences(database: CasebookDatabase, viewer: PersonId | null): Silence[] {
  return database
    .prepare(
      `SELECT s.person_id AS judge, s.criterion, s.outcome, count(*) AS units
       FROM (
         SELECT j.response_id, j.criterion, j.subject, j.person_id, j.outcome, r.item_id
         FROM counted_judgment j JOIN person p ON p.id = j.person_id JOIN response r ON r.id = j.response_id
         WHERE j.outcome <> 'given' AND p.kind <> 'human' AND ${INCLUDED}
           AND ${lastWord('counted_judgment')}
       ) s
       WHERE NOT ${HIDDEN} GROUP BY s.person_id, s.criterion, s.outcome ORDER BY 1, 2, 3`,
    )
    .all({ person: viewer ?? '' })
    .map((row) => Silence.parse(row));
}

const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts);

const parsed = (text: string): Json => Json.parse(JSON.parse(text));

/** By criterion the place of a verdict among those on offer; of key points, how many they are. */
function placesOf({ criteria }: JudgingScheme): ReadonlyMap<string, (value: Json) => number> {
  return new Map(
    criteria.map(({ id, verdict }) => {
      if (verdict.kind === 'texts') return [id, (value) => (isList(value) ? value.length : -1)];
      const places = new Map(verdict.values.map(({ value }, place) => [canonicalJson(value), place]));
      return [id, (value) => places.get(canonicalJson(value)) ?? -1];
    }),
  );
}

interface Word {
  readonly judge: PersonId;
  readonly human: boolean;
  readonly outcome: 'given' | 'unknown' | 'unparsed';
  readonly value: string | null;
}

/** Each judge's last word on a unit. Units are asked for in their order, and read beside the verdicts in one pass. */
function wordsByUnit(database: CasebookDatabase): {
  of(response: string, criterion: string, subject: string): Word[];
  close(): void;
} {
  const rows = database
    .prepare<[], VerdictRow>(
      `SELECT j.response_id, j.criterion, j.subject, j.person_id, p.kind = 'human', j.outcome, j.value
       FROM counted_judgment j JOIN person p ON p.id = j.person_id WHERE j.response_id IS NOT NULL
       ORDER BY j.response_id, j.criterion, j.subject, j.created_at, j.id`,
    )
    .raw()
    .iterate();
  let next = rows.next();
  return {
    close: () => void rows.return?.(),
    of(response, criterion, subject) {
      const found = new Map<PersonId, Word>();
      while (next.done !== true) {
        const [ofResponse, ofCriterion, ofSubject, judge, human, outcome, value] = next.value;
        const order = compare([ofResponse, ofCriterion, ofSubject], [response, criterion, subject]);
        if (order > 0) break;
        // Later words come later, and replace what was said before.
        if (order === 0) found.set(judge, { judge, human: human === 1, outcome, value });
        next = rows.next();
      }
      return [...found.values()];
    },
  };
}

/** In the order of SQLite's binary collation: all names here are of ASCII, where it is that of code units. */
function compare(a: readonly string[], b: readonly string[]): number {
  for (const [at, text] of a.entries()) {
    const other = b[at] ?? '';
    if (text !== other) return text < other ? -1 : 1;
  }
  return 0;
}

function readCauses(database: CasebookDatabase): ReadonlyMap<string, VerdictCause> {
  const rows = database
    .prepare(
      `SELECT d.response_id, d.criterion, d.subject, d.cause FROM verdict_decision d WHERE d.kind = 'decision'
         AND NOT EXISTS (SELECT 1 FROM verdict_decision later WHERE later.replaces = d.id)`,
    )
    .raw()
    .all();
  return new Map(
    rows.map((row) => {
      const [response, criterion, subject, cause] = CauseRow.parse(row);
      return [keyOf(response, criterion, subject), cause];
    }),
  );
}

/** What follows from an answer itself, of units that are decided: there, the accepted verdict tells nothing more. */
function exactReader(
  database: CasebookDatabase,
  judging: JudgingScheme,
): (response: string, criterion: string, subject: string) => string | null {
  const read = database
    .prepare<[string]>(
      `SELECT r.condition, r.step, r.answer, i.payload FROM response r JOIN item i ON i.id = r.item_id
       WHERE r.id = ?`,
    )
    .raw();
  return (response, criterion, subject) => {
    const [condition, step, answer, text] = AnswerRow.parse(read.get(response));
    const payload = JsonObject.parse(JSON.parse(text));
    const target = judging
      .targets(payload, condition, step)
      .find((each) => each.criterion === criterion && each.subject === subject);
    const value =
      target === undefined ? null : judging.exact(payload, target, StepAnswer.parse(JSON.parse(answer)));
    return value === null ? null : JSON.stringify(value);
  };
}
