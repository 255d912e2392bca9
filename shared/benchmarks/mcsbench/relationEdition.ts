import type { JsonObject } from '../../base/json.ts';
import { McsBenchAnswer } from './schema.ts';

/** The keys of an item that hold what a classifier made of it. */
export const RELATION_KEYS = ['pr', 'op_primary', 'op_secondary', 'rationale'] as const;

/** Which edition the classifier read; left out: the item as it came, edition 1. */
export const RELATIONS_EDITION = 'relations_edition';

/** Set in what is exported where that is not the current edition. */
export const RELATIONS_OUTDATED = 'relations_outdated';

/** The edition that the classification of an item is about; null where nothing classified it. */
export function editionOfClassification(payload: JsonObject): number | null {
  if (RELATION_KEYS.every((key) => (payload[key] ?? null) === null)) return null;
  const edition = payload[RELATIONS_EDITION];
  return typeof edition === 'number' ? edition : 1;
}

/**
 * The payload with its classification marked as outdated where it is about another edition than the current one. Relations
 * and operators that people answered replace it: what they gave is about the current edition.
 */
export function withRelationsMarked(payload: JsonObject, current: number, answer?: JsonObject): JsonObject {
  const judged = editionOfClassification(payload);
  if (judged === null) return payload;
  const { [RELATIONS_EDITION]: named, ...rest } = payload;
  if (judged === current || (answer !== undefined && isReplaced(payload, answer)))
    return named === undefined ? payload : rest;
  return { ...rest, [RELATIONS_EDITION]: judged, [RELATIONS_OUTDATED]: true };
}

/** Whether an answer says everything that the classification said, so that nothing of that is left. */
function isReplaced(payload: JsonObject, raw: JsonObject): boolean {
  const { relations, operator } = McsBenchAnswer.pick({ relations: true, operator: true }).parse({
    relations: raw['relations'],
    operator: raw['operator'],
  });
  return (
    ((payload['pr'] ?? null) === null || relations.length > 0) &&
    ((payload['op_primary'] ?? null) === null || operator !== null)
  );
}
