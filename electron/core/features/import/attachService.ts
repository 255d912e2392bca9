import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { ImageRights } from '../../../../shared/benchmarks/benchmark.ts';
import type { AttachReport } from '../../../../shared/contract/importExport.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { ImageId, ItemId, type PersonId } from '../../../../shared/base/ids.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { assertWritable } from '../../records/casebook.ts';
import { concurrently } from '../../files/concurrently.ts';
import { filesBelow } from '../../files/folder.ts';
import { UnreadableImage } from '../../files/imageDecode.ts';
import { looksLikeImage } from '../../files/imageFormats.ts';
import { imagePath } from '../../files/imagePaths.ts';
import type { StoredImage } from '../../records/images/imageStore.ts';
import type { CasebookImages } from '../../records/images/images.ts';
import { matchByName } from './attachMatch.ts';
import { flushOptions } from './intake/imageIntake.ts';
import { parsePayload } from '../../records/items/itemRows.ts';
import { ImageRightsNotes } from './intake/rightsIntake.ts';
import type { Work } from '../../base/work.ts';

const MissingRow = z.object({
  itemId: ItemId,
  externalId: z.string(),
  position: z.int(),
  role: z.string(),
  name: z.string(),
});
type MissingRow = z.infer<typeof MissingRow>;

/** An image row whose file is gone: deleted from the store, or a linked file that was moved. */
interface LostImage {
  readonly id: string;
  readonly sha256: string;
  readonly link: string | null;
  readonly items: readonly string[];
}

/**
 * Attaches a folder's files to items that lack an image: by name, then by content (SHA-256). A file goes back to the
 * place where, by the log, it stood before, or to an image whose file is gone. Similarity is never enough: a wrong
 * photo under somebody's boxes is worse than a missing one.
 */
export async function attachFolder(
  { casebook, images }: { readonly casebook: Casebook; readonly images: CasebookImages },
  folder: string,
  by: PersonId | null,
  work: Work,
): Promise<AttachReport> {
  assertWritable(casebook);
  if (!statSync(folder).isDirectory()) throw new CasebookError('invalid_input', `${folder} is not a folder.`);
  const files = await filesBelow(folder, looksLikeImage, work.signal);
  const missing = readMissing(casebook);
  const lost = await readLost(casebook, work);
  const named = matchByName(missing, files);
  const used = new Set(named.values());
  const problems: AttachReport['problems'] = [];
  const rest = files.filter((file) => !used.has(file));
  const unmatched = missing.filter((each) => !named.has(each));
  const former = formerContents(casebook, unmatched);
  const byContent =
    former.size > 0 || lost.length > 0
      ? await digests(images, folder, rest, problems, work)
      : new Map<string, string>();

  const places: { missing: MissingRow; file: string; by: 'name' | 'content' }[] = [
    ...[...named].map(([each, file]) => ({ missing: each, file, by: 'name' as const })),
    ...unmatched.flatMap((each) => {
      const file = (former.get(each) ?? [])
        .map((sha256) => byContent.get(sha256))
        .find((path) => path !== undefined);
      return file === undefined ? [] : [{ missing: each, file, by: 'content' as const }];
    }),
  ];
  const found = lost.flatMap((image) => {
    const file = byContent.get(image.sha256);
    return file === undefined ? [] : [{ image, file }];
  });
  const held = new Map<string, StoredImage>();
  try {
    const wanted = new Set([...places.map(({ file }) => file), ...found.map(({ file }) => file)]);
    const linked = new Set(found.filter(({ image }) => image.link !== null).map(({ file }) => file));
    let done = 0;
    await concurrently(wanted, images.pool.threads * 2 + 1, work.signal, async (file) => {
      try {
        const link = linked.has(file);
        held.set(file, await images.store.hold(join(folder, file), { link, signal: work.signal }));
      } catch (error) {
        if (!(error instanceof UnreadableImage)) throw error;
        problems.push({ file, reason: error.message });
      }
      done += 1;
      work.progress('Images', done, wanted.size);
    });
    await images.store.flush(held.values(), flushOptions(work));
    work.signal.throwIfAborted();
    const attached = casebook.database.transaction(() =>
      write(casebook, images, { places, found, held, folder, by }),
    )();
    const taken = new Set(attached.map(({ file }) => file));
    return {
      attached,
      still_missing: readMissing(casebook).map(({ name }) => name),
      unused: files.filter((file) => !taken.has(file)),
      problems,
    };
  } finally {
    await images.store.release(held.values());
  }
}

interface AttachPlan {
  readonly places: readonly { missing: MissingRow; file: string; by: 'name' | 'content' }[];
  readonly found: readonly { image: LostImage; file: string }[];
  readonly held: ReadonlyMap<string, StoredImage>;
  readonly folder: string;
  readonly by: PersonId | null;
}

