import type { ParsedItem } from '../../../../../shared/benchmarks/benchmark.ts';
import { AnnotationId, type ItemId, type PersonId } from '../../../../../shared/base/ids.ts';
import type { StagedRatingAnswer } from '../../../formats/ratings/ratingStaging.ts';
import { writeMeta } from '../../../db/meta.ts';
import { ImageUpdate } from '../intake/imageUpdate.ts';
import { isSameRating } from './incomingRating.ts';
import {
  byItems,
  type ComposedRating,
  type RatingComposer,
  type RatingItem,
  type RatingJob,
} from './ratingComposer.ts';
import { sameRegions } from './ratingRegions.ts';
import type { KnownRatings, LastAnswer } from './ratingRows.ts';

/** The items whose answers changed, with their sequence numbers, by task. */
type ChangedItems = Map<string, Map<ItemId, number>>;

/** What was wrong with a rating was named by the check. */
const PASS_OVER = (): void => undefined;

/** Writes staged ratings as answers. */
export class RatingWriter {
  readonly #job: RatingJob;
  readonly #composer: RatingComposer;
  readonly #pictures: ImageUpdate;
  readonly #counts = { added: 0, updated: 0, unchanged: 0 };
  readonly #written = { item: [] as ItemId[], annotation: [] as AnnotationId[] };
  readonly #sequences: number[] = [];

  constructor(job: RatingJob, composer: RatingComposer) {
    this.#job = job;
    this.#composer = composer;
    this.#pictures = new ImageUpdate(job.casebook, job);
  }

  /**
   * Writes all valid ratings, a few items a step. Each step expects a transaction, possibly its own, and leaves
   * everything derived up to date.
   * @param progress told now and then how many values were written
   */
  *write(
    answers: Iterable<StagedRatingAnswer>,
    format: string,
    progress: (done: number) => void,
  ): Generator<void, void> {
    const { casebook, report, by, origin } = this.#job;
    const { log, importedRows } = casebook.records;
    report.imagesAdded = 0;
    this.#writeVocabulary();
    // From here on statuses move by what comes in.
    const since =
      casebook.database.prepare<[], number>('SELECT coalesce(max(sequence), 0) FROM event').pluck().get() ??
      0;
    let done = 0;
    for (const set of byItems(answers)) {
      this.#recompute(this.#writeSet(set));
      for (const { values } of set) done += values.length;
      progress(done);
      yield;
    }
    Object.assign(report.counts, this.#counts);
    report.imagesAdded = this.#pictures.added();
    if (this.#counts.added + this.#counts.updated > 0) {
      const detail = { format, ...this.#counts, since, ...origin };
      const { sequence } = log({ kind: 'import', personId: by, detail, items: this.#sequences });
      importedRows.note(sequence, this.#written);
    }
  }

  #writeVocabulary(): void {
    const { casebook, fields, vocabulary, by } = this.#job;
    if (fields.vocabulary === vocabulary) return;
    writeMeta(casebook.database, 'vocabulary', fields.vocabulary);
    const updated = { vocabulary: [vocabulary, fields.vocabulary] as const };
    casebook.records.log({ kind: 'vocabulary', personId: by, diff: { added: {}, updated, removed: {} } });
  }

  #writeSet(set: readonly StagedRatingAnswer[]): ChangedItems {
    const known = this.#composer.rows.known(new Set(set.map(({ item }) => item)));
    const changed: ChangedItems = new Map();
    let name: string | null = null;
    let item: RatingItem | null = null;
    for (const staged of set) {
      if (staged.item !== name) {
        name = staged.item;
        item = this.#itemOf(name, known);
      }
      if (item !== null) this.#writeAnswer(staged, item, known, changed);
    }
    return changed;
  }

  /** The item of a name, with the images that it lacked; a new one where there is none. */
  #itemOf(name: string, known: KnownRatings): RatingItem | null {
    const found = known.item(name);
    if (found === undefined) return this.#makeItem(name);
    const described = this.#job.source.items.get(name);
    if (described !== undefined) this.#attachMissing(found.id, described);
    return this.#composer.atHand(found);
  }

  #makeItem(name: string): RatingItem | null {
    const item = this.#composer.newItem(name);
    if (item === null) return null;
    const { id, sequence } = this.#pictures.insert(item, true);
    if (item.split !== undefined) this.#job.casebook.derived.items.setSplit(id, item.split);
    this.#written.item.push(id);
    const { payload } = item;
    return this.#composer.atHand({
      id,
      sequence,
      revision: 1,
      payload,
      editionId: null,
      fixedAt: null,
      isAssigned: false,
    });
  }

  #attachMissing(id: ItemId, described: ParsedItem): void {
    for (const image of this.#composer.rows.missingImages(id)) {
      const own = described.images.find(({ name }) => name === image.name);
      if (own === undefined) continue;
      const imageId = this.#pictures.take(described.externalId, own);
      if (imageId !== null)
        this.#job.casebook.derived.items.setImage(id, { ...image, imageId }, this.#job.by);
    }
  }

  #writeAnswer(
    staged: StagedRatingAnswer,
    item: RatingItem,
    known: KnownRatings,
    changed: ChangedItems,
  ): void {
    const parsed = this.#composer.parse(staged, PASS_OVER);
    const personId = parsed.length === 0 ? null : this.#composer.ensurePerson(staged.rater);
    if (personId === null) return;
    for (const each of parsed) {
      const last = known.last(item.id, each.task.id, staged.round, personId);
      const composed = this.#composer.compose(each, staged, item, last, PASS_OVER);
      if (composed === null || !this.#submit(composed, { item, round: staged.round, personId, last }))
        continue;
      const ofTask = changed.get(each.task.id) ?? new Map<ItemId, number>();
      changed.set(each.task.id, ofTask.set(item.id, item.sequence));
    }
  }

  /** Writes an answer as its rater's newest; false where it says nothing new. */
  #submit(
    { task, answer, text, boxes, before, asked, origin }: ComposedRating,
    place: {
      readonly item: RatingItem;
      readonly round: number;
      readonly personId: PersonId;
      readonly last: LastAnswer | null;
    },
  ): boolean {
    const former = before?.regions ?? [];
    const itemId = place.item.id;
    const regions =
      boxes === null ? former : this.#composer.regions.place({ task, answer, boxes, itemId, before: former });
    const isSame = before !== null && isSameRating(before, { answer, asked }) && sameRegions(regions, former);
    const renewed = origin(isSame);
    if (renewed === null) {
      this.#counts.unchanged += 1;
      return false;
    }
    const id = AnnotationId.parse(this.#job.casebook.ports.newId());
    this.#written.annotation.push(id);
    this.#composer.rows.submit({ id, ...place, task, answer, text, regions, asked, ...renewed });
    if (before === null) this.#counts.added += 1;
    else this.#counts.updated += 1;
    return true;
  }

  #recompute(changed: ChangedItems): void {
    const { recompute, items } = this.#job.casebook.derived;
    for (const [task, ofTask] of changed) recompute.recomputeMany(ofTask.keys(), task, this.#job.by);
    for (const [id, sequence] of new Map([...changed.values()].flatMap((ofTask) => [...ofTask]))) {
      items.reindex(id);
      this.#sequences.push(sequence);
    }
  }
}
