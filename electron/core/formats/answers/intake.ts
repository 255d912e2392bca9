import type { Work } from '../../base/work.ts';
import type { VerdictKind } from '../../../../shared/benchmarks/judging.ts';
import type { AnswerKind, BaselineStep, StepAnswer } from '../../../../shared/domain/baseline.ts';
import { isList, type Json, sameJson } from '../../../../shared/base/json.ts';
import type { VerdictCause } from '../../../../shared/domain/status.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { ReportBuilder } from '../reading/importReport.ts';
import { type IncomingVerdict, nameOf, type Party } from './incoming.ts';
import { ItemFinder, type KnownItem } from './knownItems.ts';
import type { AnswerStaging, StagingResult } from './staging.ts';

/** Longer texts are refused: an answer is what somebody says of an image, not a book. */
const LONGEST_TEXT = 100_000;
/** Of a decision, as where it is written. */
const LONGEST_NOTE = 10_000;
const MOST_POINTS = 1000;

/** An answer as a reader finds it. */
export interface FoundAnswer {
  readonly place: string;
  readonly item: KnownItem;
  readonly respondent: Party;
  readonly condition: string;
  readonly step: string;
  readonly answer: StepAnswer;
  readonly way: 'replace' | 'complete';
}

/** A verdict as a reader finds it. */
export interface FoundVerdict extends Omit<FoundAnswer, 'answer' | 'way' | 'step'> {
  /** Null: whichever step the criterion is about. */
  readonly step: string | null;
  readonly criterion: string;
  /** Null: the only thing that the criterion asks about. */
  readonly subject: string | null;
  readonly judge: Party;
  readonly outcome: IncomingVerdict['outcome'];
  readonly value: Json | null;
  /** Whether the answer is marked as refused; left out or null: the source does not say. */
  readonly refusal?: boolean | null;
  readonly rationale: string | null;
}

/** A decision between judges as a reader finds it. */
export interface FoundDecision extends Omit<FoundVerdict, 'judge' | 'outcome' | 'refusal' | 'rationale'> {
  readonly by: Party;
  readonly cause: VerdictCause;
  readonly note: string;
}

/** What a verdict or a decision is about. */
type VerdictSubject = Pick<FoundVerdict, 'item' | 'condition' | 'step' | 'criterion' | 'subject'>;

/** Takes what readers find, once it is sure that the casebook has a place for it; what is wrong goes into the report. */
export class AnswerIntake {
  readonly #casebook: Casebook;
  readonly #staging: AnswerStaging;
  readonly report: ReportBuilder;
  readonly #items;
  readonly #conditions;
  readonly #criteria;
  readonly #refusals;
  readonly #figures;
  readonly #unknown = new Set<string>();

