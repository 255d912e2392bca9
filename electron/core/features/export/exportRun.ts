import type { z } from 'zod';
import type { ExportReport, ExportRequest } from '../../../../shared/contract/importExport.ts';
import type { ItemStatus } from '../../../../shared/domain/status.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { JsonObject } from '../../../../shared/base/json.ts';
import type { Work } from '../../base/work.ts';
import { readMeta, readMetaText } from '../../db/meta.ts';
import type { AgreementFigures } from '../../derived/agreement/report.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { mainTask } from '../../derived/gold.ts';
import { regionLabels } from '../../../../shared/benchmarks/taskParts.ts';
import type { OutputFolder } from '../../files/outputFolder.ts';
import { Categories } from '../../formats/boxes/boxes.ts';
import { exportedImage } from '../../formats/reading/imageRights.ts';
import { Tally } from '../../formats/reading/tally.ts';
import type { ExportFormat, ItemToExport, NamedItem } from '../../formats/writing/exportFormat.ts';
import { type ImageToWrite, writeImages } from '../../formats/writing/exportImages.ts';
import { type ExportItem, selectItems } from '../../formats/writing/exportItems.ts';
import { ExportReader } from '../../formats/writing/exportReader.ts';
import { readForeignSets } from '../../records/answers/foreignSets.ts';
import type { CasebookImages } from '../../records/images/images.ts';
import { openConflictsInWords, openConflictsOf } from '../../records/sharing/openConflicts.ts';
import { openCompanions } from './exportCompanions.ts';
import type { MadeExport } from './formerExport.ts';
import { imagesLeftOut } from './imagesLeftOut.ts';
import { decideInclusion, unwritableItems } from './inclusion.ts';

/** The facet that says what kind of question an item is. */
const KIND = 'kind';

/** How many broken items a refusal names. */
const SHOWN = 20;

/** What an export of items is asked for, its defaults filled in. */
export type ItemExportRequest = z.output<typeof ExportRequest> & { readonly status: ItemStatus[] | null };

interface ExportJob {
  readonly casebook: Casebook;
  /** The casebook as it was when the export began. */
  readonly frozen: Casebook;
  readonly images: CasebookImages;
  readonly agreement: AgreementFigures;
  readonly request: ItemExportRequest;
  readonly format: ExportFormat;
  /** The keys of payloads that the format looks at before it writes. */
  readonly payloadKeys: readonly string[];
  /** The target's extension where it is a single file. */
  readonly single: string | null;
  readonly output: OutputFolder;
}

/** Writes items in a format into an output. */
export class ExportRun {
  readonly #job: ExportJob;
  readonly #work: Work;
  readonly #reader: ExportReader;
  readonly #withImages: boolean;
  readonly #leftOut: ExportReport['left_out'] = [];
  readonly #disputed: ExportReport['disputed'] = [];
  readonly #lost = new Tally();
  #items = 0;
  #withheld = 0;
  #missing = 0;

  constructor(job: ExportJob, work: Work) {
    this.#job = job;
    this.#work = work;
    this.#reader = new ExportReader(job.frozen, job.format.withCandidates === true ? 'all' : 'shown');
    this.#withImages = job.request.images !== 'none' && job.single === null;
  }