function write(
  casebook: Casebook,
  images: CasebookImages,
  { places, found, held, folder, by }: AttachPlan,
): AttachReport['attached'] {
  const { imageTable, log } = casebook.records;
  const writer = casebook.derived.items;
  const current = casebook.database
    .prepare<[string, number], string | null>(
      'SELECT image_id FROM item_image WHERE item_id = ? AND position = ?',
    )
    .pluck();
  const payloadOf = casebook.database
    .prepare<[string], string>('SELECT payload FROM item WHERE id = ?')
    .pluck();
  const rightsNotes = new ImageRightsNotes(casebook);
  const rightsIn = (payload: string, name: string): ImageRights | undefined => {
    const parsed = casebook.benchmark.parseItem(parsePayload(payload));
    return parsed.ok ? parsed.value.images.find((image) => image.name === name)?.rights : undefined;
  };
  const attached: AttachReport['attached'] = [];
  for (const { missing, file, by: way } of places) {
    const stored = held.get(file);
    // Somebody may have put an image there meanwhile.
    if (stored === undefined || current.get(missing.itemId, missing.position) !== null) continue;
    const { id } = images.store.row(stored, { createdBy: by });
    const { position, role, name } = missing;
    const before = { type: 'image', position, role, name, imageId: null };
    writer.setImage(missing.itemId, { position, role, name, imageId: id }, by);
    const rights = way === 'name' ? rightsIn(payloadOf.get(missing.itemId) ?? '{}', name) : undefined;
    if (rights !== undefined) rightsNotes.add(id, rights);
    log({
      kind: 'attach',
      personId: by,
      itemId: missing.itemId,
      diff: {
        added: {},
        updated: { [`image:${String(position)}`]: [before, { ...before, imageId: id }] },
        removed: {},
      },
    });
    attached.push({ item: missing.externalId, file, by: way });
  }
  for (const { image, file } of found) {
    if (!held.has(file)) continue;
    if (image.link !== null) imageTable.setLink(image.id, resolve(folder, file));
    for (const item of image.items) attached.push({ item, file, by: 'content' });
  }
  return attached;
}

function readMissing({ database }: Casebook): MissingRow[] {
  return database
    .prepare(
      `SELECT p.item_id AS itemId, i.external_id AS externalId, p.position, p.role, p.name
       FROM item_image p JOIN item i ON i.id = p.item_id WHERE p.image_id IS NULL ORDER BY i.sequence, p.position`,
    )
    .all()
    .map((row) => MissingRow.parse(row));
}

/** The contents that stood in these places before, latest first. */
function formerContents(
  { database }: Casebook,
  missing: readonly MissingRow[],
): ReadonlyMap<MissingRow, string[]> {
  const changes = database
    .prepare<[string, string], string>(
      `SELECT coalesce(json_extract(diff, '$.updated.' || ? || '[0].imageId'), '')
       FROM event WHERE item_id = ? AND diff IS NOT NULL ORDER BY sequence DESC`,
    )
    .pluck();
  const content = database.prepare<[string], string>('SELECT sha256 FROM image WHERE id = ?').pluck();
  const former = new Map<MissingRow, string[]>();
  for (const each of missing) {
    const ids = changes
      .all(`"image:${String(each.position)}"`, each.itemId)
      .filter((id) => ImageId.safeParse(id).success);
    const contents = ids.map((id) => content.get(id)).filter((sha256) => sha256 !== undefined);
    if (contents.length > 0) former.set(each, contents);
  }
  return former;
}

async function readLost({ database, folders }: Casebook, { signal }: Work): Promise<LostImage[]> {
  const rows = database
    .prepare<[], { id: string; sha256: string; extension: string; link: string | null; items: string }>(
      `SELECT m.id, m.sha256, m.extension, m.link,
         (SELECT json_group_array(i.external_id) FROM item_image p JOIN item i ON i.id = p.item_id WHERE p.image_id = m.id) AS items
       FROM image m`,
    )
    .all();
  const lost: LostImage[] = [];
  await concurrently(rows, 1, signal, ({ extension, items, ...row }) => {
    if (!existsSync(row.link ?? imagePath(folders, row.sha256, extension))) {
      lost.push({ ...row, items: z.array(z.string()).parse(JSON.parse(items)) });
    }
    return Promise.resolve();
  });
  return lost;
}

async function digests(
  images: CasebookImages,
  folder: string,
  files: readonly string[],
  problems: AttachReport['problems'],
  work: Work,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  let done = 0;
  await concurrently(files, images.pool.threads * 2, work.signal, async (file) => {
    try {
      const sha256 = await images.pool.digest(join(folder, file), work.signal);
      if (!found.has(sha256)) found.set(sha256, file);
    } catch (error) {
      if (!(error instanceof UnreadableImage)) throw error;
      problems.push({ file, reason: error.message });
    }
    done += 1;
    work.progress('Comparing', done, files.length);
  });
  return found;
}
