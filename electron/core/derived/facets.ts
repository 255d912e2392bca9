import type { Benchmark, ItemSummary } from '../../../shared/benchmarks/benchmark.ts';
import { JsonObject } from '../../../shared/base/json.ts';
import type { Casebook } from '../records/casebook.ts';
import { ABOUT, NOT_SAID } from '../access/blindItems.ts';

interface Row {
  readonly sequence: number;
  readonly externalId: string;
  readonly payload: string;
}

/** What an item is found by, as rows of `item_facet`: its facets and, where there are questions, which item it is about. */
export function facetsOf(
  benchmark: Benchmark,
  externalId: string,
  payload: JsonObject,
  { facets }: ItemSummary,
): readonly (readonly [name: string, value: string])[] {
  const own = Object.entries(facets);
  if (benchmark.asksAbout === undefined) return own;
  const itself = benchmark.isQuery?.(payload) === true ? NOT_SAID : externalId;
  return [...own, [ABOUT, benchmark.asksAbout(payload) ?? itself]];
}

/**
 * Writes the facets of items anew that lack one which every item has: a casebook from before its benchmark had that facet
 * would not find them by it. Nothing is written where none lacks any, or the casebook can only be read.
 */
export function completeFacets({ database, benchmark, readOnly }: Casebook): void {
  if (readOnly !== null) return;
  const items = database.prepare<[], number>('SELECT count(*) FROM item').pluck();
  const having = database.prepare<[string], number>('SELECT count(*) FROM item_facet WHERE name = ?').pluck();
  const onEvery = [
    ...benchmark.facets.filter((facet) => facet.onEvery === true).map(({ name }) => name),
    ...(benchmark.asksAbout === undefined ? [] : [ABOUT]),
  ];
  const lacked = onEvery.filter((name) => (having.get(name) ?? 0) < (items.get() ?? 0));
  if (lacked.length === 0) return;
  const lacking = database.prepare<[string], Row>(
    `SELECT i.sequence, i.external_id AS externalId, i.payload FROM item i
     WHERE NOT EXISTS (SELECT 1 FROM item_facet v WHERE v.item = i.sequence AND v.name = ?)`,
  );
  const remove = database.prepare<[number]>('DELETE FROM item_facet WHERE item = ?');
  const insert = database.prepare<[string, string, number]>(
    'INSERT INTO item_facet (name, value, item) VALUES (?, ?, ?)',
  );
  database
    .transaction(() => {
      for (const lackedName of lacked) {
        for (const { sequence, externalId, payload: text } of lacking.all(lackedName)) {
          const payload = JsonObject.parse(JSON.parse(text));
          remove.run(sequence);
          for (const [name, value] of facetsOf(benchmark, externalId, payload, benchmark.summarize(payload)))
            insert.run(name, value, sequence);
        }
      }
    })
    .immediate();
}
