import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import type { ImportReport, ImportRequest } from '../../../../shared/contract/transfer.ts';
import { CasebookError } from '../../../../shared/domain/errors.ts';
import type { PersonId } from '../../../../shared/domain/ids.ts';
import { JsonObject } from '../../../../shared/domain/json.ts';
import { locate } from '../../files/folder.ts';
import { formats } from '../../formats/index.ts';
import type { ReadBoxes, ReadOptions } from '../../formats/cocoReader.ts';
import { readCoco } from '../../formats/cocoReader.ts';
import { readVoc } from '../../formats/vocReader.ts';
import { readYolo } from '../../formats/yoloReader.ts';
import { mainTask } from '../items/gold.ts';
import { readMeta } from '../projects/meta.ts';
import { createBoxPlacement } from './boxPlacement.ts';
import { importRatings } from './importRatings.ts';
import type { ReportBuilder } from './importReport.ts';
import { createReport } from './importReport.ts';
import type { ImportServices } from './importService.ts';
import { imageForBoxes, indexKnownImages } from './knownImages.ts';
import type { BoxCell } from './ratingValues.ts';
import type { Work } from './work.ts';

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
  const images = await readImages(request, report, work);
  const find = indexKnownImages(casebook.database);
  const placement = createBoxPlacement(casebook, report, request);
  for (const image of images) {
    const placed = imageForBoxes(find, image);
    if (placed.ok) placement.add(placed.known, image);
    else report.skip(placed.item, placed.field, placed.reason);
  }
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
  work.progress('Writing', 0, images.length);
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
    const images = await readImages(request, report, work);
    const find = indexKnownImages(casebook.database);
    const boxes = new Map<string, BoxCell[]>();
    for (const image of images) {
      const placed = imageForBoxes(find, image);
      if (!placed.ok) {
        report.skip(placed.item, placed.field, placed.reason);
        continue;
      }
      const { externalId, position } = placed.known;
      const cells = image.boxes.map(({ category, ...box }): BoxCell => ({
        ...box,
        label: category,
        image: position + 1,
        relative: image.relative,
      }));
      boxes.set(externalId, [...(boxes.get(externalId) ?? []), ...cells]);
    }
    let line = 0;
    for (const [item, cells] of boxes) {
      line += 1;
      const value = JSON.stringify(cells);
      staging.add({ line, item, rater, task: null, field: field.name, round: 1, value, submittedAt: null });
    }
    return { levels: new Map(), raters: new Map(), items: new Map() };
  });
}

/** The images of a source; what cannot be read goes into the report. */
async function readImages(
  { format, source }: z.output<typeof ImportRequest>,
  report: ReportBuilder,
  work: Work,
): Promise<ReadBoxes['images']> {
  const { images, problems } = await readBoxes(format, source, {
    signal: work.signal,
    progress: (done, total) => work.progress('Reading', done, total),
  });
  for (const { item, field, reason } of problems) report.skip(item, field, reason);
  return images;
}

async function readBoxes(format: string, source: string, options: ReadOptions): Promise<ReadBoxes> {
  const isFolder = (await stat(source)).isDirectory();
  switch (format) {
    case 'coco':
      return readCoco(
        isFolder
          ? await firstExisting(source, ['annotations.json', 'clue_boxes.json', 'boxes.json'])
          : source,
        options,
      );
    case 'yolo':
      if (isFolder) return readYolo(source, options);
      throw new CasebookError(
        'invalid_input',
        `${source} is not a folder.`,
        'Choose the folder with the labels.',
      );
    case 'voc':
      return readVoc(source, options);
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
