import { z } from 'zod';
import type { Validation } from '../../../../shared/benchmarks/validation.ts';
import { AnnotationId, ItemId } from '../../../../shared/domain/ids.ts';
import { JsonObject } from '../../../../shared/domain/json.ts';
import type { ValidationDecision } from '../../../../shared/domain/status.ts';
import type { Casebook } from '../../casebook.ts';
import { isOfCurrentEdition } from '../annotations/edition.ts';
import { mainTask } from '../items/gold.ts';

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
 * SQL: of `annotation AS a` and its `item AS i`, the answer that counts, and each rater's latest. One parameter, the task.
 */
const CURRENT = `a.task = ? AND a.state = 'submitted' AND ${isOfCurrentEdition('a')}
  AND (a.id IS i.gold_annotation_id OR (a.independent = 1
    AND NOT EXISTS (SELECT 1 FROM annotation b WHERE b.item_id = a.item_id AND b.task = a.task
      AND b.person_id = a.person_id AND b.independent = 1 AND b.state = 'submitted' AND b.edition_id IS a.edition_id
      AND (b.round, b.version) > (a.round, a.version))))`;

const COLUMNS = `a.item_id AS itemId, a.id AS annotationId, a.id IS i.gold_annotation_id AS isGold, a.payload AS answer,
  a.submitted_at AS submittedAt`;

/** An item that waits to be fixed. */
export interface WaitingFix {
  readonly itemId: ItemId;
  /** UTC milliseconds. */
  readonly since: number;
}

const WaitingRow = z.object({ itemId: ItemId, since: z.int() });

/** SQL: an item (`item AS i`) is neither rejected, nor to be decided on first. One parameter, the task. */
const FIXABLE = `i.status <> 'rejected' AND NOT EXISTS (SELECT 1 FROM rating_state s
  WHERE s.item_id = i.id AND s.task = ? AND s.state IN ('disputed', 'conflict'))`;

/** Reads what is said of items as they are now, to the main task. */
export interface CurrentAnswers {
  /** The one that counts first, then the oldest. */
  ofItem(itemId: ItemId): CurrentAnswer[];
  /** Items of which what counts says that they are to be fixed, and since when. */
  decided(): WaitingFix[];
  /**
   * Of items of which nothing counts and somebody may ask for a fix: neither rejected, nor to be decided on first; item by
   * item, each as above.
   */
  ofUndecided(): IterableIterator<CurrentAnswer[]>;
}

/** The reader of an open casebook, its statements prepared once. */
export function createCurrentAnswers(casebook: Casebook): CurrentAnswers {
  const { database } = casebook;
  const { id: task } = mainTask(casebook);
  const ofItem = database.prepare<[string, string]>(
    `SELECT ${COLUMNS} FROM annotation a JOIN item i ON i.id = a.item_id
     WHERE ${CURRENT} AND a.item_id = ? ORDER BY isGold DESC, a.submitted_at, a.id`,
  );
  // How items stand on their way is known: only answers that may ask for a fix are worth being read.
  const decided = database.prepare<[string]>(
    `SELECT v.item_id AS itemId, a.submitted_at AS since
     FROM validation_state v CROSS JOIN item i ON i.id = v.item_id CROSS JOIN annotation a ON a.id = i.gold_annotation_id
     WHERE v.decision = 'fix' AND ${FIXABLE} ORDER BY i.sequence`,
  );
  const ofUndecided = database.prepare<[string, string]>(
    `SELECT ${COLUMNS}
     FROM validation_state v CROSS JOIN item i ON i.id = v.item_id CROSS JOIN annotation a ON a.item_id = i.id
     WHERE v.decision IS NULL AND (v.first_round IN ('fix', 'mixed') OR v.second_round IN ('fix', 'mixed'))
       AND ${CURRENT} AND ${FIXABLE}
     ORDER BY i.sequence, isGold DESC, a.submitted_at, a.id`,
  );
  return {
    ofItem: (itemId) => ofItem.all(task, itemId).map((row) => Row.parse(row)),
    decided: () => decided.all(task).map((row) => WaitingRow.parse(row)),
    *ofUndecided() {
      let together: CurrentAnswer[] = [];
      for (const raw of ofUndecided.iterate(task, task)) {
        const row = Row.parse(raw);
        if (together[0] !== undefined && together[0].itemId !== row.itemId) {
          yield together;
          together = [];
        }
        together.push(row);
      }
      if (together.length > 0) yield together;
    },
  };
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
