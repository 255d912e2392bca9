import type { ItemFilter, ItemSort } from '../../../shared/contract/items.ts';
import { ValidationStage } from '../../../shared/domain/status.ts';
import { CasebookError } from '../../../shared/base/errors.ts';
import { blindItems } from './blindItems.ts';
import { askedStates, seenQueueState } from './queueStates.ts';
import { adjudicatesOnly, type Viewpoint } from './viewpoint.ts';
import { inDrawnOrder } from './caseName.ts';
import { UNDECIDED } from './undecided.ts';
import { outcomeAt } from '../records/acceptance/gates.ts';
import { searchQuery } from '../records/items/searchTexts.ts';

/** A condition on `item AS i` with its parameters in order. */
export interface Condition {
  readonly sql: string;
  readonly parameters: readonly (string | number)[];
}

const ALL: Condition = { sql: '1', parameters: [] };

/**
 * A filter as SQL, for the caller; `leaveOut` names a part to ignore, to count what that part would offer. Blind items
 * match no part that reveals content, and callers who see only their assignments may not use such a part (`forbidden`).
 */
export function conditionOf(filter: ItemFilter, viewpoint: Viewpoint, leaveOut?: string): Condition {
  const telling = tellingParts(filter, leaveOut);
  const parts = [...telling, ...harmlessParts(filter, viewpoint)];
  const { person, seesEverything } = viewpoint;
  if (seesEverything || person === null)
    return orKept(allOf([...parts, ...(telling.length > 0 ? notBlind(viewpoint) : [])]), filter);
  if (tellsContent(filter)) refuse('Filters');
  const assigned = {
    sql: 'i.id IN (SELECT item_id FROM assignment WHERE person_id = ?)',
    parameters: [person.id],
  };
  return allOf([orKept(allOf(parts), filter), assigned]);
}

/** What a filter finds, and the items that are kept whatever it finds. */
function orKept(found: Condition, { kept }: ItemFilter): Condition {
  if (kept === undefined || kept.length === 0 || found === ALL) return found;
  return {
    sql: `(${found.sql}) OR i.id IN (SELECT value FROM json_each(?))`,
    parameters: [...found.parameters, JSON.stringify(kept)],
  };
}

/** Items that are not blind to the caller: no part at all where there are none, which is the usual case. */
function notBlind(viewpoint: Viewpoint): Condition[] {
  const { person } = viewpoint;
  if (person === null || !viewpoint.isBlindAnywhere()) return [];
  return [{ sql: `i.id NOT IN (${BLIND})`, parameters: [person.id] }];
}

/** Items that may not be decided yet, for adjudicators who do not assign items; else no part. */
function decided({ person }: Viewpoint): Condition[] {
  if (person === null || !adjudicatesOnly(person)) return [];
  const undecided = `SELECT item_id FROM rating_state WHERE state IN (${UNDECIDED})`;
  return [{ sql: `i.id NOT IN (${undecided})`, parameters: [] }];
}

/** The same as a filter, but only of items that are not blind to the caller: what may be counted by content. */
export function visibleConditionOf(filter: ItemFilter, viewpoint: Viewpoint, leaveOut?: string): Condition {
  const found = conditionOf(filter, viewpoint, leaveOut);
  return allOf([...(found.sql === '1' ? [] : [found]), ...notBlind(viewpoint)]);
}

const BLIND = blindItems('?');

/** The parts that only look at what was asked of people, and at what everybody sees. */
function harmlessParts(filter: ItemFilter, viewpoint: Viewpoint): Condition[] {
  const parts: Condition[] = [];
  const caller = viewpoint.person?.id ?? null;
  if (filter.images !== undefined) {
    parts.push({
      sql: filter.images === 'missing' ? 'i.missing_images > 0' : 'i.missing_images = 0',
      parameters: [],
    });
  }
  if (filter.assignees !== undefined) {
    parts.push({
      sql: 'i.id IN (SELECT item_id FROM assignment WHERE person_id IN (SELECT value FROM json_each(?)))',
      parameters: [JSON.stringify(filter.assignees)],
    });
    // Who else rates an item is not for its raters to know.
    if (caller === null || !filter.assignees.includes(caller)) parts.push(...notBlind(viewpoint));
    // Nor, before the decision, for adjudicators.
    if (filter.assignees.some((id) => id !== caller)) parts.push(...decided(viewpoint));
  }
  if (filter.assignment !== undefined) {
    parts.push(
      caller === null
        ? { sql: '0', parameters: [] }
        : {
            sql: `(${ownAssignment('state')}) IN (${marks(filter.assignment)})`,
            parameters: [caller, ...filter.assignment],
          },
    );
  }
  if (filter.validation !== undefined) parts.push(...queueParts(filter.validation, viewpoint));
  if (filter.ids !== undefined) {
    // One parameter whatever the number: SQLite bounds the number of parameters.
    parts.push({ sql: 'i.id IN (SELECT value FROM json_each(?))', parameters: [JSON.stringify(filter.ids)] });
  }
  return parts;
}

