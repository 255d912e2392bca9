import type { FieldDecision } from '../../../../shared/contract/adjudications.ts';
import type { TaskField } from '../../../../shared/benchmarks/task.ts';
import { fieldRating } from '../../../../shared/benchmarks/fieldRating.ts';
import { goldBoxes } from '../../../../shared/benchmarks/goldBoxes.ts';
import { isAnswered } from '../../../../shared/benchmarks/parts.ts';
import { type Json, type JsonObject, sameJson } from '../../../../shared/base/json.ts';
import { boxOrigins, type DecisionDraft, type DecisionSubject, ratedBoxes } from './origins.ts';
import { BOXES } from './steps.ts';

/**
 * How each field of a draft was decided, read off the draft and the raters' answers alone: whatever was accepted,
 * undone or typed on the way, this says what is true of the draft as it stands.
 */
export function fieldDecisions(subject: DecisionSubject): Readonly<Record<string, FieldDecision>> {
  const { task, vocabulary, disagreement } = subject;
  // What nobody was asked for is not decided on.
  const isAsked = ({ name }: TaskField): boolean =>
    disagreement.columns.some(({ asked }) => isAnswered(asked, name));
  return Object.fromEntries(
    task
      .fields(vocabulary)
      .filter(isAsked)
      .map((field) => [field.name, fieldDecision(subject, field)]),
  );
}

/** How one field of a draft was decided. */
export function fieldDecision(subject: DecisionSubject, field: TaskField): FieldDecision {
  return field.comparison.level === 'boxes'
    ? boxesDecision(subject, field)
    : valueDecision(subject, field.name, (draft) => comparable(subject, field, draft));
}

/** Disputed fields that nobody has decided on: the draft says what a blank answer says, and nobody chose that. */
export function openFields(subject: DecisionSubject, work: DecisionWork): readonly TaskField[] {
  return subject.task.fields(subject.vocabulary).filter((field) => isOpen(subject, work, field));
}

/** What an adjudicator did to a draft, beside the draft itself. */
export interface DecisionWork {
  /** The answer of the task before anybody says anything. */
  readonly blank: JsonObject;
  /** What something was done about, by the names of steps. */
  readonly chosen: ReadonlySet<string>;
}

/** Whether raters differ in a field and nobody has decided on it. */
export function isOpen(subject: DecisionSubject, { blank, chosen }: DecisionWork, field: TaskField): boolean {
  const { disagreement, draft } = subject;
  const disputed = disagreement.fields.some(
    (each) => each.field === field.name && each.disagreement !== null && each.disagreement > 0,
  );
  if (!disputed || chosen.has(field.name)) return false;
  return field.comparison.level === 'boxes'
    ? draft.regions.length === 0 && !chosen.has(BOXES)
    : sameJson(valueOf(draft.answer, field.name), valueOf(blank, field.name));
}

/** A field's value in an answer; null where there is none. */
export function valueOf(answer: JsonObject, name: string): Json {
  return Object.hasOwn(answer, name) ? (answer[name] ?? null) : null;
}

function valueDecision(
  { disagreement, draft }: DecisionSubject,
  name: string,
  read: (draft: DecisionDraft) => Json,
): FieldDecision {
  const columns = disagreement.columns.filter(({ asked }) => isAnswered(asked, name));
  const decided = read(draft);
  const agreeing = columns.filter((column) => sameJson(read(column), decided)).map(({ column }) => column);
  if (agreeing.length === 0) return { how: 'written', columns: [] };
  return { how: agreeing.length === columns.length ? 'unanimous' : 'accepted', columns: agreeing };
}

/** What is compared of a field: texts to the letter, everything else as raters are compared. */
function comparable({ task, vocabulary }: DecisionSubject, field: TaskField, draft: DecisionDraft): Json {
  if (field.comparison.level === 'text') return valueOf(draft.answer, field.name);
  const rating = fieldRating(
    task,
    field,
    { answer: draft.answer, regions: draft.regions, asked: null },
    vocabulary,
  );
  if (rating === null) return null;
  return rating.kind === 'set' ? [...rating.members] : rating.kind === 'value' ? rating.value : null;
}

function boxesDecision(subject: DecisionSubject, field: TaskField): FieldDecision {
  const { disagreement, draft } = subject;
  const columns = disagreement.columns.filter(({ asked }) => isAnswered(asked, field.name));
  const decided = boxesKey(subject, draft);
  const alike = columns.filter((column) => boxesKey(subject, column) === decided).map(({ column }) => column);
  const inCommon = goldBoxes(subject.task, columns, subject.vocabulary, disagreement.sameBox);
  const isConsensus =
    inCommon.how === 'consensus' &&
    boxesKey(subject, { answer: columns[0]?.answer ?? {}, regions: inCommon.regions }) === decided;
  // Boxes that count as the same may differ by some pixels: what they have in common is what nobody differed on.
  if (isConsensus || (alike.length > 0 && alike.length === columns.length))
    return { how: 'unanimous', columns: columns.map(({ column }) => column) };
  if (alike.length > 0) return { how: 'accepted', columns: alike };
  const origins = boxOrigins(subject);
  const from = columns
    .map(({ column }) => column)
    .filter((column) => origins.some((origin) => origin.columns.includes(column)));
  if (origins.length === 0 || origins.some(({ how }) => how === 'written')) {
    return { how: 'written', columns: from };
  }
  return { how: origins.some(({ how }) => how === 'mean') ? 'mean' : 'accepted', columns: from };
}

/** The same for two answers with the same boxes, in whatever order they were drawn. */
function boxesKey(subject: DecisionSubject, draft: DecisionDraft): string {
  return ratedBoxes(subject, draft)
    .map(({ region: { imageId, x, y, width, height }, category }) =>
      JSON.stringify([imageId, category, x, y, width, height]),
    )
    .toSorted()
    .join(' ');
}
