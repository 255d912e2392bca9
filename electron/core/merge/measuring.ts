import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import type { Casebook } from '../derived/casebook.ts';
import { rowReader } from '../db/rows.ts';
import { type RowOf, tablesWhere } from '../db/schema.ts';
import { imagePath } from '../files/imagePaths.ts';
import { readMetaText } from '../db/meta.ts';
import type { Work } from '../base/work.ts';
import { refuseMerge, type Source } from './mergeContext.ts';
import { PackageContent, type PackageOrigin } from './packageFormat.ts';

/** What went out in a package, and for whom. */
export interface SentPackage {
  readonly personId: string;
  readonly items: ReadonlyMap<string, PackageContent['items'][number]>;
  /** The keys of the items, tasks and rounds that were assigned. */
  readonly assigned: ReadonlySet<string>;
}

/** What went out, so that it can be looked up. */
export function sentPackageOf({ items }: PackageContent, personId: string): SentPackage {
  return {
    personId,
    items: new Map(items.map((item) => [item.id, item])),
    assigned: new Set(items.flatMap(({ id, work }) => work.map((part) => keyOf({ item_id: id, ...part })))),
  };
}

/** What is wrong with an item of a returned package, in words; null: it went out like this. */
export function itemFault(
  { items }: SentPackage,
  { id, edition_id: edition }: Pick<RowOf<'item'>, 'id' | 'edition_id'>,
): string | null {
  const out = items.get(id);
  if (out === undefined) return `The item ${id} was not in this package when it was written.`;
  if (out.edition === edition) return null;
  return `The item ${id} has another edition than the one in the package as written.`;
}

/** What is wrong with an assignment of a returned package, in words; null: it went out. */
export function assignmentFault(
  { personId, assigned }: SentPackage,
  assignment: Pick<RowOf<'assignment'>, 'id' | 'item_id' | 'task' | 'round' | 'person_id'>,
): string | null {
  if (assignment.person_id !== personId) return 'It has somebody else’s assignment.';
  if (assigned.has(keyOf(assignment))) return null;
  return `The assignment ${assignment.id} is for an item, a task or a round that was not assigned.`;
}

/**
 * What is wrong with an answer of a returned package, in words; null: its person was asked for it.
 * @param isKnown whether it is submitted here: it went out, and need not be a rating
 * @param personName the name of the person whom the package was made for
 */
export function answerFault(
  { personId, assigned }: SentPackage,
  answer: Pick<
    RowOf<'annotation'>,
    'id' | 'item_id' | 'task' | 'round' | 'person_id' | 'state' | 'version' | 'previous_id' | 'independent'
  >,
  isKnown: boolean,
  personName: string,
): string | null {
  const { id } = answer;
  if (answer.person_id !== personId)
    return `The answer ${id} has the name of somebody other than ${personName}.`;
  if (!assigned.has(keyOf(answer)))
    return `The answer ${id} is to an item, a task or a round that was not assigned.`;
  if ((answer.version === 1) !== (answer.previous_id === null))
    return `The answer ${id} does not follow the earlier ones.`;
  if (isKnown || answer.state !== 'submitted' || answer.independent === 1) return null;
  return `The answer ${id} is not a rating; only ratings were assigned.`;
}

/**
 * Compares a returned package with the one sent: made from this casebook, by the person it was made for, about the
 * items, tasks and rounds asked for, with unchanged images. Throws `invalid_input`.
 */
export async function measurePackage(source: Source, into: Casebook, work: Work): Promise<void> {
  const { origin, database } = source;
  if (origin === null) return;
  const { personId, content } = recordOf(origin, into);
  const sent = sentPackageOf(content, personId);
  for (const { id } of rowReader(database, 'person').all())
    if (id !== personId) refuseMerge('It has people other than the one it was made for.');
  for (const item of rowReader(database, 'item').all()) refuseAny(itemFault(sent, item));
  for (const { id, item_id: item } of rowReader(database, 'edition').all())
    if (sent.items.get(item)?.editions.includes(id) !== true)
      refuseMerge(`The edition ${id} was not in this package when it was written.`);
  for (const assignment of rowReader(database, 'assignment').all())
    refuseAny(assignmentFault(sent, assignment));
  measureStudySessions(source, content, personId);
  const hashes = await measureImages(source, into, content, work);
  measureAnswers(source, into, sent, hashes);
  for (const { id } of rowReader(database, 'adjudication').all())
    refuseMerge(`It has a decision (${id}); a returned package can have only answers.`);
}

/** What this casebook kept of a package when it was written. */
function recordOf(
  origin: PackageOrigin,
  { database }: Casebook,
): { readonly personId: string; readonly content: PackageContent } {
  const row = database
    .prepare<[string], { person_id: string; content: string }>(
      'SELECT person_id, content FROM package WHERE id = ?',
    )
    .get(origin.id);
  if (row === undefined || origin.casebookId !== readMetaText(database, 'casebookId'))
    return refuseMerge('The package was not made from this casebook.');
  if (row.person_id !== origin.personId) refuseMerge('The package was made for another person.');
  return { personId: row.person_id, content: PackageContent.parse(JSON.parse(row.content)) };
}

