import { setImmediate } from 'node:timers/promises';
import type { ParsedItem } from '../../../../../shared/benchmarks/benchmark.ts';
import type { AnswerOrigin } from '../../../../../shared/domain/answerOrigin.ts';
import type { AnnotationId, ItemId, PersonId } from '../../../../../shared/base/ids.ts';
import type { Json, JsonObject } from '../../../../../shared/base/json.ts';
import { sameJson } from '../../../../../shared/base/json.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import { mainTask } from '../../../derived/gold.ts';
import { STAYS_AS_ASKED, AskedQuestions } from './askedQuestions.ts';
import { Authorship } from './authorship.ts';
import type { ImageIntake } from '../intake/imageIntake.ts';
import { ItemBoxes } from './itemBoxes.ts';
import { splitStays } from '../intake/imageFacts.ts';
import { ImageUpdate } from '../intake/imageUpdate.ts';
import type { ReportBuilder } from '../../../formats/reading/importReport.ts';
import type { ExistingItem } from '../../../records/items/itemRows.ts';
import { parsePayload } from '../../../records/items/itemRows.ts';
import { SPLIT_KEY, splitIn, splitInPath } from '../../../../../shared/domain/splits.ts';
import { mergePayload } from '../../../../../shared/base/mergeJson.ts';
import { createRightsIntake, warnOfDifferentRights } from '../intake/rightsIntake.ts';

/** Items as a source gives them. */
export interface SourceItems {
  readonly format: string;
  readonly count: number;
  readonly items: () => Iterable<ParsedItem>;
  /** Data, or mere images that people will make items of. */
  readonly kind: 'data' | 'candidates';
}

export interface WriteOptions {
  readonly source: SourceItems;
  readonly intake: ImageIntake;
  readonly report: ReportBuilder;
  /** Whose answers the items are; null: the benchmark's own. */
  readonly author: PersonId | null;
  /** How the answers came about as far as anybody said. */
  readonly origin: AnswerOrigin;
  /** Who the boxes are from that items of the benchmark's own come with. */
  readonly boxSource: () => PersonId;
  readonly by: PersonId | null;
  /** Is told now and then how many items are written. */
  readonly tell: (done: number) => void;
}

const DELETED =
  'It was deleted here, so it was not added again. To have it back, undo the deletion in History.';
/** How many items are written between two words on how far it is. */
const TOLD = 500;
/** How many updated items one entry of the log takes back. */
const UPDATES_PER_EVENT = 200;

