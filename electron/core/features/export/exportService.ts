import { compose } from '../../derived/casebook.ts';
import { extname } from 'node:path';
import type { z } from 'zod';
import type { ExportReport } from '../../../../shared/contract/importExport.ts';
import { ExportRequest } from '../../../../shared/contract/importExport.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { PersonId } from '../../../../shared/base/ids.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import type { ItemStatus } from '../../../../shared/domain/status.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { openDatabase } from '../../db/database.ts';
import type { Output } from '../../files/outputFolder.ts';
import { createOutputFile, createOutputFolder } from '../../files/outputFolder.ts';
import { Categories } from '../../formats/boxes/boxes.ts';
import type { AgreementFigures } from '../../derived/agreement/report.ts';
import type { CasebookImages } from '../../records/images/images.ts';
import { openConflictsInWords, openConflictsOf } from '../../records/sharing/openConflicts.ts';
import { mainTask } from '../../derived/gold.ts';
import { readForeignSets } from '../../records/answers/foreignSets.ts';
import { Tally } from '../../formats/reading/tally.ts';
import { readMeta, readMetaText } from '../../db/meta.ts';
import { exportAnswers } from './exportAnswers.ts';
import { COMPANIONS, openCompanions } from './exportCompanions.ts';
import type { ExportFormat, NamedItem, PlannedItem } from '../../formats/writing/exportFormat.ts';
import { assertOutside } from '../../formats/writing/exportFormat.ts';
import type { Formats } from '../../formats/catalogue.ts';
import { assertCanHold } from '../../formats/writing/holds.ts';
import type { ImageToWrite } from '../../formats/writing/exportImages.ts';
import { writeImages } from '../../formats/writing/exportImages.ts';
import {
  createExportReader,
  eachItem,
  selectItems,
  type ExportItem,
} from '../../formats/writing/exportItems.ts';
import { type MadeExport, putInPlace } from './formerExport.ts';
import { handedOut } from '../../formats/reading/imageRights.ts';
import { keyOf, pseudonymise } from '../../records/people/pseudonyms.ts';
import { imagesLeftOut } from './imagesLeftOut.ts';
import { recordExport } from './waitingExports.ts';
import type { Work } from '../../base/work.ts';
import { regionLabels } from '../../../../shared/benchmarks/taskParts.ts';

type Request = z.output<typeof ExportRequest> & { readonly status: ItemStatus[] | null };

export interface ExportServices {
  readonly formats: Formats;
  readonly casebook: Casebook;
  readonly images: CasebookImages;
  readonly agreement: AgreementFigures;
}

/** The facet that says what kind of question an item is. */
const KIND = 'kind';

/** How many broken items a refusal names. */
const SHOWN = 20;

/**
 * Hands items out. Accepted ones unless asked otherwise; an accepted item that breaks a rule of the benchmark is
 * left out and named, or with `strict` refuses the export (`invalid_input`). What is written is one state of the
 * casebook, whatever is edited meanwhile, and comes to its place whole or not at all.
 */
export async function exportItems(
  services: ExportServices,
  input: z.input<typeof ExportRequest>,
  by: PersonId | null,
  work: Work,
): Promise<ExportReport> {
  const asked = ExportRequest.parse(input);
  const { casebook } = services;
  const found = services.formats.find(asked.format);
  if (found?.writes === undefined)
    throw new CasebookError('invalid_input', `There is no export format "${asked.format}".`);
  assertCanHold(casebook.benchmark, found, services.formats);
  if (found.writes.of === 'answers') {
    assertOutside(casebook, asked.target);
    return exportAnswers(casebook, found.writes, asked, by, work);
  }
  const format = found.writes.format(casebook);
  const status = asked.status === undefined ? format.usualStatus : asked.status;
  const request: Request = {
    ...asked,
    status: status === null ? null : [...status],
    ...(asked.dryRun && { images: 'none' }),
  };
  const extension = extname(request.target).toLowerCase();
  const single = format.singleFile.includes(extension) ? extension : null;
  assertOutside(casebook, request.target);
  const output =
    single === null
      ? await createOutputFolder(request.target, {
          force: request.force,
          owns: (path) => format.owns(path) || COMPANIONS.includes(path),
        })
      : await createOutputFile(request.target, request.force);
  const snapshot = openDatabase(casebook.database.name, 'read');
  try {
    snapshot.exec('BEGIN');
    const pseudonyms = request.names ? [] : pseudonymise(snapshot);
    const report = await write(
      { ...services, frozen: compose({ ...casebook, database: snapshot }) },
      { request, format, single, output },
      work,
    );
    const replaced = await putInPlace({ ...report, pseudonyms: [...pseudonyms] }, output, {
      single: single !== null,
      owns: (path) => format.owns(path),
      allowFewer: request.allowFewer,
      dryRun: request.dryRun,
      signal: work.signal,
    });
    await casebook.gate.opened();
    if (replaced.written) {
      recordExport(casebook, by, {
        format: request.format,
        items: report.items,
        images: report.images,
        withheld: report.withheld,
        status: request.status,
        ...(pseudonyms.length > 0 && { pseudonyms: keyOf(pseudonyms) }),
      });
    }
    return replaced;
  } catch (error) {
    await output.abandon();
    throw error;
  } finally {
    snapshot.close();
  }
}

