import { z } from 'zod';
import { earlierGoldOf, hasRated, isCurrent } from '../../access/adjudicationRows.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { ReliabilityDecisions } from '../../formats/ratings/reliabilityDecisions.ts';

const Decided = z.object({
  itemId: z.string(),
  own: z.int(),
  /** Null where it was not kept yet. */
  shown: z.int().nullable(),
  differs: z.int().nullable(),
  curates: z.int(),
});

/** Who made the decisions that are in force on these items. */
export function decisionsOn({ database, records }: Casebook, ids: ReadonlySet<string>): ReliabilityDecisions {
  const made = database
    .prepare<[]>(
      `SELECT a.item_id AS itemId, ${hasRated('a.item_id', 'a.task', 'a.person_id')} AS own,
         ${earlierGoldOf('a', 'shown')} AS shown, json_array_length(${earlierGoldOf('a', 'differs')}) AS differs,
         EXISTS (SELECT 1 FROM person p, json_each(p.roles) WHERE p.id = a.person_id AND value = 'curator') AS curates
       FROM adjudication a WHERE a.kind = 'decision' AND ${isCurrent('a')}`,
    )
    .all()
    .map((row) => Decided.parse(row))
    .filter(({ itemId }) => ids.has(itemId));
  const compared = made.filter(({ differs }) => differs !== null);
  return {
    raters_may_decide: records.mayDecideOwn(),
    decisions: made.length,
    by_raters: made.filter(({ own }) => own === 1).length,
    earlier_gold_shown: records.showsEarlierGold(),
    saw_earlier_gold: made.filter(({ shown }) => shown === 1).length,
    earlier_gold_unknown: made.filter(({ shown }) => shown === null).length,
    by_curators: made.filter(({ shown, curates }) => shown === 0 && curates === 1).length,
    with_earlier_gold: compared.length,
    differ_from_earlier_gold: compared.filter(({ differs }) => differs !== 0).length,
  };
}
