import { z } from 'zod';
import { counted } from '../../../../shared/domain/counts.ts';
import type { ParsedItem } from '../../../../shared/benchmarks/benchmark.ts';
import type { AskedParts } from '../../../../shared/benchmarks/parts.ts';
import type { RegionRecord } from '../../../../shared/domain/document.ts';
import { AnnotationId, ItemId, type PersonId } from '../../../../shared/domain/ids.ts';
import { JsonObject, sameJson } from '../../../../shared/domain/json.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { ItemWriter } from '../../derived/itemWriter.ts';
import type { People } from '../../records/people.ts';
import { writeMeta } from '../../db/meta.ts';
import type { ImageIntake } from './imageIntake.ts';
import { createImageUpdate } from './imageUpdate.ts';
import type { ReportBuilder } from '../../formats/importReport.ts';
import { type FieldPlans, type Said, type Skip, readSaid } from './ratingFields.ts';
import { createRatingRegions, sameRegions } from './ratingRegions.ts';
import type { GivenRating } from './ratingRows.ts';
import { createRatingRows } from './ratingRows.ts';
import type { RatingSource, StagedAnswer } from '../../formats/ratingStaging.ts';
import { createRightsIntake } from './rightsIntake.ts';

/** How many answers are written between two words on how far it is. */
const TOLD = 2000;

/** Turns staged ratings into answers. */
export interface RatingImport {
  /** Looks at what one rater says of one item: counts what would come of it, names what is wrong with it. */
  check(answer: StagedAnswer): void;
  /** To be called after the last check: says what the ratings bring along. */
  endCheck(): void;
  /**
   * Writes all of them, passing over what was wrong; expects the caller's transaction.
   * @param progress told now and then how many values were written
   */
  write(answers: Iterable<StagedAnswer>, format: string, progress: (done: number) => void): void;
}

interface Parts {
  readonly casebook: Casebook;
  readonly people: People;
  readonly intake: ImageIntake;
  readonly source: RatingSource;
  readonly fields: FieldPlans;
  readonly vocabulary: JsonObject;
  readonly report: ReportBuilder;
  readonly by: PersonId | null;
}

const Existing = z.object({ id: ItemId, sequence: z.int(), revision: z.int(), payload: z.string() });
type Existing = z.infer<typeof Existing>;

