import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ParsedItem } from '../../../../shared/benchmarks/benchmark.ts';
import type { ImportReport, ImportRequest } from '../../../../shared/contract/transfer.ts';
import { ImportRequest as ImportRequestSchema } from '../../../../shared/contract/transfer.ts';
import { CasebookError } from '../../../../shared/domain/errors.ts';
import type { PersonId } from '../../../../shared/domain/ids.ts';
import { JsonObject } from '../../../../shared/domain/json.ts';
import type { z } from 'zod';
import { assertWritable, type Casebook } from '../../records/casebook.ts';
import { mainTask } from '../../derived/gold.ts';
import type { People } from '../../records/people.ts';
import { readMeta } from '../../db/meta.ts';
import { importAnswers } from './answers/importAnswers.ts';
import { assertBenchmark } from '../../formats/index.ts';
import { answerReader } from './answers/readers.ts';
import { createImageIntake } from './imageIntake.ts';
import type { ImageIntake, IntakeImages, IntakeOptions } from './imageIntake.ts';
import { importAdditions } from './importAdditions.ts';
import { SOURCE_HANDLE, importBoxRatings, importBoxes } from './importBoxes.ts';
import { candidatesOf } from './importFolder.ts';
import { ratingsOfLabelStudio } from './importLabelStudio.ts';
import { importRatings } from './importRatings.ts';
import { ratingsOfCsv } from './importRatingsCsv.ts';
import type { SourceItems } from './importItems.ts';
import { createItemImport, warnOfBrokenRules } from './importItems.ts';
import type { ReportBuilder } from '../../formats/importReport.ts';
import { createReport } from '../../formats/importReport.ts';
import { findDataFiles, scanItems } from './itemSource.ts';
import { nearDuplicates } from './nearDuplicates.ts';
import { createTaskItems } from './taskItems.ts';
import type { Work } from '../../base/work.ts';

type Request = z.output<typeof ImportRequestSchema>;

export interface ImportServices {
  readonly casebook: Casebook;
  readonly images: IntakeImages;
  readonly people: People;
  /** Does something in one go while nobody else writes: what it finds is so until it has written. */
  readonly alone: <T>(work: () => T) => Promise<T>;
}

/** The data files of a folder: of each group the first that is there. */
const DATA_FILES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  caughtcheating: [['data_info.json', 'data_info.jsonl']],
  argus: [['argus.jsonl', 'argus.json']],
  mcsbench: [['mcsbench.jsonl', 'mcsbench.json']],
  observatory: [
    ['observatory.jsonl', 'observatory.json'],
    ['query_sets.jsonl', 'query_sets.json'],
  ],
  generic: [['items.jsonl', 'items.json']],
};

/**
 * Brings a source in. All or nothing: with a problem anywhere nothing is changed, unless `keepGoing` says to take
 * what is sound. Cancelling leaves nothing. The same source twice changes nothing.
 * @param by who does it; null where nobody sits there (the command line)
 */
export async function importSource(
  services: ImportServices,
  input: ImportRequest,
  by: PersonId | null,
  work: Work,
): Promise<ImportReport> {
  const request = ImportRequestSchema.parse(input);
  if (!request.dryRun) assertWritable(services.casebook);
  switch (request.format) {
    case 'coco':
    case 'yolo':
    case 'voc':
      return request.boxes === 'ratings'
        ? importBoxRatings(services, request, by, work)
        : importBoxes(services, request, by, work);
    case 'images':
      return importImages(services, request, by, work);
    case 'ratings-csv':
      await assertFile(request.source, ['labels.csv', 'ratings.csv']);
      return importRatings(services, request, by, work, ratingsOfCsv(request.source));
    case 'labelstudio':
      return importTasks(services, request, by, work);
    case 'caughtcheating-answers':
    case 'caughtcheating-judged':
    case 'argus-responses':
    case 'argus-scores':
    case 'observatory-answers':
    case 'answers-jsonl':
    case 'verdicts-jsonl':
      return importAnswers(
        services,
        request,
        by,
        work,
        answerReader(request.format, services.casebook, request),
      );
    default: {
      assertBenchmark(services.casebook, request.format);
      const addition = services.casebook.benchmark.additions?.find(({ format }) => format === request.format);
      return addition === undefined
        ? importData(services, request, by, work)
        : importAdditions(services, addition, request, by, work);
    }
  }
}

