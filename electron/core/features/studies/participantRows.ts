import { z } from 'zod';
import type { Participant } from '../../../../shared/contract/studies.ts';
import { PersonId, type StudyId, StudySessionId } from '../../../../shared/base/ids.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { AnswerSum } from './answerSums.ts';

const Row = z.object({
  studySessionId: StudySessionId,
  personId: PersonId,
  handle: z.string(),
  name: z.string(),
  number: z.int(),
  startedAt: z.int().nullable(),
  finishedAt: z.int().nullable(),
  withdrawnAt: z.int().nullable(),
  erasedAt: z.int().nullable(),
  /** Interruptions of what is begun and not answered yet. */
  interrupted: z.int(),
  packagedAt: z.int().nullable(),
});

const Word = z.object({
  studySessionId: StudySessionId,
  kind: z.enum(['exclusion', 'inclusion']),
  reason: z.string(),
  by: z.string(),
  at: z.int(),
});

/** The participants of studies with what they answered, their statements prepared once. */
export class ParticipantRows {
  readonly #studySessions;
  readonly #steps;
  readonly #sessions;
  readonly #words;
  readonly #revisions;
  // Plans never change: their steps are counted once, and anew where an item has changed.
  readonly #counted = new Map<StudySessionId, { readonly revisions: number; readonly steps: number }>();

  constructor({ database, records }: Casebook) {
    this.#studySessions = records.studySessions;
    this.#steps = records.studySteps;
    this.#sessions = database.prepare<[string]>(
      `SELECT s.id AS studySessionId, s.person_id AS personId, p.handle, p.name, s.number, s.consented_at AS startedAt,
       s.ended_at AS finishedAt, s.withdrawn_at AS withdrawnAt, s.erased_at AS erasedAt,
       (SELECT coalesce(sum(resumed), 0) FROM session_draft WHERE session_id = s.id) AS interrupted,
       (SELECT max(g.created_at) FROM package g, json_each(g.content, '$.sittings') e WHERE e.value = s.id
          AND s.ended_at IS NULL AND s.withdrawn_at IS NULL
          AND NOT EXISTS (SELECT 1 FROM response r WHERE r.session_id = s.id AND r.created_at > g.created_at)
       ) AS packagedAt
     FROM session s JOIN person p ON p.id = s.person_id WHERE s.study_id = ? AND s.number > 0 ORDER BY s.number`,
    );
    this.#words = database.prepare<[string]>(
      `SELECT x.session_id AS studySessionId, x.kind, x.reason, p.handle AS by, x.created_at AS at
     FROM session s JOIN exclusion x ON x.session_id = s.id JOIN person p ON p.id = x.person_id
     WHERE s.study_id = ? AND x.response_id IS NULL ORDER BY x.created_at, x.id`,
    );
    this.#revisions = database
      .prepare<[string], number>(
        'SELECT sum(i.revision) FROM study_item s JOIN item i ON i.id = s.item_id WHERE s.study_id = ?',
      )
      .pluck();
  }

  /** By their numbers; times are of the steps that count. */
  list(study: StudyId, given: readonly AnswerSum[]): Participant[] {
    const sums = Map.groupBy(given, ({ studySessionId }) => studySessionId);
    const revisions = this.#revisions.get(study) ?? 0;
    // The latest word on a participant is the last.
    const said = new Map(
      this.#words.all(study).map((raw) => {
        const row = Word.parse(raw);
        return [row.studySessionId, row];
      }),
    );
    return this.#sessions.all(study).map((raw): Participant => {
      const { interrupted, finishedAt, withdrawnAt, ...row } = Row.parse(raw);
      const answers = sums.get(row.studySessionId) ?? [];
      const word = said.get(row.studySessionId);
      return {
        ...row,
        state: participantState({ ...row, finishedAt, withdrawnAt }),
        answered: sumOf(answers, ({ answered }) => answered),
        steps: this.#stepsIn(row.studySessionId, revisions),
        endedAt: finishedAt ?? withdrawnAt,
        ...figuresOf(answers),
        interruptions: interrupted + sumOf(answers, ({ resumed }) => resumed),
        excluded: word?.kind === 'exclusion' ? { reason: word.reason, by: word.by, at: word.at } : null,
      };
    });
  }

  #stepsIn(id: StudySessionId, revisions: number): number {
    const known = this.#counted.get(id);
    if (known?.revisions === revisions) return known.steps;
    const studySession = this.#studySessions.find(id);
    if (studySession === undefined) return 0;
    const steps = studySession.plan.reduce(
      (sum, _, entry) => sum + this.#steps.idsOf(studySession, entry).length,
      0,
    );
    this.#counted.set(id, { revisions, steps });
    return steps;
  }
}

/** How far a participant has come. */
export function participantState({
  startedAt,
  finishedAt,
  withdrawnAt,
}: Pick<z.infer<typeof Row>, 'startedAt' | 'finishedAt' | 'withdrawnAt'>): Participant['state'] {
  if (withdrawnAt !== null) return 'withdrawn';
  if (finishedAt !== null) return 'finished';
  return startedAt === null ? 'waiting' : 'sitting';
}

function figuresOf(
  answers: readonly AnswerSum[],
): Pick<Participant, 'attention' | 'medianMilliseconds' | 'awayShare' | 'timedOut'> {
  const [active, away] = [sumOf(answers, (each) => each.active), sumOf(answers, (each) => each.away)];
  return {
    attention: {
      passed: sumOf(answers, ({ passed }) => passed),
      failed: sumOf(answers, ({ failed }) => failed),
    },
    medianMilliseconds: median(answers.flatMap(({ times }) => times)),
    awayShare: active + away === 0 ? null : away / (active + away),
    timedOut: sumOf(answers, ({ timedOut }) => timedOut),
  };
}

const sumOf = (answers: readonly AnswerSum[], value: (answer: AnswerSum) => number): number =>
  answers.reduce((sum, answer) => sum + value(answer), 0);

function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}
