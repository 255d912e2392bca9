import { AdjudicationId, type ItemId, type PersonId } from '../../../shared/base/ids.ts';
import { Json, sameJson } from '../../../shared/base/json.ts';
import type { Casebook } from '../derived/casebook.ts';
import { rowReader, rowWriter } from '../db/rows.ts';
import type { RowOf } from '../db/schema.ts';
import { type ConflictStore, Sides } from '../records/sharing/conflicts.ts';
import { type AnswerRows, isSameAnswer } from '../records/sharing/forks.ts';
import { timeOfWriting } from '../records/sharing/hubClock.ts';

const HEADS = `WHERE item_id = ? AND task = ? AND kind = 'decision'
  AND NOT EXISTS (SELECT 1 FROM adjudication b WHERE b.replaces = adjudication.id)
  AND round = (SELECT round FROM rating_state r WHERE (r.item_id, r.task, r.state) = (adjudication.item_id, adjudication.task, 'conflict'))
  ORDER BY created_at, id`;

/**
 * Notes where decisions exclude each other after a merge; which of them were here `before` says which side is whose.
 * Where all of them decide the same with the same words, one is enough: the others are taken back, `united`.
 */
export function noteDecisions(
  casebook: Casebook,
  conflicts: ConflictStore,
  source: string,
  before: ReadonlySet<string>,
): (
  itemId: ItemId,
  task: string,
) => { readonly noted: readonly ('new' | 'open' | 'resolved')[]; readonly united: boolean } {
  const heads = rowReader(casebook.database, 'adjudication', HEADS);
  const decideTheSame = sameDecision(casebook);
  return (itemId, task) => {
    const rows = heads.list(itemId, task);
    const found = rows.map(({ id }) => id);
    const [first, ...further] = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    if (first === undefined || further.length === 0) return { noted: [], united: false };
    if (further.every((each) => decideTheSame(first, each))) {
      for (const each of further)
        reopenDecisions(casebook, [each.id], each.person_id, 'The same item was decided in two places.');
      return { noted: [], united: true };
    }
    const own = found.filter((id) => before.has(id));
    const ours = own.length > 0 ? own : found.slice(0, 1);
    const theirs = found.filter((id) => !ours.includes(id));
    if (theirs.length === 0) return { noted: ['open'], united: false };
    const noted = conflicts.note({
      kind: 'decision',
      itemId,
      summary: 'It was decided differently in two places; it has no gold until somebody resolves this.',
      ours: Json.parse({ decisions: ours }),
      theirs: Json.parse({ decisions: theirs }),
      source,
      same: (earlier) => sameJson(idsOf(earlier.ours, earlier.theirs), [...found].sort()),
    });
    return { noted: [noted], united: false };
  };
}

const idsOf = (...sides: readonly Json[]): string[] =>
  sides.flatMap((side) => Sides.decision.parse(side).decisions).sort();

/** Whether two decisions choose the same answer, with the same cause and note. */
function sameDecision({
  database,
}: Casebook): (a: RowOf<'adjudication'>, b: RowOf<'adjudication'>) => boolean {
  const answers = rowReader(database, 'annotation', 'WHERE id = ?');
  const regions = rowReader(database, 'region', 'WHERE annotation_id = ?');
  const answerOf = (id: string | null): AnswerRows | null => {
    const [annotation] = id === null ? [] : answers.list(id);
    return annotation === undefined ? null : { annotation, regions: regions.list(annotation.id) };
  };
  return (a, b) => {
    if (a.cause !== b.cause || a.note !== b.note) return false;
    const [one, other] = [answerOf(a.annotation_id), answerOf(b.annotation_id)];
    return one !== null && other !== null && isSameAnswer(one, other);
  };
}

/** Takes decisions back, as a reopening does, in the caller's transaction. */
export function reopenDecisions(
  { database, ports }: Casebook,
  decisions: readonly string[],
  by: PersonId,
  note: string,
): void {
  const byId = rowReader(database, 'adjudication', 'WHERE id = ?');
  const insert = rowWriter(database, 'adjudication');
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
      note,
      person_id: by,
      created_at: timeOfWriting({ database, ports }),
    });
  }
}
