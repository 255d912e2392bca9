import type { ImportReport } from '../../../../../shared/contract/importExport.ts';
import { CasebookError } from '../../../../../shared/base/errors.ts';
import { ImageId, ItemId, type PersonId } from '../../../../../shared/base/ids.ts';
import { JsonObject } from '../../../../../shared/base/json.ts';
import type { Work } from '../../../base/work.ts';
import { readMeta } from '../../../db/meta.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import { mainTask } from '../../../derived/gold.ts';
import type { ReadImage } from '../../../formats/boxes/boxes.ts';
import type { ReadSet } from '../../../formats/boxes/boxSink.ts';
import type { AskedImport } from '../../../formats/format.ts';
import { writeForeignSet } from '../../../records/answers/foreignSets.ts';
import { ReportBuilder } from '../../../formats/reading/importReport.ts';
import { type MeasuredImage, KnownImages, whyOtherSize } from '../../../formats/reading/knownImages.ts';
import type { BoxCell } from '../../../formats/ratings/ratingValues.ts';
import { BoxPlacement } from './boxPlacement.ts';
import { type FreshItems, type ReadBoxes, findFresh, readBoxSource, takeFresh } from './boxSource.ts';
import { type SourceItems, createItemImport } from '../sources/importItems.ts';
import { importRatings } from '../ratings/importRatings.ts';
import {
  type ImageFacts,
  type DescribedImage,
  planImageFacts,
  writeImageFacts,
} from '../intake/imageFacts.ts';
import type { ImportServices } from '../importServices.ts';
import { nearDuplicates } from '../intake/nearDuplicates.ts';

/** Who boxes are from where neither a person was named nor is there a current user. */
export const SOURCE_HANDLE = 'imported';

/**
 * Brings boxes in as a person's submitted answer to the benchmark's main task, onto images that the casebook knows by name;
 * images beside the source that it does not know become items. What the source says of an image is all of that person's boxes
 * on it: boxes it no longer has go in a new version; the former version stays.
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
  const named = (author ?? SOURCE_HANDLE).toLowerCase();
  const known =
    author === null && by !== null
      ? by
      : (people.list().find(({ handle }) => handle.toLowerCase() === named)?.id ?? null);
  const stops = (): boolean => report.skipped() > 0 && !request.keepGoing;
  const taken = await takeFresh(services, source.fresh, request, report, work);
  taken.intake.tell(report);
  try {
    const placement = new BoxPlacement(casebook, report, request, source.set);
    for (const { known: image, image: said } of source.known) placement.add(image, said, 'known');
    const withBoxes = new Set(source.known.map((described) => described.known.itemId));
    const plan = (): ImageFacts => {
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
      if (stops()) throw new Refused();
      const id =
        author !== null
          ? people.ensure(author, 'human').id
          : (by ?? people.ensure(SOURCE_HANDLE, 'source').id);
      placement.write(id, by ?? id);
      writeImageFacts(casebook, facts, { by: by ?? id, format: request.format });
      return newImages;
    };
    // In one go, so that nobody's edit comes between what was planned and what is written.
    const newImages = await services.alone(() => {
      try {
        return casebook.database.transaction(write)();
      } catch (error) {
        if (error instanceof Refused) return null;
        throw error;
      }
    });
    if (newImages === null) return report.refused();
    const similar =
      newImages.size === 0
        ? []
        : await nearDuplicates(
            casebook,
            (contents) => services.images.looks(contents),
            (id) => newImages.has(id),
          );
    return report.build({ applied: true, similar });
  } finally {
    await taken.intake.release();
  }
}

/** Takes back what was written of an import that a problem stops in the end. */
class Refused extends Error {}

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
  await createItemImport(casebook).foresee({ source: itemsOf(taken, request), intake, report });
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
  const { newImages } = createItemImport(casebook).write({
    source: itemsOf(taken, request),
    intake: taken.intake,
    report,
    author: null,
    origin: request.origin,
    boxSource: () => casebook.records.people.ensure(SOURCE_HANDLE, 'source').id,
    by,
    tell: (done) => work.progress('Writing', done, taken.items.length),
  });
  const rows = new KnownImages(casebook.database);
  for (const { item, boxes } of taken.items) {
    const image = rows.firstOf(item.externalId);
    if (boxes !== null && image !== null) putOn(image, boxes, placement, report);
  }
  return newImages;
}

