import type { Benchmark, ItemSummary } from '../../../shared/benchmarks/benchmark.ts';
import { JsonObject } from '../../../shared/base/json.ts';
import type { CasebookFiles } from '../records/casebook.ts';
import { ABOUT, NOT_SAID } from '../access/blindItems.ts';

interface FacetedItem {
  readonly sequence: number;
  readonly externalId: string;
  readonly payload: string;
}

/** What an item is found by, as rows of `item_facet`: its facets and, where there are questions, which item it is about. */
function facetsOf(
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

/** Writes what items are found by (`item_facet`). */
export class ItemFacets {
  readonly #casebook: CasebookFiles;
  readonly #insert;
  readonly #delete;

  constructor(casebook: CasebookFiles) {
    this.#casebook = casebook;
    const { database } = casebook;
    this.#insert = database.prepare<[string, string, number]>(
      'INSERT INTO item_facet (name, value, item) VALUES (?, ?, ?)',
    );
    this.#delete = database.prepare<[number]>('DELETE FROM item_facet WHERE item = ?');
  }

  /** Of an item that has none yet. */
  write(
    { sequence, externalId }: Omit<FacetedItem, 'payload'>,
    payload: JsonObject,
    summary: ItemSummary,
  ): void {
    for (const [name, value] of facetsOf(this.#casebook.benchmark, externalId, payload, summary))
      this.#insert.run(name, value, sequence);
  }

  /** Of an item whose payload has changed. */
  bring(row: FacetedItem, payload: JsonObject, summary: ItemSummary): void {
    const { benchmark } = this.#casebook;
    const before = JsonObject.parse(JSON.parse(row.payload));
    const former = facetsOf(benchmark, row.externalId, before, benchmark.summarize(before));
    if (JSON.stringify(former) === JSON.stringify(facetsOf(benchmark, row.externalId, payload, summary)))
      return;
    this.#replace(row, payload, summary);
  }

  /**
   * Writes the facets of items anew that lack one which every item has: a casebook from before its benchmark had that
   * facet would not find them by it. Nothing is written where none lacks any, or the casebook can only be read.
   */
  complete(): void {
    const { database, benchmark, readOnly } = this.#casebook;
    if (readOnly !== null) return;
    const items = database.prepare<[], number>('SELECT count(*) FROM item').pluck();
    const having = database
      .prepare<[string], number>('SELECT count(*) FROM item_facet WHERE name = ?')
      .pluck();
    const onEvery = [
      ...benchmark.facets.filter((facet) => facet.onEvery === true).map(({ name }) => name),
      ...(benchmark.asksAbout === undefined ? [] : [ABOUT]),
    ];
    const lacked = onEvery.filter((name) => (having.get(name) ?? 0) < (items.get() ?? 0));
    if (lacked.length === 0) return;
    const lacking = database.prepare<[string], FacetedItem>(
      `SELECT i.sequence, i.external_id AS externalId, i.payload FROM item i
     WHERE NOT EXISTS (SELECT 1 FROM item_facet v WHERE v.item = i.sequence AND v.name = ?)`,
    );
    database
      .transaction(() => {
        for (const name of lacked)
          for (const row of lacking.all(name)) {
            const payload = JsonObject.parse(JSON.parse(row.payload));
            this.#replace(row, payload, benchmark.summarize(payload));
          }
      })
      .immediate();
  }

  #replace(row: FacetedItem, payload: JsonObject, summary: ItemSummary): void {
    this.#delete.run(row.sequence);
    this.write(row, payload, summary);
  }
}
