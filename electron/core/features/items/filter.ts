import type { ItemFilter, ItemSort } from '../../../../shared/contract/items.ts';
import { searchQuery } from './texts.ts';

/** A condition on `item AS i` with its parameters in order. */
export interface Condition {
  readonly sql: string;
  readonly parameters: readonly (string | number)[];
}

const ALL: Condition = { sql: '1', parameters: [] };

/** A filter as SQL. A part of the filter can be left out by name, for counting what that part would offer. */
export function conditionOf(filter: ItemFilter, leaveOut?: string): Condition {
  const parts: Condition[] = [];
  const query = filter.text === undefined ? null : searchQuery(filter.text);
  if (query !== null)
    parts.push({
      sql: 'i.sequence IN (SELECT rowid FROM item_text WHERE item_text MATCH ?)',
      parameters: [query],
    });
  if (filter.status !== undefined && leaveOut !== 'status') parts.push(oneOf('i.status', filter.status));
  if (filter.label !== undefined && leaveOut !== 'label') parts.push(labelIn(filter.label));
  for (const [name, values] of Object.entries(filter.facets ?? {})) {
    if (leaveOut === `facet:${name}`) continue;
    parts.push({
      sql: `i.sequence IN (SELECT item FROM item_facet WHERE name = ? AND value IN (${marks(values)}))`,
      parameters: [name, ...values],
    });
  }
  if (filter.tags !== undefined && leaveOut !== 'tags') {
    parts.push({
      sql: `i.sequence IN (SELECT item FROM item_tag WHERE tag IN (${marks(filter.tags)}))`,
      parameters: filter.tags,
    });
  }
  if (filter.images !== undefined) {
    parts.push({
      sql: filter.images === 'missing' ? 'i.missing_images > 0' : 'i.missing_images = 0',
      parameters: [],
    });
  }
  if (filter.boxes !== undefined) {
    const some =
      'EXISTS (SELECT 1 FROM annotation a JOIN region r ON r.annotation_id = a.id WHERE a.item_id = i.id)';
    parts.push({ sql: filter.boxes === 'some' ? some : `NOT ${some}`, parameters: [] });
  }
  if (filter.unsubmitted !== undefined) {
    const draft = "EXISTS (SELECT 1 FROM annotation a WHERE a.item_id = i.id AND a.state = 'draft')";
    parts.push({ sql: filter.unsubmitted ? draft : `NOT ${draft}`, parameters: [] });
  }
  if (filter.ids !== undefined) {
    // One parameter whatever the number: SQLite bounds the number of parameters.
    parts.push({ sql: 'i.id IN (SELECT value FROM json_each(?))', parameters: [JSON.stringify(filter.ids)] });
  }
  if (parts.length === 0) return ALL;
  return {
    sql: parts.map((part) => `(${part.sql})`).join(' AND '),
    parameters: parts.flatMap((part) => part.parameters),
  };
}

const COLUMNS: Readonly<Record<ItemSort['by'], string>> = {
  imported: 'i.sequence',
  externalId: 'i.external_id',
  label: 'i.label',
  status: 'i.status',
  updated: 'i.updated_at',
  title: 'i.title',
  assignment: 'i.sequence',
};

/** The ORDER BY of a sort; ties by the order of import, in the same direction, so that an index serves both. */
export function orderOf({ by, descending }: ItemSort): string {
  const direction = descending ? 'DESC' : 'ASC';
  return by === 'imported'
    ? `i.sequence ${direction}`
    : `${COLUMNS[by]} ${direction}, i.sequence ${direction}`;
}

function labelIn(labels: readonly (string | null)[]): Condition {
  const named = labels.filter((label) => label !== null);
  const parts = [
    ...(named.length > 0 ? [oneOf('i.label', named)] : []),
    ...(labels.includes(null) ? [{ sql: 'i.label IS NULL', parameters: [] }] : []),
  ];
  if (parts.length === 0) return { sql: '0', parameters: [] };
  return {
    sql: parts.map((part) => part.sql).join(' OR '),
    parameters: parts.flatMap((part) => part.parameters),
  };
}

function oneOf(column: string, values: readonly string[]): Condition {
  return { sql: `${column} IN (${marks(values)})`, parameters: values };
}

const marks = (values: readonly unknown[]): string => values.map(() => '?').join(', ');