/** Puts boxes onto the image of a new item, where its size is the one that the source says. */
function putOn(image: MeasuredImage, boxes: ReadImage, placement: BoxPlacement, report: ReportBuilder): void {
  const reason = whyOtherSize(image, boxes);
  if (reason === null) placement.add(image, boxes, 'new');
  else report.skip(image.externalId, 'images', reason);
}

/**
 * Brings boxes in as what a rater said of the images that the source names: no box on an image is a rating, too. Gold stays as
 * it is; images keep what the source says of them beside their boxes. The rater is the person named, else the one who imports.
 */
export async function importBoxRatings(
  services: ImportServices,
  read: ReadBoxes,
  request: AskedImport,
  by: PersonId | null,
  work: Work,
): Promise<ImportReport> {
  const { casebook, people } = services;
  const rater = request.person ?? (by === null ? undefined : people.find(by)?.handle);
  if (rater === undefined) {
    throw new CasebookError(
      'invalid_input',
      'The rater of these boxes is missing.',
      'Nothing was changed. Give the rater: --person.',
    );
  }
  const vocabulary = JsonObject.parse(readMeta(casebook.database, 'vocabulary'));
  const field = mainTask(casebook)
    .fields(vocabulary)
    .find(({ comparison }) => comparison.level === 'boxes');
  if (field === undefined) {
    throw new CasebookError(
      'invalid_input',
      `${casebook.benchmark.title} has no boxes to rate.`,
      'Nothing was changed.',
    );
  }
  let header: ReadSet['foreign'] = null;
  let described: readonly DescribedImage[] = [];
  const report = await importRatings(services, request, by, work, async (staging, told) => {
    const source = await readBoxSource(casebook, read, request, told, work);
    header = source.set?.foreign ?? null;
    described = [...source.known, ...source.bare];
    planImageFacts(casebook, described, request.format, told);
    const fresh = await findFresh(services, source.fresh, request, told, work);
    const rated = new RatedBoxes(told);
    for (const { known, image } of source.known) rated.add(known.externalId, known.position, image);
    for (const { item, boxes } of fresh) if (boxes !== null) rated.add(item.externalId, 0, boxes);
    let line = 0;
    for (const [item, cells] of rated.byItem()) {
      line += 1;
      const value = JSON.stringify(cells);
      staging.add({ line, item, rater, task: null, field: field.name, round: 1, value, submittedAt: null });
    }
    const bare = fresh.filter(({ boxes }) => boxes === null).length;
    told.left(['image that nobody rated', 'images that nobody rated'], bare);
    return {
      levels: new Map(),
      raters: new Map(),
      items: new Map(fresh.map(({ item }) => [item.externalId, item])),
    };
  });
  if (report.applied) {
    await services.alone(() =>
      casebook.database.transaction(() => {
        keepHeader(casebook, header);
        // Once more, since others may have written in between; what there is to say has been said.
        const facts = planImageFacts(casebook, described, request.format, new ReportBuilder());
        writeImageFacts(casebook, facts, { by, format: request.format });
      })(),
    );
  }
  return report;
}

/** Keeps what a source says of its whole data set. */
function keepHeader({ database }: Casebook, header: ReadSet['foreign']): void {
  if (header !== null) writeForeignSet(database, header.format, header.source);
}

/** A rater's boxes, item by item; of an item of which a part was not read there is no rating. */
class RatedBoxes {
  readonly #report: ReportBuilder;
  readonly #items = new Map<string, BoxCell[]>();
  readonly #partial = new Set<string>();

  constructor(report: ReportBuilder) {
    this.#report = report;
  }

  add(item: string, position: number, image: ReadImage): void {
    if (image.isPartial === true) this.#partial.add(item);
    const cells = this.#items.get(item) ?? [];
    this.#items.set(item, cells);
    for (const { category, ...box } of image.boxes)
      cells.push({ ...box, label: category, image: position + 1, relative: image.relative });
  }

  *byItem(): Iterable<readonly [string, readonly BoxCell[]]> {
    for (const [item, cells] of this.#items) {
      if (!this.#partial.has(item)) yield [item, cells];
      else
        this.#report.warn(
          item,
          'boxes',
          'A part of its boxes could not be read, so the rest is no rating: left out.',
        );
    }
  }
}