/** In which states of the validation queue items are: what is blind to the caller is outstanding to them. */
function queueParts(validation: NonNullable<ItemFilter['validation']>, viewpoint: Viewpoint): Condition[] {
  const state = seenQueueState(viewpoint);
  return askedStates(validation).map((states) => ({
    sql: `EXISTS (SELECT 1 FROM validation_state v WHERE v.item_id = i.id AND ${state.sql} IN (${marks(states)}))`,
    parameters: [...state.parameters, ...states],
  }));
}

/** The parts that tell something of what is in an item or of what somebody made of it. */
function tellingParts(filter: ItemFilter, leaveOut: string | undefined): Condition[] {
  return [...contentParts(filter, leaveOut), ...workParts(filter)];
}

function contentParts(filter: ItemFilter, leaveOut: string | undefined): Condition[] {
  const parts: Condition[] = [];
  const query = filter.text === undefined ? null : searchQuery(filter.text);
  if (query !== null)
    parts.push({
      sql: 'i.sequence IN (SELECT rowid FROM item_text WHERE item_text MATCH ?)',
      parameters: [query],
    });
  if (filter.status !== undefined && leaveOut !== 'status') parts.push(oneOf('i.status', filter.status));
  if (filter.label !== undefined && leaveOut !== 'label') parts.push(oneOrNone('i.label', filter.label));
  if (filter.split !== undefined && leaveOut !== 'split') parts.push(oneOrNone('i.split', filter.split));
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
  return parts;
}

function workParts(filter: ItemFilter): Condition[] {
  const parts: Condition[] = [];
  if (filter.boxes !== undefined) {
    const some =
      'EXISTS (SELECT 1 FROM annotation a JOIN region r ON r.annotation_id = a.id WHERE a.item_id = i.id)';
    parts.push({ sql: filter.boxes === 'some' ? some : `NOT ${some}`, parameters: [] });
  }
  if (filter.unsubmitted !== undefined) {
    const draft = "EXISTS (SELECT 1 FROM annotation a WHERE a.item_id = i.id AND a.state = 'draft')";
    parts.push({ sql: filter.unsubmitted ? draft : `NOT ${draft}`, parameters: [] });
  }
  if (filter.comments !== undefined) parts.push({ sql: COMMENTED[filter.comments], parameters: [] });
  if (filter.ratings !== undefined) {
    parts.push({
      sql: `i.id IN (SELECT item_id FROM rating_state WHERE state IN (${marks(filter.ratings)}))`,
      parameters: filter.ratings,
    });
  }
  if (filter.validation !== undefined) parts.push(...validationParts(filter.validation));
  return parts;
}

/** SQL: whether `item AS i` has comments that wait for an answer, or any. */
const COMMENTED = {
  open: `i.id IN (SELECT item_id FROM comment WHERE removed = 0 AND thread_id IS NULL AND resolved = 0)`,
  any: 'i.id IN (SELECT item_id FROM comment WHERE removed = 0)',
} as const;

/** What the funnel counts at a gate are the items that failed none before it. */
function validationParts({
  at,
  decision,
  reason,
}: NonNullable<ItemFilter['validation']>): readonly Condition[] {
  const conditions: Condition[] = [];
  if (at !== undefined) {
    const before = ValidationStage.options.slice(0, ValidationStage.options.indexOf(at.stage));
    const failsNone = before.map((stage) => `${outcomeAt(stage)} <> 'failed'`);
    conditions.push({
      sql: [
        // An accepted item is in the benchmark, whatever gate it failed.
        ...(at.stage === 'accepted'
          ? [`((${failsNone.join(' AND ')}) OR ${outcomeAt(at.stage)} = 'passed')`]
          : failsNone),
        `${outcomeAt(at.stage)} IN (${marks(at.outcome)})`,
      ].join(' AND '),
      parameters: at.outcome,
    });
  }
  if (decision !== undefined) conditions.push(oneOf('v.decision', decision));
  if (reason !== undefined) conditions.push(oneOf('v.reason', reason));
  if (conditions.length === 0) return [];
  const { sql, parameters } = allOf(conditions);
  return [
    {
      sql: `EXISTS (SELECT 1 FROM validation_state v WHERE v.item_id = i.id AND ${sql})`,
      parameters,
    },
  ];
}

