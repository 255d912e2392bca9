import type { ItemId, PersonId } from '../../../../shared/domain/ids.ts';
import { AdjudicationId } from '../../../../shared/domain/ids.ts';
import { Json, sameJson } from '../../../../shared/domain/json.ts';
import type { Casebook } from '../../casebook.ts';
import type { ConflictStore } from './conflicts.ts';
import { Sides } from './conflicts.ts';
import { AdjudicationRow, rowReader, rowWriter } from './rows.ts';

const HEADS = `WHERE item_id = ? AND task = ? AND kind = 'decision'
  AND NOT EXISTS (SELECT 1 FROM adjudication b WHERE b.replaces = adjudication.id)
  AND round = (SELECT round FROM rating_state r WHERE (r.item_id, r.task, r.state) = (adjudication.item_id, adjudication.task, 'conflict'))
  ORDER BY created_at, id`;

/**
 * Notes where decisions exclude each other after a merge; which of them were here `before` says which side is whose.
 */
export function noteDecisions(
  { database }: Casebook,
  conflicts: ConflictStore,
  source: string,
  before: ReadonlySet<string>,
): (itemId: ItemId, task: string) => ('new' | 'open' | 'settled')[] {
  const heads = rowReader(database, 'adjudication', AdjudicationRow, HEADS);
  return (itemId, task) => {
    const found = heads.list(itemId, task).map(({ id }) => id);
    if (found.length < 2) return [];
    const own = found.filter((id) => before.has(id));
    const ours = own.length > 0 ? own : found.slice(0, 1);
    const theirs = found.filter((id) => !ours.includes(id));
    if (theirs.length === 0) return ['open'];
    return [
      conflicts.note({
        kind: 'decision',
        itemId,
        summary: 'It was decided differently in two places; until this is settled it has no gold.',
        ours: Json.parse({ decisions: ours }),
        theirs: Json.parse({ decisions: theirs }),
        source,
        same: (earlier) => sameJson(idsOf(earlier.ours, earlier.theirs), [...found].sort()),
      }),
    ];
  };
}

const idsOf = (...sides: readonly Json[]): string[] =>
  sides.flatMap((side) => Sides.decision.parse(side).decisions).sort();

/** Whether decisions still exclude each other: settled in Adjudicate meanwhile, they do not. */
export function standsOpen({ database }: Casebook): (decisions: readonly string[]) => boolean {
  const head = database
    .prepare<[string], number>(
      'SELECT 1 FROM adjudication a WHERE id = ? AND NOT EXISTS (SELECT 1 FROM adjudication b WHERE b.replaces = a.id)',
    )
    .pluck();
  return (decisions) => decisions.filter((id) => head.get(id) !== undefined).length > 1;
}

/** Takes decisions back, as a reopening does, in the caller's transaction. */
export function takeBack({ database, ports }: Casebook, decisions: readonly string[], by: PersonId): void {
  const byId = rowReader(database, 'adjudication', AdjudicationRow, 'WHERE id = ?');
  const insert = rowWriter(database, 'adjudication', AdjudicationRow);
  const replaced = database
    .prepare<[string], number>('SELECT 1 FROM adjudication WHERE replaces = ?')
    .pluck();
  for (const id of decisions) {
    const [row] = byId.list(id);
    if (row === undefined || replaced.get(id) !== undefined) continue;
    insert({
      ...row,
      id: AdjudicationId.parse(ports.newId()),
      kind: 'reopening',
      annotation_id: null,
      replaces: row.id,
      fields: {},
      cause: null,
      note: 'Another decision was chosen when casebooks were merged.',
      person_id: by,
      created_at: ports.now(),
    });
  }
}
