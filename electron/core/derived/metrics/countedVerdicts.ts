import { findBenchmark } from '../../../../shared/benchmarks/registry.ts';
import type { VerdictBasis } from '../../../../shared/benchmarks/metrics.ts';
import type { ItemId, PersonId } from '../../../../shared/base/ids.ts';
import { Json } from '../../../../shared/base/json.ts';
import type { VerdictSource } from '../../../../shared/domain/status.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import { memoized } from '../../base/memo.ts';
import { readMetaText } from '../../db/meta.ts';
import { asSet, IN_SET } from '../../db/sets.ts';
import { INCLUDED } from '../includedVerdicts.ts';

/** Whose verdicts count: the accepted ones, or one judge's own (and what follows from an answer itself). */
export type CountedJudge = PersonId | null;

/** What an LLM judge says of one thing. */
interface JudgeWord {
  readonly judge: PersonId;
  readonly value: Json;
}

/** The verdicts on one answer. */
export interface CountedVerdicts {
  /** The verdict that counts, null where there is none. */
  verdict(criterion: string, subject: string): Json | null;
  /** Whose it is, null where there is none. */
  basis(criterion: string, subject: string): VerdictBasis | null;
  /** What LLM judges say where nothing else does; nothing where one judge was asked for. */
  said(criterion: string, subject: string): readonly JudgeWord[];
  /** What judges differ on and nobody has decided; nothing where one judge was asked for. */
  readonly undecided: readonly JudgedUnit[];
}

/** What of an answer is judged. */
interface JudgedUnit {
  readonly criterion: string;
  readonly subject: string;
}

/** The verdicts on the answers about some items. */
export interface ItemVerdicts {
  of(response: string, respondent: PersonId): CountedVerdicts;
  /** The LLM judge on whose verdicts a respondent's figures rest where several judged; null where one did at most. */
  leading(respondent: PersonId, criterion: string): PersonId | null;
}

type AcceptedRow = readonly [
  response: string,
  criterion: string,
  subject: string,
  value: string,
  source: VerdictSource,
];
type WordRow = readonly [
  response: string,
  criterion: string,
  subject: string,
  judge: PersonId,
  value: string | null,
];

const BASES = {
  exact: { kind: 'answer' },
  adjudicated: { kind: 'decisions' },
  unanimous: { kind: 'people' },
  single: { kind: 'people' },
} as const satisfies Record<Exclude<VerdictSource, 'model'>, VerdictBasis>;
const SILENT: readonly JudgeWord[] = [];
const DECIDED: readonly JudgedUnit[] = [];

/** What is said of one thing about an answer. */
interface Unit {
  readonly criterion: string;
  readonly subject: string;
  /** The accepted verdict, in JSON, and whose it is. */
  value: string | null;
  source: VerdictSource | null;
  /** What LLM judges say, in JSON. */
  words: Map<PersonId, string> | null;
}

/** An answer has few of them: looking them through takes less time than making a key of three texts. */
const unitIn = (units: readonly Unit[] | undefined, criterion: string, subject: string): Unit | undefined =>
  units?.find((unit) => unit.criterion === criterion && unit.subject === subject);

/** Reads the verdicts that count on the answers about some items; its statements are prepared once. */
export function countedVerdicts(
  database: CasebookDatabase,
  judge: CountedJudge,
): (items: readonly ItemId[]) => ItemVerdicts {
  // The answers of the items first, then the verdicts of each by their key.
  const acceptedRows = `SELECT v.response_id, v.criterion, v.subject, v.value, v.source
     FROM response r CROSS JOIN verdict_state v ON v.response_id = r.id WHERE r.item_id ${IN_SET} AND v.value IS NOT NULL`;
  return judge === null
    ? acceptedVerdicts(database, acceptedRows)
    : verdictsOfJudge(database, acceptedRows, judge);
}

