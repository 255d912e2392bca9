import type { FacetCounts, ItemFilter } from '../../../../shared/contract/items.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import { type Condition, visibleConditionOf } from '../../access/itemFilter.ts';
import { countRows } from '../../access/itemQueries.ts';

interface ValueCount {
  value: string | null;
  count: number;
}

/** What can be counted: a column of the item, its tags, or one of its facets. */
type CountedThing = 'status' | 'label' | 'split' | 'tags' | `facet:${string}`;

/**
 * What the filter panel offers. The values of one thing are counted without the filter's own part on it, so that the
 * other values stay on offer. Items that are blind to the caller count in the total alone.
 */
export function countFacets(
  database: CasebookDatabase,
  facets: readonly string[],
  filter: ItemFilter,
  viewpoint: Viewpoint,
): FacetCounts {
  const total = countRows(database, filter, viewpoint);
  if (!viewpoint.seesEverything) return onlyTotals(facets, total);
  const condition = (leaveOut?: string): Condition => visibleConditionOf(filter, viewpoint, leaveOut);
  const things: readonly CountedThing[] = [
    'status',
    'label',
    'split',
    'tags',
    ...facets.map((name): CountedThing => `facet:${name}`),
  ];
  const counts = new Map<CountedThing, ValueCount[]>();
  const whole = condition().sql;
  const everything = whole === '1';
  const isFiltered = (thing: CountedThing): boolean => condition(thing).sql !== whole;
  for (const thing of things.filter(isFiltered)) {
    const others = condition(thing).sql !== '1';
    if (others) find(database, condition(thing));
    counts.set(thing, others ? countFound(database, thing) : countAll(database, thing));
  }
  if (!everything) find(database, condition());
  for (const thing of things.filter((each) => !isFiltered(each))) {
    counts.set(thing, everything ? countAll(database, thing) : countFound(database, thing));
  }
  const count = (thing: CountedThing): ValueCount[] => counts.get(thing) ?? [];
  const one = (sql: string): number => database.prepare<[], number>(sql).pluck().get() ?? 0;
  return {
    status: count('status'),
    label: count('label'),
    split: count('split'),
    tags: count('tags'),
    facets: Object.fromEntries(facets.map((name) => [name, count(`facet:${name}`)])),
    missingImages: everything
      ? countRows(database, { images: 'missing' }, viewpoint)
      : one('SELECT count(*) FROM found f JOIN item i ON i.sequence = f.sequence WHERE i.missing_images > 0'),
    unsubmitted: one(
      everything
        ? "SELECT count(DISTINCT item_id) FROM annotation WHERE state = 'draft'"
        : "SELECT count(*) FROM found f JOIN item i ON i.sequence = f.sequence WHERE EXISTS (SELECT 1 FROM annotation a WHERE a.item_id = i.id AND a.state = 'draft')",
    ),
    openComments: everything
      ? countRows(database, { comments: 'open' }, viewpoint)
      : one(
          'SELECT count(*) FROM found f JOIN item i ON i.sequence = f.sequence WHERE EXISTS (SELECT 1 FROM comment c WHERE c.item_id = i.id AND c.thread_id IS NULL AND c.resolved = 0 AND c.removed = 0)',
        ),
    total,
  };
}

/** For people who see only their assignments: counts of content are content. */
function onlyTotals(facets: readonly string[], total: number): FacetCounts {
  return {
    status: [],
    label: [],
    split: [],
    tags: [],
    facets: Object.fromEntries(facets.map((name) => [name, []])),
    missingImages: 0,
    unsubmitted: 0,
    openComments: 0,
    total,
  };
}

/** Puts what a filter finds into a table of this connection's own, in memory. */
function find(database: CasebookDatabase, where: Condition): void {
  database.exec(
    'CREATE TEMP TABLE IF NOT EXISTS found (sequence INTEGER PRIMARY KEY); DELETE FROM temp.found',
  );
  database
    .prepare(`INSERT INTO temp.found SELECT i.sequence FROM item i WHERE ${where.sql}`)
    .run(...where.parameters);
}

function countFound(database: CasebookDatabase, thing: CountedThing): ValueCount[] {
  if (thing === 'status' || thing === 'label' || thing === 'split') {
    return grouped(database, `i.${thing}`, 'found f JOIN item i ON i.sequence = f.sequence', []);
  }
  if (thing === 'tags')
    return grouped(database, 't.tag', 'found f CROSS JOIN item_tag t ON t.item = f.sequence', []);
  return grouped(
    database,
    'v.value',
    'found f CROSS JOIN item_facet v ON v.item = f.sequence AND v.name = ?',
    [facetName(thing)],
  );
}

function countAll(database: CasebookDatabase, thing: CountedThing): ValueCount[] {
  if (thing === 'status' || thing === 'label' || thing === 'split')
    return grouped(database, thing, 'item', []);
  if (thing === 'tags') return grouped(database, 'tag', 'item_tag', []);
  return grouped(database, 'value', 'item_facet WHERE name = ?', [facetName(thing)]);
}

function grouped(
  database: CasebookDatabase,
  value: string,
  from: string,
  parameters: readonly string[],
): ValueCount[] {
  return database
    .prepare<string[], ValueCount>(
      `SELECT ${value} AS value, count(*) AS count FROM ${from} GROUP BY 1 ORDER BY count DESC, value LIMIT 200`,
    )
    .all(...parameters);
}

const facetName = (thing: `facet:${string}`): string => thing.slice('facet:'.length);
