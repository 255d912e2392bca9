import { createHash } from 'node:crypto';
import { z } from 'zod';
import { CasebookError } from '../../../shared/base/errors.ts';
import { type CasebookDatabase, openDatabase } from './database.ts';
import { LAYOUTS } from './layouts.ts';
import { migrate, type Migration, migrations } from './migrate.ts';

/** Tables that the full-text index keeps for itself; how they are written depends on the version of SQLite. */
const INDEX_TABLES = new Set(['item_text_config', 'item_text_data', 'item_text_docsize', 'item_text_idx']);

const Part = z.object({
  type: z.enum(['table', 'index', 'trigger', 'view']),
  name: z.string(),
  sql: z.string().nullable(),
});
/** A table, an index, a trigger or a view of a database. */
export type Part = z.infer<typeof Part>;

/** How a database differs from what Casebook makes: foreign parts, parts written otherwise, and parts that are not there. */
interface LayoutDifference {
  readonly foreign: readonly Part[];
  /** As they should be. */
  readonly changed: readonly Part[];
  readonly missing: readonly Part[];
}

/** The parts of a database, without what SQLite keeps for itself. */
function partsOf(database: CasebookDatabase): Part[] {
  return database
    .prepare("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
    .all()
    .map((raw) => Part.parse(raw))
    .filter(({ type, name }) => type !== 'table' || !INDEX_TABLES.has(name));
}

/** What the migrations make, by the schema version that they lead to. */
const made = new WeakMap<readonly Migration[], Map<number, readonly Part[]>>();

function ownParts(version: number, known: readonly Migration[]): readonly Part[] {
  const byVersion = made.get(known) ?? new Map<number, readonly Part[]>();
  made.set(known, byVersion);
  const before = byVersion.get(version);
  if (before !== undefined) return before;
  const fresh = openDatabase(':memory:', 'create');
  try {
    migrate(
      fresh,
      known.filter((each) => each.version <= version),
    );
    const parts = partsOf(fresh);
    byVersion.set(version, parts);
    return parts;
  } finally {
    fresh.close();
  }
}

const SAME: LayoutDifference = { foreign: [], changed: [], missing: [] };

/** One text for the parts of a database, whatever their order. */
function digestOf(parts: readonly Part[]): string {
  const lines = parts
    .map(({ type, name, sql }) => JSON.stringify([type, name, sql]))
    .toSorted((a, b) => (a < b ? -1 : 1));
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

/** The digest of what the migrations make in a schema version: what `LAYOUTS` has to say of it. */
export const layoutDigest = (version: number): string => digestOf(ownParts(version, migrations));

const nameOf = ({ type, name }: Part): string => `${type} ${name}`;

/** Compares a database with what Casebook makes in its schema version. Reads nothing but its definitions. */
export function compareLayout(
  database: CasebookDatabase,
  known: readonly Migration[] = migrations,
): LayoutDifference {
  const version = Number(database.pragma('user_version', { simple: true }));
  const there = partsOf(database);
  // The usual case; to run the migrations anew would take every start of the program a tenth of a second.
  if (known === migrations && digestOf(there) === LAYOUTS[version]) return SAME;
  const own = new Map(ownParts(version, known).map((part) => [nameOf(part), part]));
  const found = new Map(there.map((part) => [nameOf(part), part]));
  return {
    foreign: [...found.values()].filter((part) => !own.has(nameOf(part))),
    changed: [...own.values()].filter((part) => {
      const there = found.get(nameOf(part));
      return there !== undefined && there.sql !== part.sql;
    }),
    missing: [...own.values()].filter((part) => !found.has(nameOf(part))),
  };
}

/** A difference in words, by names; null where there is none. */
export function layoutInWords({ foreign, changed, missing }: LayoutDifference): string | null {
  const said = [
    [foreign, 'foreign'],
    [changed, 'changed'],
    [missing, 'missing'],
  ] as const;
  const parts = said.flatMap(([list, what]) => list.map((part) => `${nameOf(part)} (${what})`));
  if (parts.length === 0) return null;
  const more = parts.length > NAMED ? ` and ${String(parts.length - NAMED)} more` : '';
  return `${parts.slice(0, NAMED).join(', ')}${more}`;
}

const NAMED = 5;

/**
 * Refuses a database that is not laid out exactly as Casebook lays one out: a trigger or a view of somebody's own would
 * run or answer in place of what is meant to be there. Nothing of it has run when this throws `invalid_input`.
 */
export function assertOwnLayout(database: CasebookDatabase, known: readonly Migration[] = migrations): void {
  const words = layoutInWords(compareLayout(database, known));
  if (words === null) return;
  throw new CasebookError(
    'invalid_input',
    `The database of this casebook does not have Casebook’s layout: ${words}. Foreign parts could change your data whenever something is saved.`,
    'Nothing was changed, and no foreign part has run. Make a clean copy with `casebook clean DIR COPY` and open it. Check its data: foreign parts may have run on another computer.',
  );
}
