import { basename, dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Addition } from '../../../../../shared/benchmarks/additions.ts';
import type { ImportReport } from '../../../../../shared/contract/importExport.ts';
import type { PersonId } from '../../../../../shared/base/ids.ts';
import { Json, type JsonObject, sameJson } from '../../../../../shared/base/json.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import type { AskedImport } from '../../../formats/format.ts';
import { layoutOf, readSource } from '../../../formats/reading/sourceFile.ts';
import { AdditionStaging, type StagedAdditions } from './additionStaging.ts';
import { type AddedItem, type AddedPayload, AdditionWriter } from './additionWriter.ts';
import { ImageIntake, type IntakeOptions } from '../intake/imageIntake.ts';
import { ImageUpdate } from '../intake/imageUpdate.ts';
import { assertFile, type ImportServices } from '../importServices.ts';
import { ReportBuilder } from '../../../formats/reading/importReport.ts';
import { Breather } from '../../../formats/reading/breather.ts';
import { PayloadUpdates } from '../payloadUpdates.ts';
import type { Work } from '../../../base/work.ts';

/** How much is looked at between two breaths. */
const BREATH = 500;

interface Job {
  readonly casebook: Casebook;
  readonly addition: Addition;
  readonly request: AskedImport;
  readonly staging: AdditionStaging;
  readonly report: ReportBuilder;
  readonly work: Work;
  /** The images that its entries bring, each with an item that it is for. */
  readonly imageNames: Map<string, string>;
}

/**
 * Brings in a file that says more of items that are there. All or nothing, unless `keepGoing` says to take what is
 * sound; the same file twice changes nothing.
 */
export async function importAdditions(
  { casebook, images, alone }: ImportServices,
  addition: Addition,
  request: AskedImport,
  by: PersonId | null,
  work: Work,
): Promise<ImportReport> {
  await assertFile(request.source, 'Nothing was changed. Choose the file itself.');
  const report = new ReportBuilder();
  const staging = new AdditionStaging();
  const stops = (): boolean => report.skipped() > 0 && !request.keepGoing;
  const job = { casebook, addition, request, staging, report, work, imageNames: new Map<string, string>() };
  let intake: ImageIntake | null = null;
  try {
    await read(job);
    await check(job);
    if (stops()) return report.refused();
    if (job.imageNames.size > 0) {
      intake = new ImageIntake(images, intakeOf(job));
      await takeImages(job, intake);
      if (stops()) return report.refused();
    }
    if (request.dryRun) return report.build({ applied: false, similar: [] });
    work.progress('Writing', 0, staging.itemCount());
    // Lets the progress be shown and a cancellation come through before nothing else can happen.
    await setImmediate();
    work.signal.throwIfAborted();
    await alone(
      casebook.database.transaction(() => {
        write(job, by, intake);
      }),
    );
    return report.build({ applied: true, similar: [] });
  } finally {
    staging.close();
    await intake?.release();
  }
}

const intakeOf = ({ request, work }: Job): IntakeOptions => {
  const folder = dirname(request.source);
  return {
    work,
    folders: request.imagesFolder === undefined ? [folder] : [folder, request.imagesFolder],
    namedIn: [],
    link: request.link,
    dryRun: request.dryRun,
  };
};

/** Takes the images in; what cannot be used of them is a problem of the entry, as an image is all that it is about. */
async function takeImages({ imageNames, report }: Job, intake: ImageIntake): Promise<void> {
  await intake.take(imageNames.keys(), imageNames.size);
  for (const [name, item] of imageNames) {
    const result = intake.result(name);
    if (result.kind === 'missing') report.skip(item, 'image', `There is no file ${name}.`);
    else if (result.kind === 'unreadable' || result.kind === 'forbidden')
      report.skip(item, 'image', `${name}: ${result.reason}`);
  }
}

