import type { ParsedItem } from '../../../../../shared/benchmarks/benchmark.ts';
import type { Task } from '../../../../../shared/benchmarks/task.ts';
import type { ReportedOrigin } from '../../../../../shared/domain/answerOrigin.ts';
import type { PersonId } from '../../../../../shared/base/ids.ts';
import type { JsonObject } from '../../../../../shared/base/json.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import type { People } from '../../../records/people/people.ts';
import type { ReportBuilder } from '../../../formats/reading/importReport.ts';
import type { RatingSource, StagedRatingAnswer } from '../../../formats/ratings/ratingStaging.ts';
import type { ImageIntake } from '../intake/imageIntake.ts';
import { AnswerParser, type ParsedRating, type Skip } from './answerParser.ts';
import { basisOf, mayFollow, partsAskedAfter } from './incomingRating.ts';
import type { FieldPlans } from './ratingFields.ts';
import { originOf } from './ratingOrigin.ts';
import { RatingRegions } from './ratingRegions.ts';
import { type LastAnswer, RatingRows, type RatingSubject } from './ratingRows.ts';

/** An import of ratings: where they go, and what its source says beside them. */
export interface RatingJob {
  readonly casebook: Casebook;
  readonly people: People;
  readonly intake: ImageIntake;
  readonly source: RatingSource;
  readonly fields: FieldPlans;
  /** The vocabulary before the import. */
  readonly vocabulary: JsonObject;
  readonly report: ReportBuilder;
  readonly by: PersonId | null;
  /** What the person who imports them says of how they came about. */
  readonly origin: ReportedOrigin;
}

/** An import looks up this number of items at a time, or fewer once they have this number of answers: some milliseconds of work. */
const ITEMS_AT_A_TIME = 100;
const ANSWERS_AT_A_TIME = 150;
/** How many answers are remembered for one blank answer. */
const MOST_KEPT = 1000;

/** An answer as a task has it, also in JSON. */
interface TaskAnswer {
  readonly answer: JsonObject;
  readonly text: string;
}

/** An item with its blank answers. */
export interface RatingItem extends RatingSubject {
  readonly blank: (task: Task) => TaskAnswer;
}

export type ComposedRating = NonNullable<ReturnType<RatingComposer['compose']>>;

/** The answers of a few items each, in their order. */
export function* byItems(answers: Iterable<StagedRatingAnswer>): Generator<readonly StagedRatingAnswer[]> {
  let [set, items, last]: [StagedRatingAnswer[], number, string | null] = [[], 0, null];
  for (const answer of answers) {
    if (answer.item !== last) {
      if (items === ITEMS_AT_A_TIME || set.length >= ANSWERS_AT_A_TIME) {
        yield set;
        [set, items] = [[], 0];
      }
      items += 1;
      last = answer.item;
    }
    set.push(answer);
  }
  if (set.length > 0) yield set;
}

/** Makes answers of staged ratings, beside what the casebook has of their items and raters. */
export class RatingComposer {
  readonly rows: RatingRows;
  readonly regions: RatingRegions;
  readonly #job: RatingJob;
  readonly #parser;
  readonly #people = new Map<string, PersonId | null>();
  readonly #blanks = new Map<string, TaskAnswer>();
  readonly #blankOfNone;
  readonly #alone = new WeakMap<ParsedRating, Map<string, TaskAnswer | null>>();

  constructor(job: RatingJob) {
    this.#job = job;
    this.rows = new RatingRows(job.casebook);
    this.regions = new RatingRegions(job.casebook, job.fields.vocabulary);
    this.#parser = new AnswerParser(job.fields);
    this.#blankOfNone = this.#blankOf({});
  }

  /** What a rater says of an item, task by task. */
  parse(staged: StagedRatingAnswer, skip: Skip): readonly ParsedRating[] {
    return this.#parser.parse(staged, skip);
  }