function acceptedVerdicts(
  database: CasebookDatabase,
  acceptedRows: string,
): (items: readonly ItemId[]) => ItemVerdicts {
  const accepted = database.prepare<[string], AcceptedRow>(acceptedRows).raw();
  // LLM judges are heard where neither people nor a decision nor the answer itself says anything.
  const words = database
    .prepare<[string], WordRow>(
      `SELECT j.response_id, j.criterion, j.subject, j.person_id, CASE j.outcome WHEN 'given' THEN j.value END
       FROM response r CROSS JOIN verdict_state v ON v.response_id = r.id
         CROSS JOIN counted_judgment j ON j.response_id = v.response_id AND j.criterion = v.criterion
           AND j.subject = v.subject
         JOIN person p ON p.id = j.person_id
       WHERE r.item_id ${IN_SET} AND p.kind <> 'human'
         AND (v.source = 'model' OR (v.state = 'disputed' AND v.value IS NULL AND v.human_human = 0))
       ORDER BY j.created_at, j.id`,
    )
    .raw();
  const undecided = database
    .prepare<[string], readonly [response: string, criterion: string, subject: string]>(
      `SELECT v.response_id, v.criterion, v.subject
       FROM response r CROSS JOIN verdict_state v ON v.response_id = r.id
       WHERE r.item_id ${IN_SET} AND v.state IN ('disputed', 'conflict') AND v.value IS NULL`,
    )
    .raw();
  const judges = llmJudges(database);
  // One judge leads nobody, and need not be counted over all answers.
  const leading = judges < 2 ? () => null : leadingJudges(database);
  return (items) => {
    const set = asSet(items);
    const units = new Map<string, Unit[]>();
    const unitOf = (response: string, criterion: string, subject: string): Unit => {
      const known = unitIn(units.get(response), criterion, subject);
      if (known !== undefined) return known;
      const unit: Unit = { criterion, subject, value: null, source: null, words: null };
      const ofResponse = units.get(response);
      if (ofResponse === undefined) units.set(response, [unit]);
      else ofResponse.push(unit);
      return unit;
    };
    for (const [response, criterion, subject, value, source] of accepted.all(set))
      Object.assign(unitOf(response, criterion, subject), { value, source });
    for (const [response, criterion, subject, who, value] of judges === 0 ? [] : words.all(set)) {
      const unit = unitOf(response, criterion, subject);
      unit.words ??= new Map();
      // The last one said holds; where it says nothing (unknown, unparsed), nothing does.
      if (value === null) unit.words.delete(who);
      else unit.words.set(who, value);
    }
    const undecidedOf = Map.groupBy(undecided.all(set), ([response]) => response);
    return {
      leading,
      of(response, respondent) {
        const own = units.get(response);
        return {
          undecided:
            undecidedOf.get(response)?.map(([, criterion, subject]) => ({ criterion, subject })) ?? DECIDED,
          verdict(criterion, subject) {
            const unit = unitIn(own, criterion, subject);
            if (unit?.value == null) return null;
            if (unit.source === 'model') {
              const first = leading(respondent, criterion);
              if (first !== null && unit.words?.has(first) !== true) return null;
            }
            return parsed(unit.value);
          },
          basis(criterion, subject) {
            const unit = unitIn(own, criterion, subject);
            if (unit?.source == null) return null;
            return unit.source === 'model'
              ? { kind: 'judges', judges: [...(unit.words?.keys() ?? [])] }
              : BASES[unit.source];
          },
          said(criterion, subject) {
            const given = unitIn(own, criterion, subject)?.words ?? null;
            return given === null
              ? SILENT
              : Array.from(given, ([judge, value]) => ({ judge, value: parsed(value) }));
          },
        };
      },
    };
  };
}