/** Says why there is nothing to export, and what there is. */
function nothingToExport({ database }: Casebook, { status, split }: Request): CasebookError {
  const splits = database
    .prepare<[], string>('SELECT DISTINCT split FROM item WHERE split IS NOT NULL ORDER BY split')
    .pluck()
    .all();
  const among = [
    ...(split === undefined ? [] : [`in the split “${split}”`]),
    ...(status === null ? [] : [`with the status ${status.join(' or ')}`]),
  ].join(' ');
  const known =
    split === undefined
      ? 'Choose another status, or accept items first.'
      : splits.length === 0
        ? 'No item of this casebook is in a split.'
        : `The splits are ${splits.join(', ')}.`;
  return new CasebookError(
    'invalid_input',
    `The export would be empty: there are no items${among === '' ? '' : ` ${among}`}.`,
    `Nothing was written. ${known}`,
  );
}

interface Job {
  readonly request: Request;
  readonly format: ExportFormat;
  readonly single: string | null;
  readonly output: Output;
}

async function write(
  { casebook, images, agreement, frozen }: ExportServices & { readonly frozen: Casebook },
  { request, format, single, output }: Job,
  work: Work,
): Promise<MadeExport> {
  const read = createExportReader(frozen, format.withCandidates === true ? 'all' : 'shown');
  const leftOut: ExportReport['left_out'] = [];
  const planned: PlannedItem[] = [];
  const broken: string[] = [];
  const rulesApply = request.status?.length === 1 && request.status[0] === 'accepted';
  const ids = selectItems(frozen, request);
  for await (const item of eachItem(ids, read, work.signal)) {
    work.progress('Checking', planned.length + leftOut.length, ids.length);
    const other = format.leavesOut?.(item) ?? null;
    if (other !== null) {
      const kind = casebook.benchmark.summarize(item.payload).facets[KIND] ?? 'Questions';
      leftOut.push({ item: item.externalId, reason: other, intended: true, ...(item.isQuery && { kind }) });
      continue;
    }
    const refusal = format.refuse(item);
    // Rules are looked at only where they matter: that takes as long as all the rest.
    const problems = refusal !== null ? [refusal] : rulesApply || request.strict ? item.broken : [];
    if (problems.length > 0 && request.strict) broken.push(`${item.externalId}: ${problems.join(' ')}`);
    if (refusal !== null || (rulesApply && problems.length > 0)) {
      leftOut.push({ item: item.externalId, reason: problems.join(' ') });
    } else planned.push(lean(item, item.images.map(handedOut)));
  }
  if (broken.length > 0) throw refused(broken);
  if (ids.length === 0) throw nothingToExport(frozen, request);

  const withImages = request.images !== 'none' && single === null;
  await casebook.gate.opened();
  const named = format.name(planned, withImages);
  const toWrite = withImages ? imagesOf(named, format) : [];
  const failed = await writeImages(images, toWrite, output, {
    mode: request.images === 'link' ? 'link' : 'copy',
    work,
  });
  const unwritable = unwritableItems(named, format, failed);
  if (unwritable.size > 0 && request.strict) throw refused([...unwritable.values()]);

  const task = mainTask(casebook);
  const vocabulary = JsonObject.parse(readMeta(frozen.database, 'vocabulary'));
  const known = regionLabels(task, task.initialAnswer({}), vocabulary).map(({ category }) => category);
  const names = new Map(named.map((item) => [item.id, item.images.map(({ name }) => name)]));
  const writable = [...names.keys()].filter((id) => !unwritable.has(id));
  const lost = new Tally();
  const writer = await format.open(output, {
    description: readMetaText(frozen.database, 'title'),
    casebook: frozen,
    categories: new Categories(known, format.firstCategory ?? 1),
    single,
    withImages,
    times: request.times,
    isPlain: request.plain,
    inner: request.inner,
    order: [...names.keys()],
    items: () => eachItem(writable, read, work.signal),
    foreign: readForeignSets(frozen.database),
    left: (...loss) => lost.add(...loss),
  });
  const companions =
    single === null
      ? await openCompanions(output, {
          casebook,
          frozen,
          agreement,
          work,
          format,
          planned,
          order: [...names.keys()],
          withImages,
          times: request.times,
          isPlain: request.plain,
        })
      : null;
  const disputed: ExportReport['disputed'] = [];
  const titles = new Map(task.fields(vocabulary).map(({ name, title }) => [name, title]));
  let items = 0;
  let withheld = 0;
  let missing = 0;
  for await (const item of eachItem([...names.keys()], read, work.signal)) {
    const reason = unwritable.get(item.id);
    if (reason !== undefined) {
      leftOut.push({ item: item.externalId, reason });
      missing += item.images.length;
      continue;
    }
    await writer.add(item, names.get(item.id) ?? []);
    await companions?.add(item, names.get(item.id) ?? []);
    if (withImages) {
      const without = imagesLeftOut(item, names.get(item.id) ?? []);
      leftOut.push(...without.said);
      withheld += without.withheld;
      missing += without.missing;
    }
    if (item.disputed.length > 0)
      disputed.push({
        item: item.externalId,
        fields: item.disputed.map((part) => titles.get(part) ?? part),
      });
    items += 1;
    work.progress('Writing', items, names.size);
  }
  await writer.end((await companions?.end()) ?? null);
  const conflicts = openConflictsInWords(openConflictsOf(frozen).length);
  return {
    items,
    images: toWrite.length - failed.size,
    withheld,
    missing,
    left_out: leftOut,
    disputed,
    files: output.files(),
    not_carried: lost.lines(),
    pseudonyms: [],
    warnings: conflicts === null ? [] : [conflicts],
  };
}