  constructor(casebook: Casebook, staging: AnswerStaging, report: ReportBuilder) {
    this.#casebook = casebook;
    this.#staging = staging;
    this.report = report;
    const { benchmark } = casebook;
    this.#items = new ItemFinder(casebook);
    this.#conditions = benchmark.baseline?.conditions.map(({ id }) => id) ?? [];
    this.#criteria = new Map(benchmark.judging?.criteria.map(({ id, verdict }) => [id, verdict]));
    this.#refusals = new Map(
      benchmark.judging?.criteria.flatMap(({ id, refusal }) =>
        refusal === undefined ? [] : [[id, refusal.value] as const],
      ),
    );
    this.#figures = new Set(benchmark.judging?.figures);
  }

  /** The item of this name; where there is none, that is reported once. */
  item(name: string): KnownItem | null {
    const item = this.#items.find(name);
    if (item === null && !this.#unknown.has(name)) {
      this.#unknown.add(name);
      this.#skip(name, null, 'The casebook has no such item. Import the items first.');
    }
    return item;
  }

  answer({ place, item, respondent, condition, step, answer, way }: FoundAnswer): void {
    const asked = this.#stepOf(item, condition, step);
    if (asked === null) return;
    const length = lengthOf(answer);
    if (length > LONGEST_TEXT) {
      this.#skip(
        item.externalId,
        step,
        `The answer has ${length.toLocaleString('en')} characters; at most ${LONGEST_TEXT.toLocaleString('en')} are allowed.`,
      );
      return;
    }
    const staged = this.#staging.addAnswer({
      place,
      item: item.externalId,
      respondent,
      condition,
      step,
      question: asked.prompt,
      answer,
      way,
    });
    this.#repeated(staged, `${item.externalId}, ${nameOf(respondent)}`, step, place);
  }

  verdict(found: FoundVerdict): void {
    const { place, item, respondent, condition, criterion, judge, outcome, rationale } = found;
    const { refusal = null } = found;
    const kind = this.#criteria.get(criterion);
    const isFigure = this.#figures.has(criterion);
    if (kind === undefined && !isFigure) {
      this.#skip(item.externalId, criterion, `${this.#casebook.benchmark.title} has no such criterion.`);
      return;
    }
    const judged = this.#judgedBy(found, kind, isFigure);
    if (judged === null) return;
    const { step, subject, value } = judged;
    const refused = this.#refusals.get(criterion);
    if (refusal === true && (refused === undefined || value === null || !sameJson(refused, value))) {
      this.#skip(item.externalId, criterion, wrongRefusal(place, refused));
      return;
    }
    if (this.#isTooLong(found, 'rationale', rationale ?? '', LONGEST_TEXT)) return;
    const staged = this.#staging.addVerdict({
      place,
      item: item.externalId,
      respondent,
      condition,
      step,
      criterion,
      subject,
      judge,
      outcome,
      value,
      refusal,
      rationale,
    });
    const where = subject === '' ? criterion : `${criterion}, ${subject}`;
    this.#repeated(staged, `${item.externalId}, ${nameOf(respondent)}`, where, place);
  }

  decision(found: FoundDecision): void {
    const { place, item, respondent, condition, criterion, by, cause, note } = found;
    const kind = this.#criteria.get(criterion);
    if (kind?.kind !== 'choice') {
      this.#skip(
        item.externalId,
        criterion,
        kind === undefined
          ? `${this.#casebook.benchmark.title} has no such criterion.`
          : 'This criterion has no decisions: judges may differ.',
      );
      return;
    }
    const judged = this.#judgedBy(found, kind, false);
    if (judged === null) return;
    const { step, subject, value } = judged;
    if (value === null) {
      this.#skip(item.externalId, criterion, wrongValue(found.value, kind));
      return;
    }
    if (this.#isTooLong(found, 'note', note, LONGEST_NOTE)) return;
    const staged = this.#staging.addDecision({
      place,
      item: item.externalId,
      respondent,
      condition,
      step,
      criterion,
      subject,
      by,
      value,
      cause,
      note,
    });
    const where = subject === '' ? criterion : `${criterion}, ${subject}`;
    this.#repeated(staged, `${item.externalId}, ${nameOf(respondent)}`, where, place);
  }

  /** What of an answer is judged, and as what; null (and reported) where the item has no such thing, or the criterion no such value. */
  #judgedBy(
    found: VerdictSubject & { readonly value: Json | null },
    kind: VerdictKind | undefined,
    isFigure: boolean,
  ): { readonly step: string; readonly subject: string; readonly value: Json | null } | null {
    const { item, condition, criterion } = found;
    const step = found.step ?? this.#onlyStep(found);
    if (step === null || this.#stepOf(item, condition, step) === null) return null;
    const subject = isFigure ? (found.subject ?? '') : this.#subjectOf(found, step);
    if (subject === null) return null;
    const value = found.value === null ? null : verdictOf(found.value, kind);
    if (value !== null || found.value === null) return { step, subject, value };
    this.#skip(item.externalId, criterion, wrongValue(found.value, kind));
    return null;
  }

  #isTooLong({ item, criterion }: VerdictSubject, noun: string, text: string, most: number): boolean {
    if (text.length <= most) return false;
    this.#skip(
      item.externalId,
      criterion,
      `The ${noun} is longer than ${most.toLocaleString('en')} characters.`,
    );
    return true;
  }

  // Whatever a source calls something: a report stays readable.
  #skip(item: string, field: string | null, reason: string): void {
    this.report.skip(shortened(item), field === null ? null : shortened(field), reason);
  }

  #repeated(staged: StagingResult, item: string, field: string, place: string): void {
    if (typeof staged !== 'string')
      this.#skip(item, field, `${place} contradicts ${staged.differs} on the same thing.`);
  }

  #stepOf(item: KnownItem, condition: string, step: string): BaselineStep | null {
    if (!this.#conditions.includes(condition)) {
      const offered = this.#conditions.filter((id) => id !== '');
      this.#skip(
        item.externalId,
        'condition',
        offered.length === 0
          ? `${this.#casebook.benchmark.title} has no version "${shortened(condition)}".`
          : `"${shortened(condition)}" is not one of its versions: ${offered.join(', ')}.`,
      );
      return null;
    }
    const found = item.steps(condition).get(step);
    if (found === undefined) this.#skip(item.externalId, step, 'The item has no such question.');
    return found ?? null;
  }

  /** The step that a criterion is about, where only one of the item's is. */
  #onlyStep(found: VerdictSubject): string | null {
    const steps = [...found.item.steps(found.condition).keys()].filter((step) =>
      found.item.targets(found.condition, step).some(({ criterion }) => criterion === found.criterion),
    );
    if (steps.length === 1) return steps[0] ?? null;
    this.#skip(
      found.item.externalId,
      found.criterion,
      steps.length === 0
        ? 'This item has nothing to judge by that criterion.'
        : `Several answers have that criterion: "step" must say which (${steps.slice(0, 5).join(', ')}).`,
    );
    return null;
  }

  /** The thing that a verdict is about, null (and reported) where the item has none such. */
  #subjectOf({ item, condition, criterion, subject }: VerdictSubject, step: string): string | null {
    const targets = item.targets(condition, step).filter((target) => target.criterion === criterion);
    const fitting = targets.filter((target) => subject === null || target.subject === subject);
    if (fitting.length === 1) return fitting[0]?.subject ?? null;
    this.#skip(
      item.externalId,
      criterion,
      targets.length === 0
        ? 'The answer to this question has nothing to judge by that criterion.'
        : `"subject" must be one of ${targets.map((target) => target.subject).join(', ')}.`,
    );
    return null;
  }
}