/** For one import. */
export function createRatingImport(parts: Parts): RatingImport {
  const { casebook, people, intake, source, fields, vocabulary, report, by } = parts;
  const { database, benchmark } = casebook;
  const items = database.prepare<[string, string]>(
    'SELECT id, sequence, revision, payload FROM item WHERE benchmark = ? AND external_id = ?',
  );
  const rows = createRatingRows(casebook);
  const regionsOf = createRatingRegions(casebook, fields.vocabulary);
  const newItems = new Set<string>();
  const newPeople = new Set<string>();
  const handles = new Map<string, PersonId | null>();

  const findItem = (externalId: string): Existing | null => {
    const row = items.get(benchmark.id, externalId);
    return row === undefined ? null : Existing.parse(row);
  };

  const parsedItem = (externalId: string): ParsedItem | null => {
    const described = source.items.get(externalId);
    if (described !== undefined || benchmark.ratedItem === undefined) {
      return benchmark.ratedItem === undefined ? null : (described ?? null);
    }
    const parsed = benchmark.parseItem(benchmark.ratedItem(externalId));
    return parsed.ok ? parsed.value : null;
  };

  /** The person of a handle, null where there is none yet; undefined where the handle is somebody else's. */
  const findPerson = (handle: string): PersonId | null | undefined => {
    const known = handles.get(handle);
    if (known !== undefined) return known;
    const person = people.called(handle);
    const kind = source.raters.get(handle)?.kind;
    if (person !== undefined && kind !== undefined && person.kind !== kind) return undefined;
    handles.set(handle, person?.id ?? null);
    return person?.id ?? null;
  };

  /** An answer with the boxes as they would stand, and whether that is anything new. */
  const compose = (
    said: Said,
    { round, submittedAt }: Pick<StagedAnswer, 'round' | 'submittedAt'>,
    item: Existing | null,
    personId: PersonId | null,
    skip: Skip,
  ) => {
    const { task, values, fields: given } = said;
    const last = item === null || personId === null ? null : rows.last(item.id, task.id, round, personId);
    if (last?.draft === true) {
      skip(null, 'The rater has unsubmitted work on this item; submit it first.');
      return null;
    }
    const fixedAt = item === null ? null : rows.fixedAt(item.id);
    const isOutdated = fixedAt !== null && submittedAt !== null && submittedAt < fixedAt;
    const boxes = isOutdated ? null : said.boxes;
    const before = (isOutdated ? last?.outdated : last?.rating) ?? null;
    const blank = task.initialAnswer(
      benchmark.stimulus(item === null ? {} : JsonObject.parse(JSON.parse(item.payload))),
    );
    const base = before?.answer ?? blank;
    const asked = askedWith(before, given, blank);
    const answer: JsonObject = { ...base, ...values };
    const parsed = task.parseAnswer(answer, fields.vocabulary);
    if (!parsed.ok) {
      for (const { field, message } of parsed.problems) skip(field, message);
      return null;
    }
    if (isOutdated && (before === null || !sameJson(before.answer, answer))) {
      skip(null, 'The answer is from before the fix, about another wording.');
      return null;
    }
    return { task, answer, boxes, last, before, asked: isOutdated ? (before?.asked ?? null) : asked };
  };

  // Answers come item by item, and checking writes nothing.
  let looked: { readonly name: string; readonly item: Existing | null } | null = null;
  const check = (staged: StagedAnswer): void => {
    const name = `${staged.item}, ${staged.rater}`;
    const skip: Skip = (field, reason) => {
      report.skip(name, field, reason);
    };
    if (looked?.name !== staged.item) looked = { name: staged.item, item: findItem(staged.item) };
    const { item } = looked;
    const made = item === null ? parsedItem(staged.item) : null;
    if (item === null && made === null) {
      if (newItems.has(staged.item)) return;
      newItems.add(staged.item);
      report.skip(
        staged.item,
        null,
        `The casebook has no such item, and ${benchmark.title} needs more than its name. Import the items first, or import the ratings into a casebook with your own label set.`,
      );
      return;
    }
    const person = findPerson(staged.rater);
    if (person === undefined) {
      skip('rater', 'Somebody else in the casebook has that name: a person or a model.');
      return;
    }
    if (person === null) newPeople.add(staged.rater);
    if (item === null && !newItems.has(staged.item)) {
      newItems.add(staged.item);
      for (const { name: image } of made?.images ?? []) {
        const { kind } = intake.result(image);
        if (kind === 'found') report.imagesAdded += 1;
        else if (kind !== 'stored') report.missing(image);
      }
    }
    for (const said of readSaid(fields, staged, skip)) {
      const composed = compose(said, staged, item, person, skip);
      if (composed === null) continue;
      const { answer, boxes, before, asked } = composed;
      const regions =
        boxes === null
          ? null
          : regionsOf.foresee({ task: said.task, answer, boxes, item, made, intake, skip });
      if (before === null) report.counts.added += 1;
      else if (
        sameJson(before.answer, answer) &&
        sameParts(before.asked, asked) &&
        (regions === null || (regions.coming === 0 && sameRegions(regions.placed, before.regions)))
      )
        report.counts.unchanged += 1;
      else {
        report.counts.updated += 1;
        for (const [field, value] of Object.entries(said.values))
          if (!sameJson(before.answer[field], value)) report.change(name, field, before.answer[field], value);
      }
    }
  };

  const writeWith = (
    writer: ItemWriter,
    answers: Iterable<StagedAnswer>,
    format: string,
    progress: (done: number) => void,
  ): void => {
    const { log } = casebook.records;
    const recomputing = casebook.derived.recompute;
    const counts = { added: 0, updated: 0, unchanged: 0 };
    report.imagesAdded = 0;
    const pictures = createImageUpdate({
      rows: casebook.records.itemRows,
      writer,
      log,
      intake,
      report,
      by,
      noteRights: createRightsIntake(database),
    });
    if (fields.vocabulary !== vocabulary) {
      writeMeta(database, 'vocabulary', fields.vocabulary);
      const updated = { vocabulary: [vocabulary, fields.vocabulary] };
      log({ kind: 'vocabulary', personId: by, diff: { added: {}, updated, removed: {} } });
    }
    const silent: Skip = () => undefined;
    const touchedItems: number[] = [];
    let open: { item: Existing; tasks: Set<string> } | null = null;
    const recompute = (): void => {
      if (open === null || open.tasks.size === 0) return;
      const { id, sequence } = open.item;
      for (const task of open.tasks) recomputing.recompute(id, task, by);
      writer.reindex(id);
      touchedItems.push(sequence);
    };
    // Whether the item at hand was made here: then nobody has answered it yet.
    let fresh = false;
    const itemOf = (externalId: string): Existing | null => {
      fresh = false;
      const existing = findItem(externalId);
      const described = existing === null ? parsedItem(externalId) : (source.items.get(externalId) ?? null);
      if (existing !== null) {
        if (described !== null) attachMissing(existing.id, described);
        return existing;
      }
      if (described === null) return null;
      const { id, sequence } = writer.insert({
        externalId,
        payload: described.payload,
        images: described.images.map((image) => ({
          role: image.role,
          name: image.name,
          imageId: pictures.take(externalId, image),
        })),
        imported: true,
      });
      fresh = true;
      return { id, sequence, revision: 1, payload: JSON.stringify(described.payload) };
    };
    const attachMissing = (id: ItemId, described: ParsedItem): void => {
      for (const image of rows.missingImages(id)) {
        const own = described.images.find(({ name }) => name === image.name);
        if (own === undefined) continue;
        const imageId = pictures.take(described.externalId, own);
        if (imageId !== null) writer.setImage(id, { ...image, imageId }, by);
      }
    };
    const personOf = (handle: string): PersonId | null => {
      const known = findPerson(handle);
      if (known !== null && known !== undefined) return known;
      if (known === undefined) return null;
      const description = source.raters.get(handle);
      const person = people.ensure(handle, description?.kind ?? 'human');
      if (description !== undefined) rows.describe(person.id, description);
      handles.set(handle, person.id);
      return person.id;
    };

    let current: string | null = null;
    let item: Existing | null = null;
    let [seen, done] = [0, 0];
    for (const staged of answers) {
      seen += 1;
      done += staged.values.length;
      if (seen % TOLD === 0) progress(done);
      if (staged.item !== current) {
        recompute();
        current = staged.item;
        item = itemOf(staged.item);
        open = item === null ? null : { item, tasks: new Set() };
      }
      if (item === null || open === null) continue;
      const said = readSaid(fields, staged, silent);
      if (said.length === 0) continue;
      const personId = personOf(staged.rater);
      if (personId === null) continue;
      for (const each of said) {
        const composed = compose(each, staged, item, fresh ? null : personId, silent);
        if (composed === null) continue;
        const { task, answer, boxes, last, before, asked } = composed;
        const regions: readonly RegionRecord[] =
          boxes === null
            ? (before?.regions ?? [])
            : regionsOf.place({ task, answer, boxes, itemId: item.id, before: before?.regions ?? [] });
        const isSame =
          before !== null &&
          sameJson(before.answer, answer) &&
          sameParts(before.asked, asked) &&
          sameRegions(regions, before.regions);
        if (isSame) {
          counts.unchanged += 1;
          continue;
        }
        const id = AnnotationId.parse(casebook.ports.newId());
        rows.submit({
          id,
          itemId: item.id,
          itemRevision: item.revision,
          task,
          round: staged.round,
          personId,
          last,
          answer,
          regions,
          asked,
          at: staged.submittedAt,
        });
        open.tasks.add(task.id);
        if (before === null) counts.added += 1;
        else counts.updated += 1;
      }
    }
    recompute();
    Object.assign(report.counts, counts);
    report.imagesAdded = pictures.added();
    if (counts.added + counts.updated > 0) {
      log({ kind: 'import', personId: by, detail: { format, ...counts }, items: touchedItems });
    }
  };

  return {
    check,
    endCheck() {
      const made = report.counts.added + report.counts.updated > 0;
      if (!made) return;
      if (newItems.size > 0 && benchmark.ratedItem !== undefined)
        report.warn(null, 'item', `New here: ${counted(newItems.size, 'item')}.`);
      if (newPeople.size > 0)
        report.warn(
          null,
          'rater',
          `New here: ${counted(newPeople.size, 'rater')}, ${[...newPeople].slice(0, 10).join(', ')}${newPeople.size > 10 ? ', …' : ''}.`,
        );
      for (const { name, level, known } of fields.found)
        if (!known) report.warn(null, name, `New here: a field, compared as ${level}.`);
      if (fields.vocabulary !== vocabulary && fields.found.some(({ known }) => known))
        report.warn(null, 'values', 'The label set gets the missing values and labels.');
    },
    write(answers, format, progress) {
      const writer = casebook.derived.items;
      writer.together(() => {
        writeWith(writer, answers, format, progress);
      });
    },
  };
}

/**
 * The parts that a rater was asked for, with those that a source has lines for. An answer to everything stays one, but for
 * one that came from a source before it was noted what sources ask for: beside the fields at hand it says nothing.
 */
function askedWith(before: GivenRating | null, given: readonly string[], blank: JsonObject): AskedParts {
  if (before === null) return given;
  if (before.asked !== null) return [...new Set([...before.asked, ...given])];
  const others = Object.keys(before.answer).filter((part) => !given.includes(part));
  const saysNothingElse = others.every((part) => sameJson(before.answer[part], blank[part]));
  return before.imported && before.regions.length === 0 && saysNothingElse ? given : null;
}

function sameParts(a: AskedParts, b: AskedParts): boolean {
  if (a === null || b === null) return a === b;
  return sameJson(a.toSorted(), b.toSorted());
}
