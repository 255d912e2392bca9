import { basename, extname } from 'node:path';
import type { ParsedItem } from '../../../../../shared/benchmarks/benchmark.ts';
import {
  type ImportReport,
  type ImportRequest,
  ImportRequest as ImportRequestSchema,
} from '../../../../../shared/contract/importExport.ts';
import { CasebookError } from '../../../../../shared/base/errors.ts';
import type { PersonId } from '../../../../../shared/base/ids.ts';
import { JsonObject } from '../../../../../shared/base/json.ts';
import { assertWritable } from '../../../records/casebook.ts';
import { mainTask } from '../../../derived/gold.ts';
import { readMeta } from '../../../db/meta.ts';
import { importAnswers } from '../answers/importAnswers.ts';
import { type AskedImport, assertBenchmark, type FormatInput } from '../../../formats/format.ts';
import { ImageIntake, type IntakeOptions } from '../intake/imageIntake.ts';
import { importAdditions } from '../additions/importAdditions.ts';
import { importBoxRatings } from '../boxes/importBoxRatings.ts';
import { importBoxes, SOURCE_HANDLE } from '../boxes/importBoxes.ts';
import { candidatesOf } from '../../../formats/reading/imageFolder.ts';
import type { ImportServices } from '../importServices.ts';
import { importRatings } from '../ratings/importRatings.ts';
import { ratingsFile } from '../ratings/ratingsFile.ts';
import { ItemImport, type SourceItems } from '../sources/importItems.ts';
import { previewItems } from '../sources/previewItems.ts';
import { ReportBuilder } from '../../../formats/reading/importReport.ts';
import { findDataFiles, scanItems } from '../sources/itemSource.ts';
import { similarImages } from '../intake/similarImages.ts';
import { warnOfBrokenRules } from '../sources/rulesOfSource.ts';
import type { Work } from '../../../base/work.ts';

/**
 * Imports a source, all or nothing: any problem changes nothing, unless `keepGoing` asks for the sound part. Cancelling
 * leaves nothing. The same source twice changes nothing.
 * @param by who does it; null where there is no current user (the command line)
 */
export async function importSource(
  services: ImportServices,
  input: ImportRequest,
  by: PersonId | null,
  work: Work,
): Promise<ImportReport> {
  const request = ImportRequestSchema.parse(input);
  if (!request.dryRun) assertWritable(services.casebook);
  const format = services.formats.find(request.format);
  if (format?.reads === undefined)
    throw new CasebookError('invalid_input', `There is no import format "${request.format}".`);
  assertBenchmark(services.casebook, format);
  const { reads } = format;
  switch (reads.of) {
    case 'items':
      return importData(services, reads, request, by, work);
    case 'images':
      return importImages(services, request, by, work);
    case 'boxes': {
      const bringIn = request.boxes === 'ratings' ? importBoxRatings : importBoxes;
      return bringIn(services, (...given) => reads.read(...given), request, by, work);
    }
    case 'ratings': {
      const source = await ratingsFile(request.source, format, reads.fileNames);
      const asked = { ...request, source };
      return importRatings(services, asked, by, work, reads.read(services.casebook, asked));
    }
    case 'answers':
      return importAnswers(services, request, by, work, reads.read(services.casebook, request));
    case 'additions':
      return importAdditions(services, reads.addition, request, by, work);
  }
}

async function importData(
  services: ImportServices,
  { benchmark: own, files }: Extract<FormatInput, { readonly of: 'items' }>,
  request: AskedImport,
  by: PersonId | null,
  work: Work,
): Promise<ImportReport> {
  const { benchmark } = services.casebook;
  if (own !== benchmark.id) {
    throw new CasebookError(
      'invalid_input',
      `This casebook is for ${benchmark.title}; items of the format "${request.format}" do not fit it.`,
      'Create a casebook for that benchmark, or choose another format.',
    );
  }
  const data = await findDataFiles(request.source, files);
  const report = new ReportBuilder();
  const scanned = await scanItems(data, {
    benchmark,
    report,
    signal: work.signal,
    progress: (done, total) => work.progress('Reading', done, total),
  });
  return bringIn(services, request, by, work, {
    report,
    source: { format: request.format, count: scanned.count, items: scanned.items, kind: 'data' },
    imageNames: scanned.imageNames,
    intake: {
      work,
      folders: [
        ...new Set(data.map(({ folder }) => folder)),
        ...(request.imagesFolder === undefined ? [] : [request.imagesFolder]),
      ],
      namedIn: request.imagesFolder === undefined ? [] : [request.imagesFolder],
      link: request.link,
      dryRun: request.dryRun,
    },
    // A damaged file is as good as none: the item comes in and waits for a sound one.
    onUnreadable: (item, name, reason) => report.warn(item, 'images', `${name}: ${reason}`),
  });
}

