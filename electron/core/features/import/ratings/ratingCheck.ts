import { counted } from '../../../../../shared/base/counts.ts';
import { sameJson } from '../../../../../shared/base/json.ts';
import type { ParsedItem } from '../../../../../shared/benchmarks/benchmark.ts';
import { originInWords } from '../../../../../shared/domain/answerOrigin.ts';
import type { StagedRatingAnswer } from '../../../formats/ratings/ratingStaging.ts';
import type { ParsedRating, Skip } from './answerParser.ts';
import { isSameRating } from './incomingRating.ts';
import type { ComposedRating, RatingComposer, RatingItem, RatingJob } from './ratingComposer.ts';
import { sameRegions } from './ratingRegions.ts';
import type { KnownRatings } from './ratingRows.ts';

/** The item of a name, or what it would be; neither where it cannot be. */
interface RatedSubject {
  readonly name: string;
  readonly item: RatingItem | null;
  readonly made: ParsedItem | null;
}

/** Previews an import of ratings: counts the effects, names what is wrong with them. It writes nothing. */
export class RatingCheck {
  readonly #job: RatingJob;
  readonly #composer: RatingComposer;
  readonly #newItems = new Set<string>();
  readonly #newPeople = new Set<string>();

  constructor(job: RatingJob, composer: RatingComposer) {
    this.#job = job;
    this.#composer = composer;
  }

  /** Looks at what raters say of some items. */
  check(answers: readonly StagedRatingAnswer[]): void {
    const known = this.#composer.rows.known(new Set(answers.map(({ item }) => item)));
    let subject: RatedSubject | null = null;
    for (const staged of answers) {
      if (subject?.name !== staged.item) subject = this.#subjectOf(staged.item, known);
      if (subject.item === null && subject.made === null) this.#refuseItem(staged.item);
      else this.#checkAnswer(staged, subject, known);
    }
  }

  /** To be called after the last check: says what the ratings bring along. */
  end(): void {
    const { report, casebook, fields, vocabulary } = this.#job;
    if (report.counts.added + report.counts.updated === 0) return;
    if (this.#newItems.size > 0 && casebook.benchmark.ratedItem !== undefined)
      report.warn(null, 'item', `New here: ${counted(this.#newItems.size, 'item')}.`);
    if (this.#newPeople.size > 0)
      report.warn(
        null,
        'rater',
        `New here: ${counted(this.#newPeople.size, 'rater')}, ${[...this.#newPeople].slice(0, 10).join(', ')}${this.#newPeople.size > 10 ? ', …' : ''}.`,
      );
    for (const { name, level, known } of fields.found)
      if (!known) report.warn(null, name, `New here: a field, compared as ${level}.`);
    if (fields.vocabulary !== vocabulary && fields.found.some(({ known }) => known))
      report.warn(null, 'values', 'The label set gets the missing values and labels.');
  }

  #subjectOf(name: string, known: KnownRatings): RatedSubject {
    const found = known.item(name);
    return found === undefined
      ? { name, item: null, made: this.#composer.newItem(name) }
      : { name, item: this.#composer.atHand(found), made: null };
  }

  #refuseItem(name: string): void {
    if (this.#newItems.has(name)) return;
    this.#newItems.add(name);
    const { benchmark, records } = this.#job.casebook;
    this.#job.report.skip(
      name,
      null,
      records.deletions.isDeleted(name)
        ? 'The item was deleted here. To have it back, undo the deletion in History; to leave it out, import the valid rows only.'
        : `The casebook has no such item, and ${benchmark.title} needs more than its name. Import the items first, or import the ratings into a casebook with your own label set.`,
    );
  }

  #checkAnswer(staged: StagedRatingAnswer, subject: RatedSubject, known: KnownRatings): void {
    const skip: Skip = (field, reason) => {
      this.#job.report.skip(titleOf(staged), field, reason);
    };
    const person = this.#composer.findPerson(staged.rater);
    if (person === undefined) {
      skip('rater', 'Somebody else in the casebook has that name: a person or a model.');
      return;
    }
    if (person === null) this.#newPeople.add(staged.rater);
    const { item } = subject;
    if (item === null) this.#noteNewItem(subject);
    for (const parsed of this.#composer.parse(staged, skip)) {
      const last =
        item === null || person === null ? null : known.last(item.id, parsed.task.id, staged.round, person);
      const composed = this.#composer.compose(parsed, staged, item, last, skip);
      if (composed !== null)
        this.#count(composed, parsed, staged, this.#hasSameBoxes(composed, subject, skip));
    }
  }

  #noteNewItem({ name, made }: RatedSubject): void {
    if (this.#newItems.has(name)) return;
    this.#newItems.add(name);
    const { intake, report } = this.#job;
    for (const { name: image } of made?.images ?? []) {
      const { kind } = intake.result(image);
      if (kind === 'found') report.imagesAdded += 1;
      else if (kind !== 'stored') report.missing(image);
    }
  }

  /** Whether a rating has the boxes that its rater drew before; names those that cannot be placed. */
  #hasSameBoxes(
    { task, answer, boxes, before }: ComposedRating,
    { item, made }: RatedSubject,
    skip: Skip,
  ): boolean {
    if (boxes === null) return true;
    const { intake } = this.#job;
    const { placed, coming } = this.#composer.regions.foresee({
      task,
      answer,
      boxes,
      item,
      made,
      intake,
      skip,
    });
    return before !== null && coming === 0 && sameRegions(placed, before.regions);
  }

  #count(
    composed: ComposedRating,
    { values }: ParsedRating,
    staged: StagedRatingAnswer,
    hasSameBoxes: boolean,
  ): void {
    const { before } = composed;
    const { report } = this.#job;
    if (before === null) {
      report.counts.added += 1;
      return;
    }
    const isSame = isSameRating(before, composed) && hasSameBoxes;
    const renewed = composed.origin(isSame);
    if (renewed === null) {
      report.counts.unchanged += 1;
      return;
    }
    report.counts.updated += 1;
    const title = titleOf(staged);
    if (isSame) report.change(title, 'origin', originInWords(before.origin), originInWords(renewed.origin));
    for (const [field, value] of Object.entries(values))
      if (!sameJson(before.answer[field], value)) report.change(title, field, before.answer[field], value);
  }
}

const titleOf = ({ item, rater }: StagedRatingAnswer): string => `${item}, ${rater}`;
