import { z } from 'zod';
import type { JudgingTarget } from '../../../../shared/benchmarks/judging.ts';
import { StepAnswer } from '../../../../shared/domain/baseline.ts';
import { ItemId, PersonId, ResponseId, StudyId } from '../../../../shared/base/ids.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { INCLUDED } from '../../derived/includedVerdicts.ts';

/** One thing that takes a judge. */
export interface AssignableUnit {
  readonly responseId: ResponseId;
  readonly respondent: PersonId;
  readonly itemId: ItemId;
  /** Null: no participant's answer. */
  readonly studyId: StudyId | null;
  readonly criterion: string;
  readonly subject: string;
  readonly after: string | null;
}

const Row = z.object({
  id: ResponseId,
  respondent: PersonId,
  itemId: ItemId,
  studyId: StudyId.nullable(),
  payload: z.string(),
  condition: z.string(),
  step: z.string(),
  answer: z.string(),
});

/**
 * Everything to judge in the answers that count, item by item; without verdicts that follow from the answer itself,
 * answers whose words are unknown, and rejected items.
 * @param criteria in whatever order; `respondents` null: everybody's answers
 */
export function unitsToJudge(
  { database, benchmark }: Casebook,
  criteria: readonly string[],
  respondents: readonly PersonId[] | null,
): AssignableUnit[] {
  const { judging } = benchmark;
  if (judging === undefined) return [];
  const wanted = new Set(criteria);
  const rows = database
    .prepare<[string | null, string | null]>(
      `SELECT r.id, r.person_id AS respondent, r.item_id AS itemId, s.study_id AS studyId, r.condition, r.step,
         r.answer, i.payload
       FROM response r JOIN item i ON i.id = r.item_id LEFT JOIN session s ON s.id = r.session_id
       WHERE ${INCLUDED} AND (? IS NULL OR r.person_id IN (SELECT value FROM json_each(?)))
       ORDER BY i.sequence, r.id`,
    )
    .iterate(...bothTimes(respondents === null ? null : JSON.stringify(respondents)));
  const units: AssignableUnit[] = [];
  let known: CurrentItem = { text: '', payload: {}, targets: new Map() };
  for (const raw of rows) {
    const { id: responseId, respondent, itemId, studyId, payload: text, ...row } = Row.parse(raw);
    if (known.text !== text) {
      known = { text, payload: JsonObject.parse(JSON.parse(text)), targets: new Map() };
    }
    const { payload, targets } = known;
    const answer = StepAnswer.parse(JSON.parse(row.answer));
    if (answer.kind === 'unknown') continue;
    const key = JSON.stringify([row.condition, row.step]);
    const asked = targets.get(key) ?? judging.targets(payload, row.condition, row.step);
    targets.set(key, asked);
    for (const target of asked) {
      if (!wanted.has(target.criterion) || judging.exact(payload, target, answer) !== null) continue;
      const { criterion, subject, after } = target;
      units.push({ responseId, respondent, itemId, studyId, criterion, subject, after });
    }
  }
  return units;
}

/** The item whose answers come one after the other. */
interface CurrentItem {
  readonly text: string;
  readonly payload: JsonObject;
  readonly targets: Map<string, readonly JudgingTarget[]>;
}

const bothTimes = <T>(value: T): [T, T] => [value, value];
