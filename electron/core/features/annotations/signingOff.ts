import { setImmediate } from 'node:timers/promises';
import { isAnswered } from '../../../../shared/benchmarks/parts.ts';
import type { BulkResult, ItemSelection } from '../../../../shared/contract/items.ts';
import { answerOf, type DocumentDiff } from '../../../../shared/domain/document.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { ItemId, type PersonId } from '../../../../shared/base/ids.ts';
import { BLIND_IN_WORDS, reasonOfBlindness } from '../../access/blindness.ts';
import { idsOf } from '../../access/itemQueries.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import type { Work } from '../../base/work.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { AnnotationsService } from './service.ts';

/** Items are signed off one by one; this one is refused, in words. */
class Refusal extends Error {}

/** Which items are signed off, and by whom. */
interface SignOffRequest {
  readonly items: ItemSelection;
  readonly personId: PersonId;
  /** Who vouches for the images; null: the person, who has looked at them all. */
  readonly vouchedBy: string | null;
}

/**
 * Signs off the images of many items, each as a new version of the person's answer. Refuses, by name, items that are
 * blind to them, lack an image, or have an unsubmitted draft of theirs. Throws `invalid_input` if the benchmark has no
 * sign-off, and the signal's reason when it aborts; what was signed off by then stays.
 */
export async function signOffMany(
  { database, benchmark, ports }: Casebook,
  annotations: AnnotationsService,
  { items: selection, personId, vouchedBy }: SignOffRequest,
  viewpoint: Viewpoint,
  { progress, signal }: Work,
): Promise<BulkResult> {
  const task = benchmark.tasks.find(({ images }) => images !== undefined);
  const field = task?.images?.signOff;
  if (task === undefined || field === undefined)
    throw new CasebookError(
      'invalid_input',
      `${benchmark.title} has no sign-off of images.`,
      'Nothing was changed.',
    );
  const mark = ports.newId();

  const signOff = (itemId: ItemId): boolean =>
    database.transaction(() => {
      const blind = reasonOfBlindness(viewpoint, itemId);
      if (blind !== null) throw new Refusal(BLIND_IN_WORDS[blind]);
      const round = annotations.roundFor(itemId, task.id, personId);
      const key = { itemId, task: task.id, round, personId };
      const { records, revision, state, item, asked } = annotations.open(key, viewpoint);
      if (!isAnswered(asked, field)) throw new Refusal('You were not asked to sign its images off.');
      if (item.missingImages > 0) throw new Refusal('An image is missing.');
      if (state === 'draft') throw new Refusal('You have unsubmitted work on it.');
      if (answerOf(records)[field] === true) return false;
      const name = `field:${field}`;
      const before = records[name];
      const signed = { type: 'field', name: field, value: true } as const;
      const diff: DocumentDiff =
        before === undefined
          ? { added: { [name]: signed }, updated: {}, removed: {} }
          : { added: {}, updated: { [name]: [before, signed] }, removed: {} };
      const edited = annotations.edit(key, { revision, diff, mark, activeMilliseconds: 0 }, viewpoint);
      annotations.submit(key, edited.revision, viewpoint, vouchedBy === null ? {} : { vouchedBy });
      return true;
    })();

  const ids = 'ids' in selection ? [...new Set(selection.ids)] : idsOf(database, selection.filter, viewpoint);
  const nameOf = database.prepare<[string], string>('SELECT external_id FROM item WHERE id = ?').pluck();
  const refused: BulkResult['refused'] = [];
  let changed = 0;
  for (const [done, id] of ids.entries()) {
    progress('Signing off', done, ids.length);
    await setImmediate();
    signal.throwIfAborted();
    try {
      if (signOff(ItemId.parse(id))) changed += 1;
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof CasebookError)) throw error;
      const blind = viewpoint.isBlind(ItemId.parse(id));
      refused.push({ item: blind ? 'An item' : (nameOf.get(id) ?? 'An item'), reason: error.message });
    }
  }
  return { changed, refused };
}
