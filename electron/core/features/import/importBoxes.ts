import type { ImportReport } from '../../../../shared/contract/importExport.ts';
import { CasebookError } from '../../../../shared/domain/errors.ts';
import type { PersonId } from '../../../../shared/domain/ids.ts';
import { JsonObject } from '../../../../shared/domain/json.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { ReadImage } from '../../formats/boxes.ts';
import { TOO_MANY_BOXES } from '../../formats/boxSink.ts';
import type { AskedImport, Reads } from '../../formats/format.ts';
import { MOST_BOXES_ON_IMAGE } from '../../formats/limits.ts';
import { mainTask } from '../../derived/gold.ts';
import { readMeta } from '../../db/meta.ts';
import { createBoxPlacement } from './boxPlacement.ts';
import { importRatings } from './importRatings.ts';
import type { ReportBuilder } from '../../formats/importReport.ts';
import { createReport } from '../../formats/importReport.ts';
import type { ImportServices } from './importServices.ts';
import { imageForBoxes, indexKnownImages, type MeasuredImage } from '../../formats/knownImages.ts';
import type { BoxCell } from '../../formats/ratingValues.ts';
import type { Work } from '../../base/work.ts';

type ReadBoxes = Extract<Reads, { readonly of: 'boxes' }>['read'];

/** Who boxes are from where neither a person was named nor is there a current user. */
export const SOURCE_HANDLE = 'imported';

/**
 * Brings boxes onto images that the casebook knows by name, as a person's submitted answer to the benchmark's main
 * task. What the source says of an image is all of that person's boxes on it: boxes it no longer has go in a new
 * version; the former version stays.
 */
export async function importBoxes(
  { casebook, people, alone }: ImportServices,
  read: ReadBoxes,
  request: AskedImport,
  by: PersonId | null,
  work: Work,
): Promise<ImportReport> {
  const report = createReport();
  const placement = createBoxPlacement(casebook, report, request);
  const images = await readImages(casebook, read, request, report, work, (known, image) =>
    placement.add(known, image),
  );
  const author = request.person ?? null;
  const isProposal = request.boxes === 'proposals' && casebook.benchmark.proposals !== undefined;
  if (author !== null && !isProposal) {
    report.warn(
      null,
      'person',
      `These boxes are an answer of ${author}, not a rating. If ${author} drew them as a rater, import them as ratings (--boxes ratings) to include them in agreement.`,
    );
  }
  const write = (): void => {
    const id =
      author !== null ? people.ensure(author, 'human').id : (by ?? people.ensure(SOURCE_HANDLE, 'source').id);
    placement.write(id, by ?? id);
  };
  const named = (author ?? SOURCE_HANDLE).toLowerCase();
  const known =
    author === null && by !== null
      ? by
      : (people.list().find(({ handle }) => handle.toLowerCase() === named)?.id ?? null);
  work.progress('Writing', 0, images);
  await new Promise((resolve) => setImmediate(resolve));
  work.signal.throwIfAborted();
  const stops = (): boolean => report.skipped() > 0 && !request.keepGoing;
  if (request.dryRun) {
    placement.plan(known);
    return stops() ? report.refused() : report.build({ applied: false, similar: [] });
  }
  // In one go, so that nobody's edit comes between what was planned and what is written.
  return alone(() => {
    placement.plan(known);
    if (stops()) return report.refused();
    casebook.database.transaction(write)();
    return report.build({ applied: true, similar: [] });
  });
}

/**
 * Brings boxes in as what a rater said of the images that the source names, and of nothing else about the items: no box on
 * an image is a rating, too. The rater is the person named, else the one who imports.
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
  return importRatings(services, request, by, work, async (staging, report) => {
    const boxes = new Map<string, BoxCell[]>();
    await readImages(casebook, read, request, report, work, ({ externalId, position }, image) => {
      const cells = boxes.get(externalId) ?? [];
      boxes.set(externalId, cells);
      for (const { category, ...box } of image.boxes)
        cells.push({ ...box, label: category, image: position + 1, relative: image.relative });
    });
    let line = 0;
    for (const [item, cells] of boxes) {
      line += 1;
      const value = JSON.stringify(cells);
      staging.add({ line, item, rater, task: null, field: field.name, round: 1, value, submittedAt: null });
    }
    return { levels: new Map(), raters: new Map(), items: new Map() };
  });
}

/** Gives the images of a source that the casebook knows, and how many; what cannot be read or placed goes into the report. */
async function readImages(
  { database }: Casebook,
  read: ReadBoxes,
  request: AskedImport,
  report: ReportBuilder,
  work: Work,
  place: (known: MeasuredImage, image: ReadImage) => void,
): Promise<number> {
  const find = indexKnownImages(database);
  let count = 0;
  const options = {
    signal: work.signal,
    progress: (done: number, total: number) => work.progress('Reading', done, total),
  };
  await read(request.source, options, {
    problem: (item, field, reason) => report.skip(item, field, reason),
    warn: (item, field, message) => report.warn(item, field, message),
    left: (what, number) => report.left(what, number),
    bareImage: () => undefined,
    set: () => undefined,
    image(image) {
      const placed = imageForBoxes(find, image);
      if (!placed.ok) report.skip(placed.item, placed.field, placed.reason);
      else if (image.boxes.length > MOST_BOXES_ON_IMAGE) report.skip(image.file, 'boxes', TOO_MANY_BOXES);
      else {
        count += 1;
        place(placed.known, image);
      }
    },
  });
  return count;
}