function verdictsOfJudge(
  database: CasebookDatabase,
  acceptedRows: string,
  judge: PersonId,
): (items: readonly ItemId[]) => ItemVerdicts {
  const exact = database.prepare<[string], AcceptedRow>(`${acceptedRows} AND v.source = 'exact'`).raw();
  const own = database
    .prepare<[string, string], WordRow>(
      `SELECT j.response_id, j.criterion, j.subject, j.person_id, CASE j.outcome WHEN 'given' THEN j.value END
       FROM response r CROSS JOIN counted_judgment j ON j.response_id = r.id
       WHERE r.item_id ${IN_SET} AND +j.person_id = ? ORDER BY j.created_at, j.id`,
    )
    .raw();
  return (items) => {
    const set = asSet(items);
    const values = new Map<string, { readonly value: string; readonly basis: VerdictBasis }>();
    for (const [response, criterion, subject, , value] of own.all(set, judge)) {
      const key = keyOf(response, criterion, subject);
      if (value === null) values.delete(key);
      else values.set(key, { value, basis: { kind: 'judges', judges: [judge] } });
    }
    // What follows from the answer itself stands, whatever a judge says of it.
    for (const [response, criterion, subject, value] of exact.all(set))
      values.set(keyOf(response, criterion, subject), { value, basis: { kind: 'answer' } });
    return {
      leading: () => null,
      of: (response) => ({
        verdict(criterion, subject) {
          const found = values.get(keyOf(response, criterion, subject));
          return found === undefined ? null : parsed(found.value);
        },
        basis: (criterion, subject) => values.get(keyOf(response, criterion, subject))?.basis ?? null,
        said: () => [],
        undecided: DECIDED,
      }),
    };
  };
}

const keyOf = (...parts: readonly string[]): string => parts.join('\u0000');
const parsed = memoized((text: string): Json => Json.parse(JSON.parse(text)));

/** How many LLM judges gave verdicts. */
function llmJudges(database: CasebookDatabase): number {
  return (
    database
      .prepare<[], number>(
        "SELECT count(*) FROM person p WHERE kind <> 'human' AND EXISTS (SELECT 1 FROM judgment WHERE person_id = p.id)",
      )
      .pluck()
      .get() ?? 0
  );
}

/**
 * Of each model, and of all people together, the LLM judge with the most verdicts on the criteria that a figure
 * combines: its figures rest on no other's alone.
 */
function leadingJudges(database: CasebookDatabase): ItemVerdicts['leading'] {
  const together = findBenchmark(readMetaText(database, 'benchmark'))?.metrics?.together ?? [];
  const clusterOf = (criterion: string): string =>
    together.find((all) => all.includes(criterion))?.[0] ?? criterion;
  const people = new Set(
    database.prepare<[], PersonId>("SELECT id FROM person WHERE kind = 'human'").pluck().all(),
  );
  const groupOf = (respondent: PersonId): string => (people.has(respondent) ? '' : respondent);
  const rows = database
    .prepare<[], readonly [respondent: PersonId, criterion: string, judge: PersonId, words: number]>(
      `SELECT r.person_id, j.criterion, j.person_id, count(*)
       FROM counted_judgment j JOIN person p ON p.id = j.person_id JOIN response r ON r.id = j.response_id
       WHERE p.kind <> 'human' AND j.outcome = 'given' AND ${INCLUDED} GROUP BY 1, 2, 3`,
    )
    .raw()
    .all();
  const counts = new Map<string, Map<PersonId, number>>();
  for (const [respondent, criterion, who, words] of rows) {
    const key = keyOf(groupOf(respondent), clusterOf(criterion));
    const of = counts.get(key) ?? new Map<PersonId, number>();
    counts.set(key, of.set(who, (of.get(who) ?? 0) + words));
  }
  const leading = new Map(
    [...counts].flatMap(([key, of]) => {
      const [first] = [...of].sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1));
      return first === undefined || of.size < 2 ? [] : [[key, first[0]] as const];
    }),
  );
  return (respondent, criterion) => leading.get(keyOf(groupOf(respondent), clusterOf(criterion))) ?? null;
}
