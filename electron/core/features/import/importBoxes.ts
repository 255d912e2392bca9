import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import type { ImportReport, ImportRequest } from '../../../../shared/contract/transfer.ts';
import { CasebookError } from '../../../../shared/domain/errors.ts';
import type { PersonId } from '../../../../shared/domain/ids.ts';
import { JsonObject } from '../../../../shared/domain/json.ts';
import type { Casebook } from '../../records/casebook.ts';
import { locate } from '../../files/folder.ts';
import type { ReadImage } from '../../formats/boxes.ts';
import { formats } from '../../formats/index.ts';
import { type BoxSink, TOO_MANY_BOXES } from '../../formats/boxSink.ts';
import { readCoco } from '../../formats/cocoReader.ts';
import { MOST_BOXES_ON_IMAGE } from '../../formats/limits.ts';
import { readVoc } from '../../formats/vocReader.ts';
import { readYolo } from '../../formats/yoloReader.ts';
import { mainTask } from '../../derived/gold.ts';
import { readMeta } from '../../db/meta.ts';
import { createBoxPlacement } from './boxPlacement.ts';
import { importRatings } from './importRatings.ts';
import type { ReportBuilder } from '../../formats/importReport.ts';
import { createReport } from '../../formats/importReport.ts';
import type { ImportServices } from './importService.ts';
import { imageForBoxes, indexKnownImages, type MeasuredImage } from '../../formats/knownImages.ts';
import type { BoxCell } from '../../formats/ratingValues.ts';
import type { Work } from '../../base/work.ts';

/** Who boxes are from where neither a person was named nor anybody sits there. */
export const SOURCE_HANDLE = 'imported';

/**
 * Brings boxes onto images that the casebook knows by name, as a person's submitted answer to the benchmark's main
 * task. What the source says of an image is all of that person's boxes on it: boxes it no longer has go in a new
 * version; the former version stays.
 */
export async function importBoxes(
  { casebook, people, alone }: ImportServices,
  request: z.output<typeof ImportRequest>,
  by: PersonId | null,
  work: Work,
): Promise<ImportReport> {
  const report = createReport();
  const placement = createBoxPlacement(casebook, report, request);
  const images = await readImages(casebook, request, report, work, (known, image) =>
    placement.add(known, image),
  );
  const author = request.person ?? null;
  const isProposal = request.boxes === 'proposals' && casebook.benchmark.proposals !== undefined;
  if (author !== null && !isProposal) {
    report.warn(
      null,
      'person',
      `These boxes are an answer of ${author}, not a rating: the file does not say whether ${author} drew them without seeing anybody else’s. If so, import it as ratings (--boxes ratings), and they count for agreement.`,
    );
  }
  const write = (): void => {
    const id =
      author !== null ? people.ensure(author, 'human').id : (by ?? people.ensure(SOURCE_HANDLE, 'source').id);
    placement.write(id, by ?? id);
  };
  const nothing = (): ImportReport => ({
    ...report.build({ applied: false, similar: [] }),
    added: 0,
    updated: 0,
    unchanged: 0,
  });
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
    return stops() ? nothing() : report.build({ applied: false, similar: [] });
  }
  // In one go, so that nobody's edit comes between what was planned and what is written.
  return alone(() => {
    placement.plan(known);
    if (stops()) return nothing();
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
  request: z.output<typeof ImportRequest>,
  by: PersonId | null,
  work: Work,
): Promise<ImportReport> {
  const { casebook, people } = services;
  const rater = request.person ?? (by === null ? undefined : people.find(by)?.handle);
  if (rater === undefined) {
    throw new CasebookError(
      'invalid_input',
      'It is not said whose ratings these boxes are.',
      'Nothing was changed. Name the rater: --person.',
    );
  }
  const vocabulary = JsonObject.parse(readMeta(casebook.database, 'vocabulary'));
  const field = mainTask(casebook)
    .fields(vocabulary)
    .find(({ comparison }) => comparison.level === 'boxes');
  if (field === undefined) {
    throw new CasebookError(
      'invalid_input',
      `${casebook.benchmark.title} has no boxes that people rate.`,
      'Nothing was changed.',
    );
  }
  return importRatings(services, request, by, work, async (staging, report) => {
    const boxes = new Map<string, BoxCell[]>();
    await readImages(casebook, request, report, work, ({ externalId, position }, image) => {
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
  request: z.output<typeof ImportRequest>,
  report: ReportBuilder,
  work: Work,
  place: (known: MeasuredImage, image: ReadImage) => void,
): Promise<number> {
  const find = indexKnownImages(database);
  let count = 0;
  await readBoxes(request, work, {
    problem: (item, field, reason) => report.skip(item, field, reason),
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

async function readBoxes(
  { format, source }: z.output<typeof ImportRequest>,
  work: Work,
  sink: BoxSink,
): Promise<void> {
  const options = {
    signal: work.signal,
    progress: (done: number, total: number) => work.progress('Reading', done, total),
  };
  const isFolder = (await stat(source)).isDirectory();
  switch (format) {
    case 'coco':
      return readCoco(
        isFolder
          ? await firstExisting(source, ['annotations.json', 'clue_boxes.json', 'boxes.json'])
          : source,
        options,
        sink,
      );
    case 'yolo':
      if (isFolder) return readYolo(source, options, sink);
      throw new CasebookError(
        'invalid_input',
        `${source} is not a folder.`,
        'Choose the folder with the labels.',
      );
    case 'voc':
      return readVoc(source, options, sink);
    default:
      throw new CasebookError(
        'invalid_input',
        `${format} is none of ${formats.map(({ id }) => id).join(', ')}.`,
      );
  }
}

async function firstExisting(folder: string, names: readonly string[]): Promise<string> {
  for (const name of names) {
    if ((await locate(folder, name)).kind === 'file') return join(folder, name);
  }
  throw new CasebookError(
    'invalid_input',
    `The folder ${folder} holds none of ${names.join(', ')}.`,
    'Choose the file itself.',
  );
}