/** Writes the items of a source into the casebook; `write` expects the caller's transaction. */
export function createItemImport(casebook: Casebook): {
  write(options: WriteOptions): { readonly newImages: ReadonlySet<string> };
  /** What `write` would report, with nothing written. */
  foresee(options: Omit<WriteOptions, 'author' | 'origin' | 'boxSource' | 'by' | 'tell'>): Promise<void>;
} {
  const rows = casebook.records.itemRows;
  const questions = new AskedQuestions(casebook, rows);
  const { wording, log, deletions } = casebook.records;
  const { items: writer, validation, recompute: recomputing } = casebook.derived;
  const noteRights = createRightsIntake(casebook.database);

  const baseOf = (existing: ExistingItem, mine: JsonObject, externalId: string): JsonObject => {
    if (existing.imported !== null) return parsePayload(existing.imported);
    // What began as a mere image has been filled in by hand since.
    return existing.goldSource === 'imported' ? mine : casebook.benchmark.candidate(externalId);
  };

  const { additions = [] } = casebook.benchmark;

  /** The images of an item that comes in again, with those that files have added to it since. */
  const imagesWithAdded = (existing: ExistingItem, item: ParsedItem): ParsedItem => {
    if (additions.length === 0 || existing.payload === JSON.stringify(item.payload)) return item;
    const base = baseOf(existing, parsePayload(existing.payload), item.externalId);
    const payload = additions.reduce((source, addition) => addition.keep(source, base), item.payload);
    const parsed = payload === item.payload ? null : casebook.benchmark.parseItem(payload);
    return parsed?.ok === true ? { ...item, images: parsed.value.images } : item;
  };

  const merge = (existing: ExistingItem, item: ParsedItem, author: PersonId | null) => {
    // Far quicker than comparing values, and mostly true where a source comes in again.
    if (existing.imported === null && existing.payload === JSON.stringify(item.payload)) return null;
    const mine = parsePayload(existing.payload);
    const base = baseOf(existing, mine, item.externalId);
    const theirs = additions.reduce((source, addition) => addition.keep(source, base), item.payload);
    if (sameJson(base, theirs)) return null;
    const merged = mergePayload(base, mine, theirs);
    const held = merged.changes.flatMap(({ key, to }) => {
      const changed = withKey(mine, key, to);
      return wording.isHeld(existing.id, mine, changed, author) ? [key] : [];
    });
    const source = held.reduce((taken, key) => withKey(taken, key, base[key]), theirs);
    return { mine, theirs, held, ...(held.length === 0 ? merged : mergePayload(base, mine, source)) };
  };

  /** What a run warns of where a source has something else than the casebook. */
  const warnOfMerge = (
    item: ParsedItem,
    { conflicts, held }: NonNullable<ReturnType<typeof merge>>,
    report: ReportBuilder,
  ): void => {
    for (const key of conflicts)
      report.warn(item.externalId, key, 'It was edited here and changed in the source; the edit stays.');
    for (const key of held)
      report.warn(
        item.externalId,
        key,
        'The source has new wording, but people have answered the current one, so it stays. To use the new wording, fix the item.',
      );
  };

  /** The split that the source names; candidates of a data set lie in the folders of their splits. */
  const splitOf = (item: ParsedItem, kind: SourceItems['kind']): string | null =>
    item.split ?? splitIn(item.payload) ?? (kind === 'candidates' ? splitInPath(item.externalId) : null);

  /** The new split of an item; null where it has none, or somebody set another one here, which stays. */
  const newSplit = (
    existing: ExistingItem,
    item: ParsedItem,
    kind: SourceItems['kind'],
    report: ReportBuilder,
  ): string | null => {
    const split = splitOf(item, kind);
    if (split === null || existing.split === split) return null;
    const former = splitIn(baseOf(existing, parsePayload(existing.payload), item.externalId));
    if (existing.split === null || existing.split === former) return split;
    report.warn(item.externalId, SPLIT_KEY, splitStays(split, existing.split));
    return null;
  };

  return {
    write({ source, intake, report, author, origin, boxSource, by, tell }) {
      const images = new ImageUpdate({ rows, writer, log, intake, report, by, noteRights });
      const authorship = author === null ? null : new Authorship(casebook, author, origin);
      const itemBoxes = new ItemBoxes(casebook, { rows, report });
      let ofSource: Authorship | null = null;
      /** The answer that an item came as, with its boxes; null where nothing is new in it. */
      const record = (id: ItemId, item: ParsedItem): AnnotationId | null => {
        const boxes = itemBoxes.of(id, item);
        // It comes as a whole once its image is there.
        if (boxes === null) return null;
        if (authorship !== null) return authorship.record(id, item.payload, boxes);
        if (boxes === undefined) return null;
        ofSource ??= new Authorship(casebook, boxSource(), origin);
        return ofSource.record(id, item.payload, boxes);
      };
      const added: number[] = [];
      let updates: Record<string, [JsonObject, JsonObject]> = {};
      let updatedItems: number[] = [];
      const flush = (): void => {
        if (updatedItems.length === 0) return;
        log({
          kind: 'update',
          personId: by,
          diff: { added: {}, updated: updates, removed: {} },
          detail: { format: source.format },
          items: updatedItems,
        });
        updates = {};
        updatedItems = [];
      };

      const updateSplit = (existing: ExistingItem, item: ParsedItem): boolean => {
        const split = newSplit(existing, item, source.kind, report);
        if (split !== null) writer.setSplit(existing.id, split);
        return split !== null;
      };

      const insert = (item: ParsedItem): void => {
        const { id, sequence } = writer.insert({
          externalId: item.externalId,
          payload: item.payload,
          images: item.images.map((image) => ({
            role: image.role,
            name: image.name,
            imageId: images.take(item.externalId, image),
            foreign: image.foreign,
          })),
          imported: source.kind === 'data',
        });
        const split = splitOf(item, source.kind);
        if (split !== null) writer.setSplit(id, split);
        const annotation = record(id, item);
        if (annotation !== null) {
          rows.setGold(id, annotation);
          validation.recompute(id);
        }
        added.push(sequence);
        report.counts.added += 1;
      };

      /** Another person's version of an item is their answer to it; the item itself stays as it is. */
      const isOthers = (existing: ExistingItem): boolean =>
        author !== null && existing.goldSource !== null && existing.goldPerson !== author;

      /** What was asked stays; a picture that is missing can be brought all the same. */
      const keepAsked = (existing: ExistingItem, item: ParsedItem): void => {
        const isOther =
          (merge(existing, item, null)?.changes.length ?? 0) > 0 ||
          questions.hasOtherPictures(existing, item, intake);
        if (isOther) report.warn(item.externalId, null, STAYS_AS_ASKED);
        if (!isOther && images.update(existing.id, item)) report.counts.updated += 1;
        else report.counts.unchanged += 1;
      };

      const update = (existing: ExistingItem, item: ParsedItem): void => {
        if (questions.isAsked(existing)) {
          keepAsked(existing, item);
          return;
        }
        const moved = author === null && updateSplit(existing, item);
        const merged =
          source.kind === 'candidates' || isOthers(existing) ? null : merge(existing, item, author);
        if (merged !== null) {
          for (const { key, from, to } of merged.changes) report.change(item.externalId, key, from, to);
          warnOfMerge(item, merged, report);
          if (merged.changes.length > 0) {
            writer.setPayload(existing.id, merged.payload);
            updates[existing.id] = [merged.mine, merged.payload];
            updatedItems.push(existing.sequence);
            if (updatedItems.length === UPDATES_PER_EVENT) flush();
          }
          writer.setImported(existing.id, sameJson(merged.payload, merged.theirs) ? null : merged.theirs);
          rows.markImported(existing.id);
        }
        const pictures = images.update(existing.id, imagesWithAdded(existing, item));
        const annotation = record(existing.id, item);
        if (annotation !== null && !isOthers(existing)) recomputeGold(existing, item, annotation);
        if (annotation !== null) validation.recompute(existing.id);
        const changed =
          (merged !== null && merged.changes.length > 0) || pictures || annotation !== null || moved;
        if (changed) report.counts.updated += 1;
        else report.counts.unchanged += 1;
      };

      const recomputeGold = (existing: ExistingItem, item: ParsedItem, annotation: AnnotationId): void => {
        const { goldPerson } = existing;
        // Boxes of the source never take the place of what people have answered since.
        if (author === null && goldPerson !== null && goldPerson !== boxSource()) {
          report.warn(
            item.externalId,
            'boxes',
            'They were edited here and changed in the source; the edit stays.',
          );
          return;
        }
        // What each part of the item comes from follows from all its answers.
        if (existing.isComposed) recomputing.recompute(existing.id, mainTask(casebook).id, by);
        else rows.setGold(existing.id, annotation);
      };

      let done = 0;
      for (const item of source.items()) {
        const existing = rows.find(item.externalId);
        if (existing === undefined && deletions.isDeleted(item.externalId)) {
          report.warn(item.externalId, null, DELETED);
          report.counts.unchanged += 1;
        } else if (existing === undefined) insert(item);
        else update(existing, item);
        done += 1;
        if (done % TOLD === 0) tell(done);
      }
      flush();
      report.imagesAdded = images.added();
      const { counts } = report;
      if (counts.added + counts.updated > 0) {
        // Only what added items can be undone by deleting them.
        const detail: Json = { format: source.format, ...counts, ...(added.length > 0 && { adds: 'items' }) };
        log({ kind: 'import', personId: by, detail, items: added });
      }
      return { newImages: images.touched };
    },

    async foresee({ source, intake, report }) {
      warnOfDifferentRights(source.items(), report);
      const added = new Set<string>();
      let seen = 0;
      for (const item of source.items()) {
        seen += 1;
        if (seen % 500 === 0) await setImmediate();
        const existing = rows.find(item.externalId);
        if (existing === undefined && deletions.isDeleted(item.externalId)) {
          report.warn(item.externalId, null, DELETED);
          report.counts.unchanged += 1;
          continue;
        }
        if (existing === undefined) report.counts.added += 1;
        else {
          const merged = source.kind === 'candidates' ? null : merge(existing, item, null);
          const stays = (merged?.changes.length ?? 0) > 0 && questions.isAsked(existing);
          if (stays) report.warn(item.externalId, null, STAYS_AS_ASKED);
          else
            for (const { key, from, to } of merged?.changes ?? [])
              report.change(item.externalId, key, from, to);
          if (!stays && merged !== null) warnOfMerge(item, merged, report);
          const moved =
            !questions.isAsked(existing) && newSplit(existing, item, source.kind, report) !== null;
          if (!stays && ((merged?.changes.length ?? 0) > 0 || moved)) report.counts.updated += 1;
          else report.counts.unchanged += 1;
        }
        for (const { name } of item.images) {
          const result = intake.result(name);
          if (result.kind === 'found') {
            if (existing === undefined && !rows.isKnownContent(result.sha256)) added.add(result.sha256);
          } else if (existing === undefined || !hasImage(existing.id, name)) report.missing(name);
        }
      }
      report.imagesAdded = added.size;
    },
  };

  function hasImage(id: ItemId, name: string): boolean {
    return rows.images(id).some((image) => image.name === name && image.imageId !== null);
  }
}

function withKey(object: JsonObject, key: string, value: Json | undefined): JsonObject {
  const { [key]: _, ...others } = object;
  return value === undefined ? others : { ...object, [key]: value };
}
