import type { ItemId } from '../../../shared/base/ids.ts';
import { JsonObject } from '../../../shared/base/json.ts';
import type { ItemStatus } from '../../../shared/domain/status.ts';
import type { RecordedCasebook } from '../records/records.ts';
import { currentAnswer, type GoldReader, mainTask } from './gold.ts';

/** Says which status follows from an item's gold. */
export type GoldStatus = (itemId: ItemId, payload: JsonObject, annotationId: string) => ItemStatus;

/**
 * The status that follows from an item's gold: rejected where the answer takes it out; accepted where the casebook wants
 * that of submitted answers, no rule of the benchmark is broken, and its answers and the casebook's rule allow it; else in review.
 */
export function createGoldStatus(casebook: RecordedCasebook, goldReader: GoldReader): GoldStatus {
  const { database } = casebook;
  const main = mainTask(casebook);
  const { settings, acceptance } = casebook.records;
  const readAnswer = database
    .prepare<[string], string>('SELECT payload FROM annotation WHERE id = ?')
    .pluck();
  const isComposed = database
    .prepare<[string], number>('SELECT gold_fields IS NOT NULL FROM item WHERE id = ?')
    .pluck();
  return (itemId, payload, annotationId) => {
    // Read only where more than the one answer is asked for: many items are settled one after the other.
    const composed = isComposed.get(itemId) === 1 ? goldReader.read(itemId) : undefined;
    const answer =
      composed?.answer ??
      currentAnswer(main, payload, JsonObject.parse(JSON.parse(readAnswer.get(annotationId) ?? '{}')));
    if (main.triage?.discards(answer) === true) return 'rejected';
    if (settings.current().afterSubmit === 'in_review') return 'in_review';
    if (acceptance.whyNot(itemId) !== null) return 'in_review';
    const item = composed ?? goldReader.read(itemId);
    if (item === undefined) return 'in_review';
    return goldReader.check(item).some(({ severity }) => severity === 'error') ? 'in_review' : 'accepted';
  };
}