async function importImages(
  services: ImportServices,
  request: AskedImport,
  by: PersonId | null,
  work: Work,
): Promise<ImportReport> {
  const report = new ReportBuilder();
  const { folder, items, others } = await candidatesOf(
    request.source,
    services.casebook.benchmark,
    work.signal,
  );
  for (const name of others)
    report.warn(
      name,
      null,
      extname(name) === ''
        ? 'Left out: its name has no extension.'
        : `Left out: Casebook reads no images of the type ${extname(name)}.`,
    );
  if (items.length === 0) {
    report.skip(basename(request.source), null, 'The folder has no images that Casebook can read.');
  }
  const unreadable = new Set<string>();
  return bringIn(services, request, by, work, {
    report,
    source: {
      format: request.format,
      count: items.length,
      items: () => items.filter(({ externalId }) => !unreadable.has(externalId)),
      kind: 'candidates',
    },
    imageNames: new Map(items.map(({ externalId }) => [externalId, externalId])),
    intake: {
      work,
      folders: [folder],
      namedIn: [],
      link: request.link,
      dryRun: request.dryRun,
    },
    onUnreadable(item, name, reason) {
      unreadable.add(name);
      report.skip(item, null, reason);
    },
  });
}

interface ImportContext {
  readonly report: ReportBuilder;
  readonly source: SourceItems;
  readonly imageNames: ReadonlyMap<string, string>;
  readonly intake: IntakeOptions;
  readonly onUnreadable: (item: string, name: string, reason: string) => void;
}

/** Images first, then the rules, then everything in one transaction. */
async function bringIn(
  { casebook, images, people, alone }: ImportServices,
  request: AskedImport,
  by: PersonId | null,
  work: Work,
  { report, source: given, imageNames, intake: options, onUnreadable }: ImportContext,
): Promise<ImportReport> {
  if (report.skipped() > 0 && !request.keepGoing) return report.refused(given.count);
  const intake = new ImageIntake(images, options);
  try {
    await intake.take(imageNames.keys(), imageNames.size);
    intake.tell(report);
    const source = withoutForbidden(given, intake, report);
    for (const [name, item] of imageNames) {
      const result = intake.result(name);
      if (result.kind === 'unreadable') onUnreadable(item, name, result.reason);
    }
    if (report.skipped() > 0 && !request.keepGoing)
      return report.refused(source.kind === 'candidates' ? [...source.items()].length : source.count);
    if (source.kind === 'data') {
      work.progress('Checking', 0, source.count);
      await warnOfBrokenRules(source.items(), {
        task: mainTask(casebook),
        vocabulary: JsonObject.parse(readMeta(casebook.database, 'vocabulary')),
        intake,
        report,
        signal: work.signal,
        validation: casebook.benchmark.validation,
      });
    }
    if (request.dryRun) {
      await previewItems(casebook, { source, intake, report });
      return report.build({ applied: false, similar: [] });
    }
    work.progress('Writing', 0, source.count);
    // Lets the progress be shown and a cancellation come through before nothing else can happen.
    await new Promise((resolve) => setImmediate(resolve));
    work.signal.throwIfAborted();
    const write = casebook.database.transaction(() => {
      const author =
        request.person === undefined || source.kind === 'candidates'
          ? null
          : people.ensure(request.person, 'human').id;
      const boxSource = (): PersonId => people.ensure(SOURCE_HANDLE, 'source').id;
      return new ItemImport(casebook, {
        source,
        intake,
        report,
        author,
        origin: request.origin,
        boxSource,
        by: by ?? author,
      }).write((done) => work.progress('Writing', done, source.count));
    });
    const similar = await similarImages(casebook, images, await alone(write));
    return report.build({ applied: true, similar });
  } finally {
    await intake.release();
  }
}

/** Items that refer to files outside of their folder do not come in at all. */
function withoutForbidden(source: SourceItems, intake: ImageIntake, report: ReportBuilder): SourceItems {
  if (!intake.anyForbidden()) return source;
  const reasonOf = (name: string): string | null => {
    const result = intake.result(name);
    return result.kind === 'forbidden' ? result.reason : null;
  };
  for (const { externalId, images } of source.items()) {
    for (const { name } of images) {
      const reason = reasonOf(name);
      if (reason !== null) report.skip(externalId, 'images', reason);
    }
  }
  function* allowed(): Generator<ParsedItem, void> {
    for (const item of source.items())
      if (item.images.every(({ name }) => reasonOf(name) === null)) yield item;
  }
  return { ...source, items: allowed };
}
