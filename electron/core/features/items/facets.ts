import { JsonObject } from '../../../../shared/domain/json.ts';
import type { Casebook } from '../../casebook.ts';

interface Row {
  readonly sequence: number;
  readonly payload: string;
}

/**
 * Writes the facets of items anew that lack one which every item has: a casebook from before its benchmark had that facet
 * would not find them by it. Nothing is written where none lacks any, or the casebook can only be read.
 */
export function completeFacets({ database, benchmark, readOnly }: Casebook): void {
  if (readOnly !== null) return;
  const items = database.prepare<[], number>('SELECT count(*) FROM item').pluck();
  const having = database.prepare<[string], number>('SELECT count(*) FROM item_facet WHERE name = ?').pluck();
  const lacked = benchmark.facets.filter(
    ({ name, onEvery }) => onEvery === true && (having.get(name) ?? 0) < (items.get() ?? 0),
  );
  if (lacked.length === 0) return;
  const lacking = database.prepare<[string], Row>(
    `SELECT i.sequence, i.payload FROM item i
     WHERE NOT EXISTS (SELECT 1 FROM item_facet v WHERE v.item = i.sequence AND v.name = ?)`,
  );
  const remove = database.prepare<[number]>('DELETE FROM item_facet WHERE item = ?');
  const insert = database.prepare<[string, string, number]>(
    'INSERT INTO item_facet (name, value, item) VALUES (?, ?, ?)',
  );
  database
    .transaction(() => {
      for (const { name } of lacked) {
        for (const { sequence, payload } of lacking.all(name)) {
          const { facets } = benchmark.summarize(JsonObject.parse(JSON.parse(payload)));
          remove.run(sequence);
          for (const [facet, value] of Object.entries(facets)) insert.run(facet, value, sequence);
        }
      }
    })
    .immediate();
}