/** Without what memory need not hold for every item at once. */
function lean(item: ExportItem, images: PlannedItem['images']): PlannedItem {
  const { id, sequence, externalId, split, payload, isQuery, imported } = item;
  const keep = (object: JsonObject): JsonObject =>
    Object.fromEntries(
      ['label', 'data_path'].flatMap((key) =>
        Object.hasOwn(object, key) ? [[key, object[key] ?? null]] : [],
      ),
    );
  return {
    id,
    sequence,
    externalId,
    split,
    payload: keep(payload),
    isQuery,
    imported: imported === null ? null : keep(imported),
    images,
  };
}

/** The files to be written, each once: items can share one. */
function imagesOf(named: readonly NamedItem[], format: ExportFormat): ImageToWrite[] {
  const files = new Map<string, ImageToWrite>();
  for (const { id, images } of named) {
    for (const image of images) {
      const path = format.imagePath(image.name);
      if (image.imageId !== null && !files.has(path))
        files.set(path, { item: id, imageId: image.imageId, path, format: image.format });
    }
  }
  return [...files.values()];
}

/** The items with an image that could not be written, and why. */
function unwritableItems(
  named: readonly NamedItem[],
  format: ExportFormat,
  failed: ReadonlyMap<ImageToWrite, string>,
): ReadonlyMap<string, string> {
  const reasons = new Map([...failed].map(([{ path }, reason]) => [path, `${path}: ${reason}`]));
  if (reasons.size === 0) return new Map();
  return new Map(
    named.flatMap(({ id, images }) =>
      images.flatMap(({ imageId, name }) => {
        const reason = imageId === null ? undefined : reasons.get(format.imagePath(name));
        return reason === undefined ? [] : [[id, reason]];
      }),
    ),
  );
}

function refused(problems: readonly string[]): CasebookError {
  const shown = problems.slice(0, SHOWN).join('\n');
  const more = problems.length > SHOWN ? `\nand ${String(problems.length - SHOWN)} more.` : '';
  return new CasebookError(
    'invalid_input',
    `${String(problems.length)} ${problems.length === 1 ? 'item breaks' : 'items break'} a rule of the benchmark:\n${shown}${more}`,
    'Nothing was written. Complete these items, or export without --strict.',
  );
}