/** Puts every sound element aside and reports each problem of the others by its place and field. */
async function read({ addition, request, staging, report, work, imageNames }: Job): Promise<void> {
  const { source } = request;
  const layout = await layoutOf(source);
  const noun = layout === 'lines' ? 'line' : 'entry';
  const progress = (done: number, total: number): void => {
    work.progress('Reading', done, total);
  };
  for await (const element of readSource(source, layout, { signal: work.signal, progress })) {
    if (!element.ok) {
      report.skip(element.where, null, element.reason);
      continue;
    }
    if (element.member !== null) {
      report.skip('the file', null, 'It has one object instead of a list of entries.');
      return;
    }
    const place = `${noun} ${String((element.index ?? 0) + 1)}`;
    const value = Json.safeParse(element.value);
    if (!value.success) {
      report.skip(place, null, 'It has a number that is too large.');
      continue;
    }
    const parsed = addition.parse(value.data);
    if (!parsed.ok) {
      for (const { field, message } of parsed.problems) report.skip(place, field, message);
      continue;
    }
    const first = staging.add({ ...parsed.value, place });
    if (first !== null) report.skip(place, null, `It repeats ${first} about ${parsed.value.item}.`);
    else for (const name of parsed.value.images ?? []) imageNames.set(name, parsed.value.item);
  }
  if (staging.count() === 0 && report.skipped() === 0)
    report.skip(basename(source), null, 'It has no entries.');
}

/** Sets everything against what the casebook holds: counts the effects, names what has no place. */
async function check(job: Job): Promise<void> {
  const { casebook, addition, staging, report, work } = job;
  const writer = new AdditionWriter(casebook, addition, casebook.derived.items);
  const breather = new Breather(work.signal, BREATH);
  let done = 0;
  for (const staged of staging.items()) {
    const found = place(writer, staged, report);
    if (found !== null) {
      const { before, after } = found.payload;
      if (saysNothingNew(found.payload)) report.counts.unchanged += 1;
      else {
        report.counts.updated += 1;
        for (const key of changedKeys(before, after))
          report.change(staged.item, key, before[key], after[key]);
      }
    }
    done += 1;
    work.progress('Checking', done, staging.itemCount());
    await breather.step();
  }
}

/** The item that entries are about with what they make of it; null, and reported, where that cannot be. */
function place(
  writer: AdditionWriter,
  { item: name, places, entries }: StagedAdditions,
  report: ReportBuilder | null,
): { readonly item: AddedItem; readonly payload: AddedPayload } | null {
  const item = writer.find(name);
  if (item === undefined) {
    for (const each of places) report?.skip(each, 'id', `The casebook has no item "${name}".`);
    return null;
  }
  const tell = (result: ReturnType<AdditionWriter['merge']>, where: string): void => {
    if (result.ok) return;
    for (const { field, message } of result.problems) report?.skip(name, field, `${message} (${where})`);
  };
  const merged = writer.merge(item, entries);
  if (merged.ok) return { item, payload: merged.value };
  // A bad entry does not take the good ones of its item with it.
  const alone = entries.map((entry) => writer.merge(item, [entry]));
  const sound = entries.filter((_, at) => alone[at]?.ok === true);
  const rest = sound.length < entries.length && sound.length > 0 ? writer.merge(item, sound) : null;
  if (rest === null || !rest.ok) {
    tell(merged, places.join(', '));
    return null;
  }
  for (const [at, result] of alone.entries()) tell(result, places[at] ?? '');
  return { item, payload: rest.value };
}

function write(
  { casebook, addition, request, staging, report, work }: Job,
  by: PersonId | null,
  intake: ImageIntake | null,
): void {
  const { items } = casebook.derived;
  const writer = new AdditionWriter(casebook, addition, items);
  const { log } = casebook.records;
  const pictures = intake === null ? null : new ImageUpdate(casebook, { intake, report, by });
  const updates = new PayloadUpdates(log, request.format, by);
  let done = 0;
  items.together(() => {
    for (const staged of staging.items()) {
      done += 1;
      if (done % BREATH === 0) work.progress('Writing', done, staging.itemCount());
      const found = place(writer, staged, null);
      if (found === null || saysNothingNew(found.payload)) continue;
      writer.write(found.item, found.payload);
      if (found.payload.before === found.payload.after) continue;
      if (pictures !== null) {
        const parsed = casebook.benchmark.parseItem(found.payload.after);
        if (parsed.ok) pictures.update(found.item.id, parsed.value);
        // Not to be taken back by itself: the images would stay without what says what they are.
        continue;
      }
      updates.add(found.item, found.payload.before, found.payload.after);
    }
  });
  updates.end();
  report.imagesAdded = pictures?.added() ?? 0;
  const { counts } = report;
  if (counts.updated > 0)
    log({ kind: 'import', personId: by, detail: { format: request.format, ...counts } });
}

const saysNothingNew = ({ before, after, imported }: AddedPayload): boolean =>
  before === after && imported === null;

function changedKeys(before: JsonObject, after: JsonObject): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => !sameJson(before[key], after[key]),
  );
}