/** A verdict as the criterion has it, null where it is none of its values; a figure is a number. */
function verdictOf(value: Json, kind: VerdictKind | undefined): Json | null {
  if (kind === undefined) return typeof value === 'number' ? value : null;
  if (kind.kind === 'choice') {
    const given = typeof value === 'string' ? value.trim().toLowerCase() : value;
    const chosen = kind.values.find(({ value: offered }) =>
      sameJson(typeof offered === 'string' ? offered.toLowerCase() : offered, given),
    );
    return chosen?.value ?? null;
  }
  const isSound =
    isList(value) &&
    value.length <= MOST_POINTS &&
    value.every((text) => typeof text === 'string' && text.length <= LONGEST_TEXT);
  return isSound ? value : null;
}

function wrongValue(value: Json, kind: VerdictKind | undefined): string {
  const given = shortened(typeof value === 'string' ? value : JSON.stringify(value));
  if (kind === undefined) return `It must be a number, not ${given}.`;
  return kind.kind === 'choice'
    ? `${given} is not one of its verdicts: ${kind.values.map((each) => JSON.stringify(each.value)).join(', ')}.`
    : `It must be a list of at most ${String(MOST_POINTS)} texts, not ${given}.`;
}

function wrongRefusal(place: string, counted: Json | undefined): string {
  return counted === undefined
    ? `${place}: this criterion has no mark for refusals.`
    : `${place}: a refusal counts as ${JSON.stringify(counted)}, which must be its value.`;
}

function lengthOf(answer: StepAnswer): number {
  switch (answer.kind) {
    case 'text':
    case 'no_evidence':
      return answer.text.length;
    case 'yes_no':
    case 'choice':
    case 'choices':
    case 'cell':
    case 'boxes':
    case 'matching':
    case 'none':
    case 'unknown':
      return JSON.stringify(answer).length;
  }
}

/** The answer that a person's words are, in the kind of answer that the step asks for. */
export function answerOfWords(text: string, kind: AnswerKind): StepAnswer {
  const plain = text.trim().toLowerCase();
  if (kind.kind === 'yes_no' && (plain === 'yes' || plain === 'no')) return { kind: 'yes_no', value: plain };
  if (kind.kind === 'text' && kind.noEvidence !== null && kind.noEvidence.trim().toLowerCase() === plain)
    return { kind: 'no_evidence', text: kind.noEvidence };
  if (kind.kind === 'choice') {
    const option = kind.options.find((each) => each.text.trim().toLowerCase() === plain || each.id === text);
    if (option !== undefined) return { kind: 'choice', option: option.id };
  }
  return { kind: 'text', text };
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** Reads a source's answers and verdicts into the intake, which reports what it cannot take. */
export type ReadAnswers = (intake: AnswerIntake, work: Work) => Promise<void>;
