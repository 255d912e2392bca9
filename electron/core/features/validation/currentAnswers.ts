import { z } from 'zod';
import type { Validation } from '../../../../shared/benchmarks/validation.ts';
import { AnnotationId, ItemId } from '../../../../shared/base/ids.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import type { ValidationDecision } from '../../../../shared/domain/status.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { isOfCurrentEdition } from '../../records/answers/edition.ts';
import { mainTask } from '../../derived/gold.ts';
import { goldAnnotationOf, goldPathOf, isAskedFor } from '../../records/answers/goldParts.ts';

/** What somebody says of an item as it is now. */
export interface CurrentAnswer {
  readonly itemId: ItemId;
  readonly annotationId: AnnotationId;
  /** Whether it is the one that counts. */
  readonly isGold: boolean;
  readonly answer: JsonObject;
  readonly submittedAt: number;
}

const Row = z.object({
  itemId: ItemId,
  annotationId: AnnotationId,
  isGold: z.int().transform((flag) => flag === 1),
  answer: z.string().transform((text) => JsonObject.parse(JSON.parse(text))),
  submittedAt: z.int(),
});

/**
 * SQL: of `annotation AS a` and its `item AS i`, the answer that counts, and each rater's latest, of those that say what
 * becomes of the item. Parameters: the task, the path to the deciding part, the deciding part.
 */
const CURRENT = `a.task = ? AND a.state = 'submitted' AND ${isOfCurrentEdition('a')}
  AND (a.id IS ${goldAnnotationOf('i')} OR (a.independent = 1 AND ${isAskedFor('a')}
    AND NOT EXISTS (SELECT 1 FROM annotation b WHERE b.item_id = a.item_id AND b.task = a.task
      AND b.person_id = a.person_id AND b.independent = 1 AND b.state = 'submitted' AND b.edition_id IS a.edition_id
      AND (b.round, b.version) > (a.round, a.version))))`;

const COLUMNS = `a.item_id AS itemId, a.id AS annotationId, a.id IS ${goldAnnotationOf('i')} AS isGold, a.payload AS answer,
  a.submitted_at AS submittedAt`;

/** Reads what is said of items as they are now, to the main task. */
export class CurrentAnswers {
  readonly #task;
  readonly #deciding;
  readonly #path;
  readonly #ofItem;

  constructor(casebook: Casebook) {
    const { database } = casebook;
    const { id: task } = mainTask(casebook);
    this.#task = task;
    this.#deciding = casebook.benchmark.validation?.decidingPart ?? '';
    this.#path = goldPathOf(this.#deciding);
    this.#ofItem = database.prepare<[string, string, string, string, string]>(
      `SELECT ${COLUMNS} FROM annotation a JOIN item i ON i.id = a.item_id
     WHERE ${CURRENT} AND a.item_id = ? ORDER BY isGold DESC, a.submitted_at, a.id`,
    );
  }

  /** The one that counts first, then the oldest. */
  ofItem(itemId: ItemId): CurrentAnswer[] {
    return this.#ofItem
      .all(this.#path, this.#task, this.#path, this.#deciding, itemId)
      .map((row) => Row.parse(row));
  }
}

/** An answer that asks for a fix. */
export interface AskedFix {
  readonly answer: CurrentAnswer;
  readonly reason: string;
}

/**
 * Which answers ask for a fix, so that the item waits for one: what counts says so, or, where nothing counts, somebody
 * does and nobody decides otherwise. Empty where it does not wait.
 */
export function askedFixes(validation: Validation, answers: readonly CurrentAnswer[]): AskedFix[] {
  const gold = answers.find(({ isGold }) => isGold);
  const counting = gold === undefined ? answers : [gold];
  const decided = counting.map((answer) => ({ answer, ...validation.decisionOf(answer.answer) }));
  if (decided.some(({ decision }) => decision !== null && decision !== 'fix')) return [];
  return decided.filter(({ decision }) => decision === 'fix');
}

/** What an answer decides and proposes, as far as a fix is concerned; null where it says nothing of that. */
export function proposalOf(
  validation: Validation,
  payload: JsonObject,
  { answer }: CurrentAnswer,
): { decision: ValidationDecision | null; reason: string; texts: Record<string, string> } | null {
  const { decision, reason } = validation.decisionOf(answer);
  const texts = { ...validation.proposed(payload, answer) };
  return decision === null && Object.keys(texts).length === 0 ? null : { decision, reason, texts };
}
