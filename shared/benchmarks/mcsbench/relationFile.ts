import { z } from 'zod';
import { type Json, sameJson } from '../../base/json.ts';
import { type Addition, keepKeys } from '../additions.ts';
import { editionOfFinding } from '../judgedEditions.ts';
import { withChanges } from '../keyOrder.ts';
import { acceptObject } from '../problems.ts';
import { editionOfClassification, RELATION_KEYS, RELATIONS_EDITION } from './relationEdition.ts';
import { KEY_ORDER } from './schema.ts';
import { byPriority, OPERATORS, RELATIONS } from './taxonomy.ts';

const Operator = z.enum(
  OPERATORS.map(({ id }) => id),
  'is none of OP1 to OP6',
);

/** One line of `mcsbench-relations`: which relations an item engages, and by which operators it is solved. */
const RelationLine = z
  .looseObject({
    id: z.union([z.string().min(1, 'is empty'), z.number()]),
    rationale: z.string().nullish(),
    pr: z
      .array(
        z.enum(
          RELATIONS.map(({ id }) => id),
          'is none of PR0 to PR6',
        ),
      )
      .min(1, 'names no relation'),
    op_primary: Operator,
    op_secondary: Operator.nullish(),
    /** Which edition of the item was classified; left out: the current one. */
    edition: z.int('is no whole number').positive('is below 1').nullish(),
  })
  .superRefine(({ op_primary, op_secondary }, context) => {
    if (op_secondary === undefined || op_secondary === null) return;
    if (op_secondary === op_primary)
      context.addIssue({ code: 'custom', path: ['op_secondary'], message: 'is the primary operator again' });
    else if (byPriority([op_primary, op_secondary])[0] !== op_primary)
      context.addIssue({
        code: 'custom',
        path: ['op_primary'],
        message: `comes after ${op_secondary} in the order of priority, so ${op_secondary} is the primary operator`,
      });
  });

/** What a classifier made of items, into the keys of the same names. A reviewer's own tags stand over them. */
export const relations: Addition = {
  parse(value) {
    const accepted = acceptObject(RelationLine, value);
    if (!accepted.ok) return accepted;
    const entry = Object.fromEntries(Object.entries(accepted.value).filter(([key]) => key !== 'id'));
    return { ok: true, value: { item: String(RelationLine.parse(accepted.value).id), key: '', entry } };
  },
  about(entry, edition, payload) {
    if (typeof entry['edition'] === 'number') return entry;
    const isKnown = RELATION_KEYS.every((key) => sameJson(entry[key] ?? null, payload[key] ?? null));
    return { ...entry, edition: (isKnown ? editionOfClassification(payload) : null) ?? edition };
  },
  apply(payload, entries) {
    const changes: Record<string, Json | undefined> = {};
    for (const entry of entries) {
      for (const key of RELATION_KEYS) {
        // A classification is one thing: what it leaves out it denies.
        const value = entry[key] ?? undefined;
        const before = payload[key] ?? undefined;
        if (!sameJson(value, before)) changes[key] = value;
      }
      const judged = editionOfFinding(entry);
      if (judged !== (editionOfClassification(payload) ?? 1))
        changes[RELATIONS_EDITION] = judged === 1 ? undefined : judged;
    }
    return {
      ok: true,
      value: Object.keys(changes).length === 0 ? payload : withChanges(payload, changes, KEY_ORDER),
    };
  },
  keep: (source, added) =>
    // One that comes with the source is a classification of its own.
    RELATION_KEYS.some((key) => (source[key] ?? null) !== null)
      ? source
      : keepKeys(source, added, [...RELATION_KEYS, RELATIONS_EDITION]),
};
