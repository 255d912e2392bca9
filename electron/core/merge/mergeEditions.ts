import { type EditionId, type ItemId } from '../../../shared/base/ids.ts';
import { Json } from '../../../shared/base/json.ts';
import type { Casebook } from '../derived/casebook.ts';
import { rowReader, rowWriter, sameRow } from '../db/rows.ts';
import { createAdoption } from './adoption.ts';
import { type KeptConflict, Sides } from '../records/sharing/conflicts.ts';
import { type Correspondence, countConflict, type MergeContext, refuseMerge } from './mergeContext.ts';
import type { OpenStudyTitle } from './mergeStudies.ts';
import { noteTouched } from './tally.ts';

const LATEST_ROUND = 'SELECT max(round) FROM assignment WHERE item_id = ? AND task = ?';

/**
 * Merges fixes of items, after the answers, in the caller's transaction with foreign keys deferred. An edition that
 * follows ours becomes current, unless participants are being asked about the item. If both sides fixed one edition
 * differently, ours stays until a person resolves it. Returns the items whose edition was held back.
 */
export function mergeEditions(
  context: MergeContext,
  { leftOut }: Correspondence,
  underWay: OpenStudyTitle,
): ReadonlySet<string> {
  mergeEditionRows(context, leftOut);
  const { into, source, tally, nameOf } = context;
  const heldBack = new Set<string>();
  const lines = into.records.editionLines;
  const adopt = createAdoption(into);
  const ours = rowReader(into.database, 'item', 'WHERE id = ?');
  const rounds = source.database.prepare<[string, string], number | null>(LATEST_ROUND).pluck();
  for (const theirs of rowReader(source.database, 'item', 'WHERE edition_id IS NOT NULL').all()) {
    const [own] = leftOut.has(theirs.id) ? [] : ours.list(theirs.id);
    const edition = theirs.edition_id;
    if (own === undefined || edition === null || own.edition_id === edition) continue;
    if (lines.includes(own.edition_id, edition)) continue;
    if (lines.includes(edition, own.edition_id)) {
      const study = underWay(theirs.id);
      if (study !== null) {
        heldBack.add(theirs.id);
        tally.left.push({
          item: nameOf(theirs.id),
          reason: `It was fixed there but keeps its text here: the study “${study}” is open and asks about it. Close the study and merge again.`,
        });
        continue;
      }
      adopt(theirs.id, edition, {
        imported: theirs.imported_payload,
        latestRound: (task) => rounds.get(theirs.id, task) ?? 1,
      });
      touchAll(context, theirs.id);
    } else if (own.edition_id !== null) noteFork(context, theirs.id, own.edition_id, edition);
  }
  return heldBack;

  function touchAll({ into: { benchmark } }: MergeContext, itemId: ItemId): void {
    for (const { id } of benchmark.tasks) noteTouched(tally, itemId, id);
  }
}

function mergeEditionRows({ into, source, tally }: MergeContext, leftOut: ReadonlySet<string>): void {
  const { database, benchmark } = into;
  const byId = rowReader(database, 'edition', 'WHERE id = ?');
  const insert = rowWriter(database, 'edition');
  const isHere = database.prepare<[string], number>('SELECT 1 FROM annotation WHERE id = ?').pluck();
  for (const theirs of rowReader(source.database, 'edition', 'ORDER BY number, id').all()) {
    if (leftOut.has(theirs.item_id)) continue;
    const [own] = byId.list(theirs.id);
    if (own === undefined) {
      const { annotation_id: answer } = theirs;
      // An answer that is in conflict was not taken.
      insert({
        ...theirs,
        annotation_id: answer === null || isHere.get(answer) === undefined ? null : answer,
      });
      for (const { id } of benchmark.tasks) noteTouched(tally, theirs.item_id, id);
    } else if (!sameRow(own, theirs, ['annotation_id'])) refuseMerge(`The edition ${theirs.id} was changed.`);
  }
}

function noteFork(
  { into, source, conflicts, tally }: MergeContext,
  itemId: ItemId,
  own: EditionId,
  other: EditionId,
): void {
  const sides = new Set<EditionId | null>([own, other]);
  const noted = conflicts.note({
    kind: 'item',
    itemId,
    summary: 'The item was fixed differently in two places; the text here is current for now.',
    ours: editionSide(into, own),
    theirs: editionSide(into, other),
    source: source.name,
    same: (earlier) => editionsOf(earlier) !== null,
    // A person has chosen between these two, whichever of them was here then.
    decided: (earlier) => editionsOf(earlier)?.every((id) => sides.has(id)) === true,
  });
  countConflict(tally, noted);
}

/** An edition as one side of a conflict. */
function editionSide({ database }: Casebook, id: EditionId): Json {
  const [edition] = rowReader(database, 'edition', 'WHERE id = ?').list(id);
  const externalId = database
    .prepare<[string], string>('SELECT external_id FROM item WHERE id = ?')
    .pluck()
    .get(edition?.item_id ?? '');
  return Json.parse({
    externalId: externalId ?? '',
    payload: edition?.payload ?? {},
    imported: true,
    images: [],
    edition: id,
  });
}

/** The editions that a conflict is between; null for any other conflict. */
function editionsOf({ ours, theirs }: KeptConflict): readonly (EditionId | null)[] | null {
  const editions = [ours, theirs].map((side) => Sides.item.parse(side).edition ?? null);
  return editions.every((id) => id === null) ? null : editions;
}

/**
 * Whether an assignment comes in open whatever it says: what was submitted of an earlier edition, in the
 * latest round, as it is where an item is fixed, and what was skipped of one.
 */
export function createIncomingState({
  into,
  source,
}: MergeContext): (row: {
  item_id: ItemId;
  task: string;
  round: number;
  person_id: string;
  state: string;
}) => boolean {
  const edition = 'SELECT edition_id FROM item WHERE id = ?';
  const there = source.database.prepare<[string], string | null>(edition).pluck();
  const here = into.database.prepare<[string], string | null>(edition).pluck();
  const latestThere = source.database.prepare<[string, string], number | null>(LATEST_ROUND).pluck();
  const latestHere = into.database.prepare<[string, string], number | null>(LATEST_ROUND).pluck();
  const answered = into.database
    .prepare<[string, string, number, string], number>(
      `SELECT 1 FROM annotation WHERE item_id = ? AND task = ? AND round = ? AND person_id = ? AND state = 'submitted'
         AND edition_id IS (SELECT edition_id FROM item WHERE id = annotation.item_id)`,
    )
    .pluck();
  return ({ item_id: item, task, round, person_id: person, state }) => {
    if (state === 'open' || (there.get(item) ?? null) === (here.get(item) ?? null)) return false;
    // Which edition somebody skipped is not kept.
    if (state === 'skipped') return true;
    if (round < Math.max(latestThere.get(item, task) ?? 0, latestHere.get(item, task) ?? 0)) return false;
    return answered.get(item, task, round, person) === undefined;
  };
}