/** Answers to what was assigned, none missing between the others; every submitted assignment has one. */
function measureAnswers(
  { database }: Source,
  into: Casebook,
  sent: SentPackage,
  hashes: ReadonlyMap<string, string>,
): void {
  const regions = rowReader(database, 'region', 'WHERE annotation_id = ?');
  const known = into.database
    .prepare<[string], number>("SELECT 1 FROM annotation WHERE id = ? AND state = 'submitted'")
    .pluck();
  const personName = nameOf(into, sent.personId);
  const answered = new Set<string>();
  const versions = new Map<string, { count: number; latest: number }>();
  for (const answer of rowReader(database, 'annotation').all()) {
    const isKnown = known.get(answer.id) !== undefined;
    refuseAny(answerFault(sent, answer, isKnown, personName));
    if (answer.state === 'submitted') answered.add(keyOf(answer));
    const { count, latest } = versions.get(keyOf(answer)) ?? { count: 0, latest: 0 };
    versions.set(keyOf(answer), { count: count + 1, latest: Math.max(latest, answer.version) });
    if (isKnown) continue;
    const own = sent.items.get(answer.item_id)?.images ?? [];
    for (const box of regions.list(answer.id))
      if (!own.includes(hashes.get(box.image_id) ?? ''))
        refuseMerge(`The box ${box.id} is on an image that its item does not have.`);
  }
  for (const { count, latest } of versions.values())
    if (count !== latest) refuseMerge('Some answers between the others are missing.');
  for (const assignment of rowReader(database, 'assignment', "WHERE state = 'submitted'").all())
    if (!answered.has(keyOf(assignment)))
      refuseMerge(`The assignment ${assignment.id} is marked as submitted but has no answer.`);
}

/** Study sessions that went out, with answers of their participant; nothing that only a casebook has. */
function measureStudySessions({ database }: Source, content: PackageContent, personId: string): void {
  const sent = new Set<string>(content.sittings);
  for (const { id, person_id: person } of rowReader(database, 'session').all())
    if (!sent.has(id) || person !== personId)
      refuseMerge(`The study session ${id} was not in this package when it was written.`);
  for (const { id, person_id: person, session_id: studySession } of rowReader(database, 'response').all())
    if (person !== personId || studySession === null || !sent.has(studySession))
      refuseMerge(`The answer ${id} was not asked for.`);
  // What a hub told its person of deletions says nothing here.
  for (const table of tablesWhere(
    ({ travels, packed }, name) => travels !== 'never' && packed === null && name !== 'deleted_item',
  )) {
    const rows = database.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0;
    if (rows > 0) refuseMerge('It has verdicts or exclusions; a returned package can have only answers.');
  }
}

/**
 * Compares the images with those that went out: which, in what order, and, where they came along, to the byte. Gives
 * hashes by id.
 */
async function measureImages(
  { database, folders }: Source,
  into: Casebook,
  content: PackageContent,
  { progress, signal }: Work,
): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  const ours = into.database.prepare<[string], { sha256: string; width: number; height: number }>(
    'SELECT sha256, width, height FROM image WHERE id = ?',
  );
  const images = rowReader(database, 'image').list();
  for (const [index, image] of images.entries()) {
    progress('Comparing the images', index, images.length);
    signal.throwIfAborted();
    hashes.set(image.id, image.sha256);
    const own = ours.get(image.id);
    const file = imagePath(folders, image.sha256, image.extension);
    if (
      own?.sha256 !== image.sha256 ||
      own.width !== image.width ||
      own.height !== image.height ||
      (existsSync(file) && (await hashOf(file, signal)) !== image.sha256)
    )
      refuseMerge('An image changed after the package was made.');
  }
  const shown = rowReader(database, 'item_image', 'WHERE item_id = ? ORDER BY position');
  for (const { id, images: sent } of content.items) {
    const found = shown.list(id);
    const same =
      found.length === sent.length &&
      found.every(
        ({ image_id: imageId, position }) =>
          sent[position] === (imageId === null ? null : hashes.get(imageId)),
      );
    if (!same) refuseMerge(`The images of the item ${id} differ from those in the package as written.`);
  }
  return hashes;
}

async function hashOf(file: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { signal })) hash.update(chunk);
  return hash.digest('hex');
}

const keyOf = ({ item_id: item, task, round }: { item_id: string; task: string; round: number }): string =>
  JSON.stringify([item, task, round]);

const nameOf = ({ database }: Casebook, id: string): string =>
  database.prepare<[string], string>('SELECT name FROM person WHERE id = ?').pluck().get(id) ?? id;

function refuseAny(fault: string | null): void {
  if (fault !== null) refuseMerge(fault);
}
