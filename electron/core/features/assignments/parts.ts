import type { Task, TaskPart } from '../../../../shared/benchmarks/task.ts';
import { EVERYTHING } from '../../../../shared/benchmarks/taskParts.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { ItemId } from '../../../../shared/base/ids.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { createMetaReader } from '../../db/meta.ts';
import type { AssignmentCandidate } from './queries.ts';

/** What is known of items that a part of a task would give to their raters. */
export class PartAvailability {
  readonly #read;
  readonly vocabulary;

  constructor(casebook: Casebook) {
    const { database } = casebook;
    this.#read = database.prepare<[string], { payload: string; imported: number }>(
      `SELECT payload, gold_source = 'imported' OR imported_payload IS NOT NULL AS imported FROM item WHERE id = ?`,
    );
    this.vocabulary = createMetaReader(database, 'vocabulary', (stored) => JsonObject.parse(stored ?? {}));
  }

  isImported(itemId: ItemId): boolean {
    return this.#read.get(itemId)?.imported === 1;
  }

  lacks(part: TaskPart, itemId: ItemId): string | null {
    const row = this.#read.get(itemId);
    return row === undefined ? null : part.lacks(JsonObject.parse(JSON.parse(row.payload)));
  }
}

/** The part of that name, null for the whole form. Throws `not_found` where there is none, or it would ask for nothing. */
export function requirePart(task: Task, named: string | null, vocabulary: JsonObject): TaskPart | null {
  if (named === null) return null;
  const parts = (task.parts ?? []).filter((each) => each.asked(vocabulary).length > 0);
  const part = parts.find(({ id }) => id === named);
  if (part !== undefined) return part;
  throw new CasebookError(
    'not_found',
    `The task "${task.title}" has no part "${named}".`,
    `Nothing was assigned. Choose one of: ${[EVERYTHING, ...parts.map(({ id }) => id)].join(', ')}.`,
  );
}

/** What raters are to be given has to be there: throws `invalid_input` otherwise. */
export function requireAssignable(
  part: TaskPart | null,
  items: readonly AssignmentCandidate[],
  assigning: PartAvailability,
): void {
  if (part === null) return;
  const lacking = items.flatMap(({ id }) => assigning.lacks(part, id) ?? []);
  const [what] = lacking;
  if (what === undefined) return;
  throw new CasebookError(
    'invalid_input',
    `${String(lacking.length)} of the ${String(items.length)} items ${lacking.length === 1 ? 'has' : 'have'} no ${what.replace(/^an? /u, '')} to show raters.`,
    `Nothing was assigned. Assign "Everything" for ${lacking.length === 1 ? 'it' : 'them'}, or choose other items.`,
  );
}

/** How many items show which part is usual: a page of the Library is enough. */
const LOOKED_AT = 200;

/** The part that is usual where several people rate imported items that have what it gives; else null. */
export function usualPart(
  task: Task,
  items: readonly AssignmentCandidate[],
  overlap: number,
  assigning: PartAvailability,
): string | null {
  const part = task.parts?.find(({ isUsual }) => isUsual === true);
  if (part === undefined || overlap < 2 || items.length === 0) return null;
  const fits = ({ id }: AssignmentCandidate): boolean =>
    assigning.isImported(id) && assigning.lacks(part, id) === null;
  return items.slice(0, LOOKED_AT).every(fits) ? part.id : null;
}