/** Annotations of Label Studio; boxes belong to the main task's field of boxes. */
async function importTasks(
  services: ImportServices,
  request: Request,
  by: PersonId | null,
  work: Work,
): Promise<ImportReport> {
  const { casebook } = services;
  await assertFile(request.source, ['tasks.json']);
  const vocabulary = JsonObject.parse(readMeta(casebook.database, 'vocabulary'));
  const fields = mainTask(casebook).fields(vocabulary);
  const read = ratingsOfLabelStudio(request.source, {
    boxField: fields.find(({ comparison }) => comparison.level === 'boxes')?.name ?? null,
    levelOf: (name) =>
      fields.find((field) => field.name === name)?.comparison.level ?? request.levels[name]?.level,
    itemOf: createTaskItems(casebook),
  });
  return importRatings(services, request, by, work, read);
}

async function assertFile(source: string, names: readonly string[]): Promise<void> {
  if (!(await stat(source)).isDirectory()) return;
  throw new CasebookError(
    'invalid_input',
    `${source} is a folder.`,
    `Choose the file itself, such as ${names.join(' or ')} in it.`,
  );
}

async function importData(
  services: ImportServices,
  request: Request,
  by: PersonId | null,
  work: Work,
): Promise<ImportReport> {
  const { benchmark } = services.casebook;
  const names = DATA_FILES[request.format];
  if (names === undefined) {
    throw new CasebookError('invalid_input', `There is no format "${request.format}" to bring in.`);
  }
  if (request.format !== benchmark.id) {
    throw new CasebookError(
      'invalid_input',
      `This casebook is for ${benchmark.title}; items of the format "${request.format}" do not fit into it.`,
      'Make a casebook for that benchmark, or choose another format.',
    );
  }
  const data = await findDataFiles(request.source, names);
  const report = createReport();
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
      byBasename: request.imagesFolder !== undefined,
      link: request.link,
      dryRun: request.dryRun,
    },
    // A damaged file is as good as none: the item comes in and waits for a sound one.
    onUnreadable: (item, name, reason) => report.warn(item, 'images', `${name}: ${reason}`),
  });
}

async function importImages(
  services: ImportServices,
  request: Request,
  by: PersonId | null,
  work: Work,
): Promise<ImportReport> {
  const report = createReport();
  const items = await candidatesOf(request.source, services.casebook.benchmark, work.signal);
  if (items.length === 0) {
    report.skip(basename(request.source), null, 'The folder holds no images that Casebook can read.');
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
      folders: [request.source],
      byBasename: false,
      link: request.link,
      dryRun: request.dryRun,
    },
    onUnreadable(item, name, reason) {
      unreadable.add(name);
      report.skip(item, null, reason);
    },
  });
}

interface Incoming {
  readonly report: ReportBuilder;
  readonly source: SourceItems;
  readonly imageNames: ReadonlyMap<string, string>;
  readonly intake: IntakeOptions;
  readonly onUnreadable: (item: string, name: string, reason: string) => void;
}

/** Images first, then the rules, then everything in one transaction. */
async function bringIn(
  { casebook, images, people, alone }: ImportServices,
  request: Request,
  by: PersonId | null,
  work: Work,
  { report, source: given, imageNames, intake: options, onUnreadable }: Incoming,
): Promise<ImportReport> {
  const nothing = (): ImportReport => ({
    ...report.build({ applied: false, similar: [] }),
    added: 0,
    updated: 0,
    unchanged: 0,
  });
  if (report.skipped() > 0 && !request.keepGoing) return nothing();
  const intake = await createImageIntake(images, options);
  try {
    await intake.take(imageNames.keys(), imageNames.size);
    const source = withoutForbidden(given, intake, report);
    for (const [name, item] of imageNames) {
      const result = intake.result(name);
      if (result.kind === 'unreadable') onUnreadable(item, name, result.reason);
    }
    if (report.skipped() > 0 && !request.keepGoing) return nothing();
    const writing = createItemImport(casebook);
    if (source.kind === 'data') {
      work.progress('Checking', 0, source.count);
      await warnOfBrokenRules(source.items(), {
        task: mainTask(casebook),
        vocabulary: JsonObject.parse(readMeta(casebook.database, 'vocabulary')),
        intake,
        report,
        signal: work.signal,
      });
    }
    if (request.dryRun) {
      await writing.foresee({ source, intake, report });
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
      const tell = (done: number): void => work.progress('Writing', done, source.count);
      return writing.write({ source, intake, report, author, boxSource, by: by ?? author, tell });
    });
    const { newImages } = await alone(write);
    const similar = newImages.size === 0 ? [] : nearDuplicates(casebook.database, (id) => newImages.has(id));
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
