import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import type { ImportReport, ImportRequest } from '../../../../shared/contract/transfer.ts';
import { CasebookError } from '../../../../shared/domain/errors.ts';
import type { PersonId } from '../../../../shared/domain/ids.ts';
import { locate } from '../../files/folder.ts';
import { formats } from '../../formats/index.ts';
import type { ReadBoxes, ReadOptions } from '../../formats/cocoReader.ts';
import { readCoco } from '../../formats/cocoReader.ts';
import { readVoc } from '../../formats/vocReader.ts';
import { readYolo } from '../../formats/yoloReader.ts';
import { createBoxPlacement } from './boxPlacement.ts';
import { createReport } from './importReport.ts';
import type { ImportServices } from './importService.ts';
import { indexKnownImages, whyUnknown } from './knownImages.ts';
import type { Work } from './work.ts';

/** Who boxes are from where neither a person was named nor anybody sits there. */
export const SOURCE_HANDLE = 'imported';

/**
 * Brings boxes onto images that the casebook knows by name, as a person's submitted answer to the benchmark's main
 * task. What the source says of an image is all of that person's boxes on it: boxes it no longer has go in a new
 * version; the former version stays.
 */
export async function importBoxes(
  { casebook, people }: ImportServices,
  request: z.output<typeof ImportRequest>,
  by: PersonId | null,
  work: Work,
): Promise<ImportReport> {
  const report = createReport();
  const { images, problems } = await readBoxes(request.format, request.source, {
    signal: work.signal,
    progress: (done, total) => work.progress('Reading', done, total),
  });
  for (const { item, field, reason } of problems) report.skip(item, field, reason);
  const find = indexKnownImages(casebook.database);
  const placement = createBoxPlacement(casebook, report, request);
  for (const image of images) {
    const found = find(image.file);
    const [known] = found;
    if (known === undefined || found.length > 1) report.skip(image.file, null, whyUnknown(found));
    else placement.add(known, image);
  }
  const author = request.person ?? null;
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
  // From here on in one go, so that nobody's edit comes between what was planned and what is written.
  placement.plan(known);
  if (report.skipped() > 0 && !request.keepGoing) return nothing();
  if (request.dryRun) return report.build({ applied: false, similar: [] });
  casebook.database.transaction(write)();
  return report.build({ applied: true, similar: [] });
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