/** More than anybody is given in a round. */
const MOST_POSITIONS = 2 ** 32;

/** Whether a filter asks for more than which items and where the caller's own work on them stands. */
function tellsContent({ ids: _ids, kept: _kept, assignment: _assignment, ...others }: ItemFilter): boolean {
  return Object.values(others).some((part) => part !== undefined);
}

/** SQL: a column of the caller's latest assignment of `item AS i`; one parameter, the caller. */
export function ownAssignment(column: string): string {
  return `SELECT ${column} FROM assignment WHERE person_id = ? AND item_id = i.id ORDER BY round DESC, task LIMIT 1`;
}

function refuse(what: string): never {
  throw new CasebookError(
    'forbidden',
    `${what} by an item’s content are not for raters: their results would reveal others’ answers.`,
    'Nothing was changed. Filter by the state of your own work.',
  );
}

function allOf(parts: readonly Condition[]): Condition {
  if (parts.length === 0) return ALL;
  return {
    sql: parts.map((part) => `(${part.sql})`).join(' AND '),
    parameters: parts.flatMap((part) => part.parameters),
  };
}

const COLUMNS: Readonly<Record<Exclude<ItemSort['by'], 'assignment'>, string>> = {
  imported: 'i.sequence',
  externalId: 'i.external_id',
  label: 'i.label',
  status: 'i.status',
  updated: 'i.updated_at',
  title: 'i.title',
};

/**
 * The ORDER BY of a sort; ties in the order of import, in the same direction, so that an index serves both. Blind items
 * stay together in an order that reveals nothing. Callers who see only their assignments may not sort by content
 * (`forbidden`).
 */
export function orderOf({ by, descending }: ItemSort, viewpoint: Viewpoint): Condition {
  const direction = descending ? 'DESC' : 'ASC';
  const { person, seesEverything } = viewpoint;
  if (by === 'imported' && seesEverything) return tiesOf(direction, viewpoint);
  // The order of import often follows the label: raters get the order of their own work instead.
  if (by === 'assignment' || (by === 'imported' && !seesEverything)) {
    if (person === null) return { sql: `i.sequence ${direction}`, parameters: [] };
    // Round and position as one number: what costs is the looking up, once for each item.
    const place = ownAssignment(`round * ${String(MOST_POSITIONS)} + position`);
    const ties = tiesOf(direction, viewpoint);
    return {
      sql: `(${place}) ${direction} NULLS LAST, ${ties.sql}`,
      parameters: [person.id, ...ties.parameters],
    };
  }
  if (!seesEverything) refuse('Orders');
  const column = COLUMNS[by];
  const ties = tiesOf(direction, viewpoint);
  if (person === null || !viewpoint.isBlindAnywhere())
    return { sql: `${column} ${direction}, ${ties.sql}`, parameters: ties.parameters };
  return {
    sql: `CASE WHEN i.id IN (${BLIND}) THEN NULL ELSE ${column} END ${direction}, ${ties.sql}`,
    parameters: [person.id, ...ties.parameters],
  };
}

/** In the order of import; undecided items in one that tells nothing to those who only decide. */
function tiesOf(direction: 'ASC' | 'DESC', viewpoint: Viewpoint): Condition {
  const { person } = viewpoint;
  if (person === null || !adjudicatesOnly(person) || !viewpoint.isBlindAnywhere())
    return { sql: `i.sequence ${direction}`, parameters: [] };
  return {
    sql: `CASE WHEN i.id IN (${BLIND}) THEN NULL ELSE i.sequence END ${direction}, ${inDrawnOrder('i.id')}`,
    parameters: [person.id],
  };
}

function oneOrNone(column: string, values: readonly (string | null)[]): Condition {
  const named = values.filter((value) => value !== null);
  const parts = [
    ...(named.length > 0 ? [oneOf(column, named)] : []),
    ...(values.includes(null) ? [{ sql: `${column} IS NULL`, parameters: [] }] : []),
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
