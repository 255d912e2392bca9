import { z } from 'zod';
import type { JudgingScheme, JudgingTarget } from '../../../../shared/benchmarks/judging.ts';
import { answerInWords, StepAnswer } from '../../../../shared/domain/baseline.ts';
import { ItemId, PersonId, ResponseId } from '../../../../shared/base/ids.ts';
import { type Json, JsonObject } from '../../../../shared/base/json.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { INCLUDED } from '../../derived/includedVerdicts.ts';

/** An answer with everything that is to be judged in it. */
export interface AnswerToJudge {
  readonly responseId: ResponseId;
  readonly respondent: PersonId;
  readonly item: { readonly id: ItemId; readonly revision: number };
  readonly question: string;
  readonly answer: string;
  /** In the order of judging. `exact`: the verdict that follows from the answer itself. */
  readonly targets: readonly (JudgingTarget & { readonly exact: Json | null })[];
}

const Row = z.object({
  id: ResponseId,
  person_id: PersonId,
  question: z.string(),
  answer: z.string(),
  condition: z.string(),
  step: z.string(),
  item_id: ItemId,
  revision: z.int(),
  payload: z.string(),
});

const SELECT = `SELECT r.id, r.person_id, r.question, r.answer, r.condition, r.step, r.item_id, i.revision, i.payload
  FROM response r JOIN item i ON i.id = r.item_id WHERE ${INCLUDED}`;

/**
 * Answers that count, as a judge gets them. What was answered but not recorded cannot be judged, and what was rejected is
 * no part of the benchmark.
 */
export class Answers {
  readonly #casebook: Casebook;
  readonly #judging: JudgingScheme;
  readonly #all;
  readonly #one;
  readonly #order;

  constructor(casebook: Casebook, judging: JudgingScheme) {
    this.#casebook = casebook;
    const { database } = casebook;
    this.#judging = judging;
    this.#all = database.prepare(`${SELECT} ORDER BY i.sequence, r.person_id, r.condition, r.step, r.id`);
    this.#one = database.prepare<[string]>(`${SELECT} AND r.id = ?`);
    this.#order = judging.criteria.map(({ id }) => id);
  }

  /** Every one, by item. */
  *all(): Generator<AnswerToJudge> {
    // Read ahead: while the casebook is being read nothing else could be written.
    for (const raw of this.#all.all()) {
      const answer = this.#read(raw);
      if (answer !== null) yield answer;
    }
  }

  /** One of them, as it is now; null where it does not count any more. */
  find(id: ResponseId): AnswerToJudge | null {
    const raw = this.#one.get(id);
    return raw === undefined ? null : this.#read(raw);
  }

  #read(raw: unknown): AnswerToJudge | null {
    const row = Row.parse(raw);
    const answer = StepAnswer.parse(JSON.parse(row.answer));
    if (answer.kind === 'unknown') return null;
    const payload = JsonObject.parse(JSON.parse(row.payload));
    const steps = this.#casebook.benchmark.baseline?.steps(payload, row.condition) ?? [];
    const targets = this.#judging
      .targets(payload, row.condition, row.step)
      .map((target) => ({ ...target, exact: this.#judging.exact(payload, target, answer) }))
      .sort((a, b) => this.#order.indexOf(a.criterion) - this.#order.indexOf(b.criterion));
    return {
      responseId: row.id,
      respondent: row.person_id,
      item: { id: row.item_id, revision: row.revision },
      question: row.question,
      answer: answerInWords(answer, steps.find(({ id }) => id === row.step)?.answer ?? null),
      targets,
    };
  }
}