  /** Items that show nothing of their own share what nobody has answered yet. */
  atHand(item: RatingSubject): RatingItem {
    return { ...item, blank: this.#blankOf(item.payload) };
  }

  /** What an item would be that the casebook does not have; null where the benchmark needs more than its name. */
  newItem(externalId: string): ParsedItem | null {
    const { casebook, source } = this.#job;
    const { benchmark, records } = casebook;
    if (benchmark.ratedItem === undefined || records.deletions.isDeleted(externalId)) return null;
    const described = source.items.get(externalId);
    if (described !== undefined) return described;
    const parsed = benchmark.parseItem(benchmark.ratedItem(externalId));
    return parsed.ok ? parsed.value : null;
  }

  /** The person of a handle, null where there is none yet; undefined where the handle is somebody else's. */
  findPerson(handle: string): PersonId | null | undefined {
    const known = this.#people.get(handle);
    if (known !== undefined) return known;
    const person = this.#job.people.called(handle);
    const kind = this.#job.source.raters.get(handle)?.kind;
    if (person !== undefined && kind !== undefined && person.kind !== kind) return undefined;
    this.#people.set(handle, person?.id ?? null);
    return person?.id ?? null;
  }

  /** The same, made where there is none yet, in the caller's transaction. */
  ensurePerson(handle: string): PersonId | null {
    const known = this.findPerson(handle);
    if (known === undefined) return null;
    if (known !== null) return known;
    const description = this.#job.source.raters.get(handle);
    const person = this.#job.people.ensure(handle, description?.kind ?? 'human');
    if (description !== undefined) this.rows.describe(person.id, description);
    this.#people.set(handle, person.id);
    return person.id;
  }

  /** The answer merged into its rater's earlier one; null if it cannot come in, which `skip` records. */
  compose(
    parsed: ParsedRating,
    staged: StagedRatingAnswer,
    item: RatingItem | null,
    last: LastAnswer | null,
    skip: Skip,
  ) {
    const { task, fields: given } = parsed;
    const basis = basisOf(last, item?.fixedAt ?? null, staged.submittedAt);
    if (basis === null) {
      skip(null, 'The rater has unsubmitted work on this item; submit it first.');
      return null;
    }
    const { before, isOutdated } = basis;
    const boxes = isOutdated ? null : parsed.boxes;
    const blank = (item?.blank ?? this.#blankOfNone)(task);
    const plain =
      before === null
        ? this.#answerAlone(parsed, blank, skip)
        : this.#answerBeside(before.answer, parsed, skip);
    if (plain === null) return null;
    const made = boxes === null || boxes.length === 0 ? plain : withLabels(task, plain);
    if (!mayFollow(basis, made.answer)) {
      skip(null, 'The answer is from before the fix, about another wording.');
      return null;
    }
    return {
      task,
      ...made,
      boxes,
      before,
      asked: partsAskedAfter(basis, given, blank.answer),
      /** How it came about; null where it is as it is here. */
      origin: (isSame: boolean) => originOf(staged, this.#job.origin, { before, given, isOutdated, isSame }),
    };
  }

  #blankOf(payload: JsonObject): RatingItem['blank'] {
    const stimulus = this.#job.casebook.benchmark.stimulus(payload);
    const shared = Object.keys(stimulus).length === 0;
    return (task) => {
      const known = shared ? this.#blanks.get(task.id) : undefined;
      if (known !== undefined) return known;
      const answer = task.initialAnswer(stimulus);
      const made = { answer, text: JSON.stringify(answer) };
      if (shared) this.#blanks.set(task.id, made);
      return made;
    };
  }

  /** What is said, beside what is there already; problems are named once for each answer that has them. */
  #answerBeside(base: JsonObject, { task, values }: ParsedRating, skip: Skip): TaskAnswer | null {
    const answer: JsonObject = { ...base, ...values };
    const parsed = task.parseAnswer(answer, this.#job.fields.vocabulary);
    if (parsed.ok) return { answer, text: JSON.stringify(answer) };
    for (const { field, message } of parsed.problems) skip(field, message);
    return null;
  }

  /** The same beside nothing: what many raters say alike is worked out once. */
  #answerAlone(parsed: ParsedRating, blank: TaskAnswer, skip: Skip): TaskAnswer | null {
    const kept = this.#alone.get(parsed) ?? new Map<string, TaskAnswer | null>();
    const known = kept.get(blank.text);
    if (known !== undefined && known !== null) return known;
    const made = this.#answerBeside(blank.answer, parsed, skip);
    this.#alone.set(parsed, kept);
    if (kept.size < MOST_KEPT) kept.set(blank.text, made);
    return made;
  }
}

/** The answer with labels for its boxes, where these follow from the answer. */
function withLabels(task: Task, plain: TaskAnswer): TaskAnswer {
  const answer = task.boxes?.withLabelsForBoxes?.(plain.answer) ?? plain.answer;
  return answer === plain.answer ? plain : { answer, text: JSON.stringify(answer) };
}
