import type { ImportReport } from '../../../../../shared/contract/importExport.ts';
import { CasebookError } from '../../../../../shared/base/errors.ts';
import type { PersonId } from '../../../../../shared/base/ids.ts';
import { JsonObject } from '../../../../../shared/base/json.ts';
import type { Work } from '../../../base/work.ts';
import { readMeta } from '../../../db/meta.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import { mainTask } from '../../../derived/gold.ts';
import type { ReadImage } from '../../../formats/boxes/boxes.ts';
import type { ReadSet } from '../../../formats/boxes/boxSink.ts';
import type { AskedImport } from '../../../formats/format.ts';
import type { BoxCell } from '../../../formats/ratings/ratingValues.ts';
import { ReportBuilder } from '../../../formats/reading/importReport.ts';
import { writeForeignSet } from '../../../records/answers/foreignSets.ts';
import { type DescribedImage, planImageFacts, writeImageFacts } from '../intake/imageFacts.ts';
import type { ImportServices } from '../importServices.ts';
import { importRatings } from '../ratings/importRatings.ts';
import { findFresh, type ReadBoxes, readBoxSource } from './boxSource.ts';

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

/** A rater's boxes, item by item; a partly unreadable item has no rating. */
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
