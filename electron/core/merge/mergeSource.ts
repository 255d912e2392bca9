import { rowReader } from '../db/rows.ts';
import type { ImageStore, StoredImage } from '../records/images/imageStore.ts';
import { existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { CasebookError } from '../../../shared/base/errors.ts';
import { type ImageId, ItemId, type PersonId } from '../../../shared/base/ids.ts';
import { ItemStatus } from '../../../shared/domain/status.ts';
import type { Casebook } from '../derived/casebook.ts';
import { errorCode } from '../base/errors.ts';
import { UnreadableImage } from '../files/imageDecode.ts';
import { imagePath } from '../files/imagePaths.ts';
import { createBlindNames } from '../access/blindRow.ts';
import { createViewpoints, everything, type Viewpoint } from '../access/viewpoint.ts';
import type { Work } from '../base/work.ts';

import { noteDecisions } from './decisions.ts';
import { measurePackage } from './measuring.ts';
import { type Correspondence, countConflict, type MergeContext, type Source } from './mergeContext.ts';
import { mergeSurroundings } from './mergeCasebook.ts';
import { mergeBaselines } from './mergeBaselines.ts';
import { deletedSince } from './mergeDeletions.ts';
import { mergeWork } from './mergeWork.ts';
import { changedAnything, createTally, type MergeTally } from './tally.ts';

/** How many items are recomputed between two words on how far it is. */
const TOLD = 1000;

/** Merging of one source into a casebook. */
export interface MergeTarget {
  readonly into: Casebook;
  /** Null where the casebook is a trial copy, to whose images nothing is to be added. */
  readonly images: ImageStore | null;
  readonly by: PersonId | null;
}

/**
 * Takes over what a source holds, in one transaction, wholly or not at all, and brings up to date what follows from
 * it. Throws `invalid_input` in words where anything about the source is wrong; the casebook is what it was then.
 */
export async function mergeSource(
  { into, images, by }: MergeTarget,
  source: Source,
  work: Work,
): Promise<{ readonly tally: MergeTally; readonly person: string | null }> {
  await measurePackage(source, into, work);
  const held = source.origin === null ? await holdImages(into, images, source, work) : [];
  try {
    work.progress('Merging', 0, null);
    // Lets the progress be shown and a cancellation come through before nothing else can happen.
    await setImmediate();
    await into.gate.opened();
    work.signal.throwIfAborted();
    const tally = inWords(() => mergeRows(into, source, by, work.progress));
    return { tally, person: personOf(source) };
  } finally {
    await images?.release(held);
  }
}

/**
 * One transaction, without pauses: a pause would include what others write meanwhile, and undo it along. So the core
 * answers nobody until it is done; the command line shows progress, a window only the result.
 */
function mergeRows(
  into: Casebook,
  source: Source,
  by: PersonId | null,
  progress: Work['progress'],
): MergeTally {
  const { database } = into;
  const tally = createTally();
  const { conflicts } = into.records;
  const view = viewOf(into, by);
  const context: MergeContext = { into, source, conflicts, tally, nameOf: itemNames(into, view) };
  database
    .transaction(() => {
      // A box comes before its answer, a decision before the one that it replaces.
      database.pragma('defer_foreign_keys = ON');
      const before = new Set(database.prepare<[], string>('SELECT id FROM adjudication').pluck().all());
      tally.left.push(...(source.heldBack ?? []));
      source.exchange?.begin(context);
      const correspondence = source.origin === null ? mergeSurroundings(context) : asSent(context);
      mergeWork(context, correspondence);
      mergeBaselines(context, correspondence);
      const { verdicts } = into.derived;
      for (const id of tally.answered) verdicts.recompute(id);
      const noteDecision = noteDecisions(into, conflicts, source.name, before);
      const { items: writer, recompute: recomputing } = into.derived;
      let done = 0;
      writer.together(() => {
        for (const [id, tasks] of tally.touched) {
          if (done % TOLD === 0) progress('Recomputing derived data', done, tally.touched.size);
          done += 1;
          const itemId = ItemId.parse(id);
          for (const task of tasks) {
            recomputing.recompute(itemId, task, by);
            const { noted, united } = noteDecision(itemId, task);
            for (const each of noted) countConflict(tally, each);
            if (united) recomputing.recompute(itemId, task, by);
          }
          writer.reindex(itemId);
        }
      });
      into.derived.validation.fill();
      if (source.exchange !== undefined) source.exchange.end(context);
      else if (source.origin === null) leaveStatuses(context, view);
      // An acceptance that comes from elsewhere knows nothing of the answers that are here.
      into.derived.returnToReview(by);
      if (changedAnything(tally)) logMerge(context, by);
    })
    .immediate();
  return tally;
}

/** A package's surroundings are this casebook's own: they went out from here. */
function asSent({ into, source, tally }: MergeContext): Correspondence {
  const { database } = source;
  const { known } = tally;
  const leftOut = deletedSince({ into, source, tally });
  known.people = rowReader(database, 'person').list().length;
  known.items = rowReader(database, 'item').list().length;
  known.images = rowReader(database, 'image').list().length;
  return { imageId: (id) => id, leftOut };
}

/** A status is what people of this casebook made it: another one elsewhere is reported, not taken. */
function leaveStatuses({ into, source, tally, nameOf }: MergeContext, view: Viewpoint): void {
  const here = into.database.prepare<[string], string>('SELECT status FROM item WHERE id = ?').pluck();
  for (const { id, status } of rowReader(source.database, 'item', 'ORDER BY sequence').all()) {
    const own = here.get(id);
    if (own === undefined || own === status) continue;
    const told = view.isBlind(id)
      ? 'Its status differs there'
      : `Its status there is ${words(status)}, here ${words(ItemStatus.parse(own))}`;
    tally.left.push({ item: nameOf(id), reason: `${told}; merging leaves the status unchanged.` });
  }
}

/** What the person who merges may see, by the present assignments. */
function viewOf(into: Casebook, by: PersonId | null): Viewpoint {
  const person = by === null ? undefined : into.records.people.find(by);
  return person === undefined ? everything : createViewpoints(into)(person);
}

function itemNames({ database }: Casebook, view: Viewpoint): MergeContext['nameOf'] {
  const read = database.prepare<[string], string>('SELECT external_id FROM item WHERE id = ?').pluck();
  const blindName = createBlindNames(database);
  return (id) =>
    view.person !== null && view.isBlind(id) ? blindName(view.person.id, id) : (read.get(id) ?? id);
}

const words = (status: ItemStatus): string => status.replaceAll('_', ' ');

function logMerge({ into, source, tally }: MergeContext, by: PersonId | null): void {
  const sequence = into.database.prepare<[string], number>('SELECT sequence FROM item WHERE id = ?').pluck();
  into.records.log({
    kind: 'merge',
    personId: by,
    detail: {
      source: source.name,
      package: source.origin?.id ?? null,
      taken: tally.taken,
      known: tally.known,
      conflicts: tally.conflicts,
    },
    items: [...tally.touched.keys()].flatMap((id) => sequence.get(id) ?? []),
  });
}

function personOf({ database, origin }: Source): string | null {
  if (origin === null) return null;
  const [person] = rowReader(database, 'person', 'WHERE id = ?').list(origin.personId);
  return person?.handle ?? null;
}

/** Takes the files of images that are not here yet into the store, before their rows. */
async function holdImages(
  { database }: Casebook,
  images: ImageStore | null,
  source: Source,
  { progress, signal }: Work,
): Promise<StoredImage[]> {
  const known = database.prepare<[string], ImageId>('SELECT id FROM image WHERE sha256 = ?').pluck();
  const rows = rowReader(source.database, 'image')
    .list()
    .filter(({ sha256 }) => known.get(sha256) === undefined);
  const held: StoredImage[] = [];
  try {
    for (const [index, row] of rows.entries()) {
      progress('Copying images', index, rows.length);
      signal.throwIfAborted();
      const file = row.link ?? imagePath(source.folders, row.sha256, row.extension);
      if (!existsSync(file)) refuseImage(row.id, 'its file is missing');
      if (images === null) continue;
      const image = await images.hold(file, { link: false, signal });
      held.push(image);
      const { facts } = image;
      if (image.sha256 !== row.sha256) refuseImage(row.id, 'its file changed after it was imported');
      if (facts !== null && (facts.width !== row.width || facts.height !== row.height))
        refuseImage(row.id, 'its size differs from its row');
    }
    await images?.flush(held, { signal });
    return held;
  } catch (error) {
    await images?.release(held);
    if (!(error instanceof UnreadableImage)) throw error;
    throw new CasebookError('invalid_input', `An image cannot be read: ${error.message}`, null, {
      cause: error,
    });
  }
}

function refuseImage(id: string, what: string): never {
  throw new CasebookError(
    'invalid_input',
    `The image ${id} cannot be merged: ${what}.`,
    'None of it was merged. casebook check there lists the problems.',
  );
}

/** What the schema refuses is the source's fault. */
function inWords(work: () => MergeTally): MergeTally {
  try {
    return work();
  } catch (error) {
    const code = errorCode(error);
    if (code === null || !code.startsWith('SQLITE_CONSTRAINT')) throw error;
    throw new CasebookError(
      'invalid_input',
      `Its rows contradict each other or rows in this casebook (${error instanceof Error ? error.message : code}).`,
      'None of it was merged.',
      { cause: error },
    );
  }
}