  async write(): Promise<MadeExport> {
    const { casebook, frozen, images, request, format, output } = this.#job;
    const planned = await this.#plan();
    await casebook.gate.opened();
    const named = format.name(planned, this.#withImages);
    const toWrite = this.#withImages ? imagesOf(named, format) : [];
    const failed = await writeImages(images, toWrite, output, {
      mode: request.images === 'link' ? 'link' : 'copy',
      work: this.#work,
    });
    const unwritable = unwritableItems(named, (name) => format.imagePath(name), failed);
    if (unwritable.size > 0 && request.strict) throw refused([...unwritable.values()]);
    await this.#writeItems(planned, named, unwritable);
    const conflicts = openConflictsInWords(openConflictsOf(frozen).length);
    return {
      items: this.#items,
      images: toWrite.length - failed.size,
      withheld: this.#withheld,
      missing: this.#missing,
      left_out: this.#leftOut,
      disputed: this.#disputed,
      files: output.files(),
      not_carried: this.#lost.lines(),
      pseudonyms: [],
      warnings: conflicts === null ? [] : [conflicts],
    };
  }

  /** The items that will be written; the others are named as left out. */
  async #plan(): Promise<readonly ItemToExport[]> {
    const { casebook, frozen, request, format, payloadKeys } = this.#job;
    const planned: ItemToExport[] = [];
    const broken: string[] = [];
    const rules = {
      apply: request.status?.length === 1 && request.status[0] === 'accepted',
      strict: request.strict,
    };
    const ids = selectItems(frozen, request);
    for await (const item of this.#reader.each(ids, this.#work.signal)) {
      this.#work.progress('Checking', planned.length + this.#leftOut.length, ids.length);
      const decision = decideInclusion<ExportItem>(item, format, rules);
      if (decision.kind === 'not for the format') {
        const kind = casebook.benchmark.summarize(item.payload).facets[KIND] ?? 'Questions';
        const { reason } = decision;
        this.#leftOut.push({
          item: item.externalId,
          reason,
          intended: true,
          ...(item.isQuery && { kind }),
        });
        continue;
      }
      const reason = decision.problems.join(' ');
      if (reason !== '' && request.strict) broken.push(`${item.externalId}: ${reason}`);
      if (decision.kind === 'included') planned.push(plannedItem(item, payloadKeys));
      else this.#leftOut.push({ item: item.externalId, reason });
    }
    if (broken.length > 0) throw refused(broken);
    if (ids.length === 0) throw nothingToExport(frozen, request);
    return planned;
  }

  async #writeItems(
    planned: readonly ItemToExport[],
    named: readonly NamedItem[],
    unwritable: ReadonlyMap<string, string>,
  ): Promise<void> {
    const { casebook, frozen, agreement, request, format, single, output } = this.#job;
    const { signal } = this.#work;
    const names = new Map(named.map((item) => [item.id, item.images.map(({ name }) => name)]));
    const order = [...names.keys()];
    const writable = order.filter((id) => !unwritable.has(id));
    const task = mainTask(casebook);
    const vocabulary = JsonObject.parse(readMeta(frozen.database, 'vocabulary'));
    const known = regionLabels(task, task.initialAnswer({}), vocabulary).map(({ category }) => category);
    const shared = { order, withImages: this.#withImages, times: request.times, isPlain: request.plain };
    const writer = await format.open(output, {
      ...shared,
      description: readMetaText(frozen.database, 'title'),
      casebook: frozen,
      categories: new Categories(known, format.firstCategory ?? 1),
      single,
      inner: request.inner,
      items: () => this.#reader.each(writable, signal),
      foreign: readForeignSets(frozen.database),
      left: (...loss) => this.#lost.add(...loss),
    });
    const companions =
      single === null
        ? await openCompanions(output, {
            ...shared,
            casebook,
            frozen,
            agreement,
            work: this.#work,
            format,
            planned,
          })
        : null;
    const titles = new Map(task.fields(vocabulary).map(({ name, title }) => [name, title]));
    for await (const item of this.#reader.each(order, signal)) {
      const reason = unwritable.get(item.id);
      if (reason !== undefined) {
        this.#leftOut.push({ item: item.externalId, reason });
        this.#missing += item.images.length;
        continue;
      }
      const itsNames = names.get(item.id) ?? [];
      await writer.add(item, itsNames);
      await companions?.add(item, itsNames);
      this.#note(item, itsNames, titles);
      this.#work.progress('Writing', this.#items, names.size);
    }
    await writer.end((await companions?.end()) ?? null);
  }

  /** Notes of an item that was written what the report says of it. */
  #note(item: ExportItem, names: readonly string[], titles: ReadonlyMap<string, string>): void {
    this.#items += 1;
    if (this.#withImages) {
      const without = imagesLeftOut(item, names);
      this.#leftOut.push(...without.said);
      this.#withheld += without.withheld;
      this.#missing += without.missing;
    }
    if (item.disputed.length > 0)
      this.#disputed.push({
        item: item.externalId,
        fields: item.disputed.map((part) => titles.get(part) ?? part),
      });
  }
}

/** Says why there is nothing to export, and what there is. */
function nothingToExport({ database }: Casebook, { status, split }: ItemExportRequest): CasebookError {
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

/** An item without what memory need not hold for every item at once. */
function plannedItem(item: ExportItem, payloadKeys: readonly string[]): ItemToExport {
  const { id, sequence, externalId, split, payload, isQuery, imported, images } = item;
  const keep = (object: JsonObject): JsonObject =>
    Object.fromEntries(
      payloadKeys.flatMap((key) => (Object.hasOwn(object, key) ? [[key, object[key] ?? null]] : [])),
    );
  return {
    id,
    sequence,
    externalId,
    split,
    payload: keep(payload),
    isQuery,
    imported: imported === null ? null : keep(imported),
    images: images.map(exportedImage),
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

function refused(problems: readonly string[]): CasebookError {
  const shown = problems.slice(0, SHOWN).join('\n');
  const more = problems.length > SHOWN ? `\nand ${String(problems.length - SHOWN)} more.` : '';
  return new CasebookError(
    'invalid_input',
    `${String(problems.length)} ${problems.length === 1 ? 'item breaks' : 'items break'} a rule of the benchmark:\n${shown}${more}`,
    'Nothing was written. Complete these items, or export without --strict.',
  );
}
