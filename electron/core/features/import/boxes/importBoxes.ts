import type { ImportReport } from '../../../../../shared/contract/importExport.ts';
import { ImageId, ItemId, type PersonId } from '../../../../../shared/base/ids.ts';
import type { Work } from '../../../base/work.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import type { ReadImage } from '../../../formats/boxes/boxes.ts';
import type { AskedImport } from '../../../formats/format.ts';
import type { People } from '../../../records/people/people.ts';
import { ReportBuilder } from '../../../formats/reading/importReport.ts';
import { KnownImages, type MeasuredImage, sizeMismatch } from '../../../formats/reading/knownImages.ts';
import { BoxPlacement } from './boxPlacement.ts';
import { type FreshItems, type ReadBoxes, readBoxSource, takeFresh } from './boxSource.ts';
import { previewItems } from '../sources/previewItems.ts';
import { ItemImport, type SourceItems } from '../sources/importItems.ts';
import { type NewImageFacts, planImageFacts, writeImageFacts } from '../intake/imageFacts.ts';
import type { ImportServices } from '../importServices.ts';
import { similarImages } from '../intake/similarImages.ts';

/** Who boxes are from where neither a person was named nor is there a current user. */
export const SOURCE_HANDLE = 'imported';

/**
 * Imports boxes as a person's submitted answer to the main task, on images that the casebook knows by name; unknown
 * images beside the source become items. The source has all of the person's boxes on an image: missing ones go in a new
 * version; the former version stays.
 */
export async function importBoxes(
  services: ImportServices,
  read: ReadBoxes,
  request: AskedImport,
  by: PersonId | null,
  work: Work,
): Promise<ImportReport> {
  const { casebook, people } = services;
  const report = new ReportBuilder();
  const source = await readBoxSource(casebook, read, request, report, work);
  const author = request.person ?? null;
  const isProposal = request.boxes === 'proposals' && casebook.benchmark.proposals !== undefined;
  if (author !== null && !isProposal) {
    report.warn(
      null,
      'person',
      `These boxes are an answer of ${author}, not a rating. If ${author} drew them as a rater, import them as ratings (--boxes ratings) to include them in agreement.`,
    );
  }
  const known = findAuthor(people, author, by);
  const stops = (): boolean => report.skipped() > 0 && !request.keepGoing;
  const taken = await takeFresh(services, source.fresh, request, report, work);
  taken.intake.tell(report);
  try {
    const placement = new BoxPlacement(casebook, report, request, source.set);
    for (const { known: image, image: said } of source.known) placement.add(image, said, 'known');
    const withBoxes = new Set(source.known.map((described) => described.known.itemId));
    const plan = (): NewImageFacts => {
      const facts = planImageFacts(casebook, [...source.known, ...source.bare], request.format, report);
      placement.plan(known, facts.changed);
      for (const itemId of facts.changed) if (!withBoxes.has(itemId)) report.counts.updated += 1;
      return facts;
    };
    if (stops()) {
      plan();
      return report.refused();
    }
    work.progress('Writing', 0, source.known.length + taken.items.length);
    await new Promise((resolve) => setImmediate(resolve));
    work.signal.throwIfAborted();
    if (request.dryRun) {
      await foreseeFresh(casebook, request, report, taken, placement);
      plan();
      return stops() ? report.refused() : report.build({ applied: false, similar: [] });
    }
    const write = (): ReadonlySet<string> => {
      const newImages = writeFresh(casebook, request, report, taken, { by, placement, work });
      const facts = plan();
      if (stops()) throw new ImportRefusal();
      const id = ensureAuthor(people, author, by);
      placement.write(id, by ?? id);
      writeImageFacts(casebook, facts, { by: by ?? id, format: request.format });
      return newImages;
    };
    // In one go, so that nobody's edit comes between what was planned and what is written.
    const newImages = await services.alone(() => {
      try {
        return casebook.database.transaction(write)();
      } catch (error) {
        if (error instanceof ImportRefusal) return null;
        throw error;
      }
    });
    if (newImages === null) return report.refused();
    const similar = await similarImages(casebook, services.images, newImages);
    return report.build({ applied: true, similar });
  } finally {
    await taken.intake.release();
  }
}

/** Whose answer boxes become: the person's that was named, else that of the one who imports, else the source's own. */
function ensureAuthor(people: People, named: string | null, by: PersonId | null): PersonId {
  if (named !== null) return people.ensure(named, 'human').id;
  return by ?? people.ensure(SOURCE_HANDLE, 'source').id;
}

/** The same where that person is there already, else null. */
function findAuthor(people: People, named: string | null, by: PersonId | null): PersonId | null {
  if (named === null && by !== null) return by;
  const wanted = (named ?? SOURCE_HANDLE).toLowerCase();
  return people.list().find(({ handle }) => handle.toLowerCase() === wanted)?.id ?? null;
}

/** Takes back what was written of an import that a problem stops in the end. */
class ImportRefusal extends Error {}

const itemsOf = ({ items }: FreshItems, request: AskedImport): SourceItems => ({
  format: request.format,
  count: items.length,
  items: () => items.map(({ item }) => item),
  kind: 'candidates',
});

/** Foresees the items that images become, and puts their boxes onto them as if they were there. */
async function foreseeFresh(
  casebook: Casebook,
  request: AskedImport,
  report: ReportBuilder,
  taken: FreshItems,
  placement: BoxPlacement,
): Promise<void> {
  const { items, intake } = taken;
  await previewItems(casebook, { source: itemsOf(taken, request), intake, report });
  const { newId } = casebook.ports;
  for (const { item, boxes } of items) {
    const { externalId } = item;
    const result = intake.result(item.images[0]?.name ?? '');
    if (boxes === null || result.kind !== 'found' || casebook.records.deletions.isDeleted(externalId))
      continue;
    const image = {
      itemId: ItemId.parse(newId()),
      sequence: 0,
      externalId,
      name: externalId,
      position: 0,
      imageId: ImageId.parse(newId()),
      ...result.size,
    };
    putOn(image, boxes, placement, report);
  }
}

/** Writes the items that images become, and puts their boxes onto them; expects the caller's transaction. */
function writeFresh(
  casebook: Casebook,
  request: AskedImport,
  report: ReportBuilder,
  taken: FreshItems,
  {
    by,
    placement,
    work,
  }: { readonly by: PersonId | null; readonly placement: BoxPlacement; readonly work: Work },
): ReadonlySet<string> {
  if (taken.items.length === 0) return new Set();
  const newImages = new ItemImport(casebook, {
    source: itemsOf(taken, request),
    intake: taken.intake,
    report,
    author: null,
    origin: request.origin,
    boxSource: () => casebook.records.people.ensure(SOURCE_HANDLE, 'source').id,
    by,
  }).write((done) => work.progress('Writing', done, taken.items.length));
  const rows = new KnownImages(casebook.database);
  for (const { item, boxes } of taken.items) {
    const image = rows.firstOf(item.externalId);
    if (boxes !== null && image !== null) putOn(image, boxes, placement, report);
  }
  return newImages;
}

/** Puts boxes onto the image of a new item, where its size is the one that the source says. */
function putOn(image: MeasuredImage, boxes: ReadImage, placement: BoxPlacement, report: ReportBuilder): void {
  const reason = sizeMismatch(image, boxes);
  if (reason === null) placement.add(image, boxes, 'new');
  else report.skip(image.externalId, 'images', reason);
}
