import type { Json } from '../../../../shared/base/json.ts';
import { sameRow } from '../../db/rows.ts';
import type { RowOf } from '../../db/schema.ts';

/*
 * One person went on with one document in two places. What follows hangs on the answers alone, never on which of two
 * casebooks takes in the other.
 */

/** An answer with its boxes. */
export interface AnswerRows {
  readonly annotation: RowOf<'annotation'>;
  readonly regions: readonly RowOf<'region'>[];
}

/** A document's key and answers: all of one person, task and round on one item, oldest first. */
export type AnswerHistory = readonly AnswerRows[];

/** When an answer was submitted, as all copies know it. */
export type TimeOf = (answer: RowOf<'annotation'>) => number;

/** Both sides from where they part. */
export interface DocumentConflict {
  readonly ours: readonly AnswerRows[];
  readonly theirs: readonly AnswerRows[];
  /** Whether they know the last word that is here, and go on from it: then nothing new is in conflict. */
  readonly goesOn: boolean;
}

/**
 * The lines in which a document comes in, each answer of one following the one before. A casebook's own has one; what a hub
 * gathered from several has one for each that went on by itself. An answer that does not say what it follows goes on.
 */
export function linesOf(document: AnswerHistory): readonly AnswerHistory[] {
  const lines: AnswerRows[][] = [];
  for (const answer of document) {
    const line = lines.at(-1);
    const { previous_id: previous } = answer.annotation;
    if (line !== undefined && (previous === null || previous === line.at(-1)?.annotation.id))
      line.push(answer);
    else lines.push([answer]);
  }
  return lines;
}

/**
 * Our answers after the one that theirs follow; none: theirs follow our last. All if that one is not here, null if
 * their first new answer does not name it. Version numbers cannot tell: copies with different answers count
 * differently. `ours`: what is submitted here, oldest first.
 */
export function answersAfterFork(
  theirs: AnswerHistory,
  ours: readonly RowOf<'annotation'>[],
): readonly RowOf<'annotation'>[] | null {
  const here = new Set(ours.map(({ id }) => id));
  const previous = theirs.find(({ annotation }) => !here.has(annotation.id))?.annotation.previous_id ?? null;
  return previous === null ? null : ours.slice(ours.findIndex(({ id }) => id === previous) + 1);
}

/**
 * Their answers that belong to decisions and cannot keep their number here, because another answer has it or ours went
 * on: they go beside ours, told apart by their decision. `ours`: what is submitted here; `since`: those after the fork.
 */
export function answersBesideOurs(
  theirs: AnswerHistory,
  ours: readonly RowOf<'annotation'>[],
  since: readonly RowOf<'annotation'>[] | null,
  isDecision: (id: string) => boolean,
): AnswerHistory {
  const byVersion = new Map(ours.map((row) => [row.version, row.id]));
  const isFork = since !== null && since.length > 0;
  return theirs.filter(({ annotation: { id, version } }) => {
    const own = byVersion.get(version);
    return isDecision(id) && own !== id && (own !== undefined || isFork);
  });
}

/** Where a line of theirs leaves ours. */
interface Fork {
  /** Their first answers, which are here under the same numbers. */
  readonly known: AnswerHistory;
  /** Theirs after those. */
  readonly rest: AnswerHistory;
  /** Ours that `rest` does not follow; none: it goes on from ours. */
  readonly parted: readonly RowOf<'annotation'>[];
}

/** Where a line of theirs leaves what is submitted here; `since`: ours after the fork, null where theirs do not say. */
export function partingOf(
  theirs: AnswerHistory,
  ours: readonly RowOf<'annotation'>[],
  since: readonly RowOf<'annotation'>[] | null,
): Fork {
  const byVersion = new Map(ours.map((row) => [row.version, row.id]));
  const at = theirs.findIndex(({ annotation }) => byVersion.get(annotation.version) !== annotation.id);
  const from = theirs[at]?.annotation.version;
  if (from === undefined) return { known: theirs, rest: [], parted: [] };
  const parted = byVersion.has(from) ? ours.filter(({ version }) => version >= from) : (since ?? []);
  return { known: theirs.slice(0, at), rest: theirs.slice(at), parted };
}

/**
 * The new answers of theirs that follow ours after the fork: those of a kind whose last word is later on their side. Then
 * the same answer is the last on either side.
 */
export function comingOf(
  own: AnswerHistory,
  theirs: AnswerHistory,
  news: AnswerHistory,
  timeOf: TimeOf,
): AnswerHistory {
  const isComing = (answer: AnswerRows): boolean => {
    const [ours, other] = [lastLike(own, answer), lastLike(theirs, answer)];
    if (ours === undefined || other === undefined) return true;
    if (isSameAnswer(ours, other) && ours.annotation.submitted_at === other.annotation.submitted_at)
      return false;
    return isLater(other.annotation, ours.annotation, timeOf);
  };
  return news.filter(isComing);
}

/** What a person has to decide between both sides from where they part; null where both came to the same. */
export function conflictOf(
  own: AnswerHistory,
  theirs: AnswerHistory,
  news: AnswerHistory,
  timeOf: TimeOf,
): DocumentConflict | null {
  const known = new Set(theirs.map(({ annotation }) => annotation.id));
  const here = own.filter(({ annotation }) => !known.has(annotation.id));
  const [ours, other] = here.length > 0 ? [here, theirs] : [own, news];
  const [lastOwn, lastOther] = [own.at(-1), theirs.at(-1)];
  if (lastOwn === undefined || lastOther === undefined || ours.length === 0 || other.length === 0)
    return null;
  // A person who knew the other side's last word and went on has resolved it.
  if (goesBeyond(own, theirs)) return null;
  if (endInSameAnswer(ours, other) || isBehind(ours, other, timeOf) || isBehind(other, ours, timeOf))
    return null;
  return { ours, theirs: other, goesOn: goesBeyond(theirs, own) };
}

const goesBeyond = (one: AnswerHistory, other: AnswerHistory): boolean => {
  const at = one.findIndex(({ annotation }) => annotation.id === other.at(-1)?.annotation.id);
  return at !== -1 && at < one.length - 1;
};

/** Whether the last words of both are one, whatever is noted about them. */
export function endInSameAnswer(one: AnswerHistory, other: AnswerHistory): boolean {
  const [last, otherLast] = [one.at(-1), other.at(-1)];
  return (
    last !== undefined && otherLast !== undefined && isLike(last, otherLast) && isSameAnswer(last, otherLast)
  );
}

/** Whether the last word of one is what the other said earlier, and then something else later. */
function isBehind(one: AnswerHistory, other: AnswerHistory, timeOf: TimeOf): boolean {
  const [last, otherLast] = [one.at(-1), other.at(-1)];
  if (
    last === undefined ||
    otherLast === undefined ||
    !isLater(otherLast.annotation, last.annotation, timeOf)
  )
    return false;
  return other.slice(0, -1).some((answer) => isLike(answer, last) && isSameAnswer(answer, last));
}

/** The last answer that counts in the same way: a rating or not, and of the same edition of the item. */
const lastLike = (document: AnswerHistory, answer: AnswerRows): AnswerRows | undefined =>
  document.findLast((each) => isLike(each, answer));

const isLike = ({ annotation: a }: AnswerRows, { annotation: b }: AnswerRows): boolean =>
  a.independent === b.independent && a.edition_id === b.edition_id;

/** Ids decide between answers of one moment. */
function isLater(a: RowOf<'annotation'>, b: RowOf<'annotation'>, timeOf: TimeOf): boolean {
  const [one, other] = [timeOf(a), timeOf(b)];
  return one === other ? a.id > b.id : one > other;
}

/** Whether two answers say the same, whatever is noted about them; boxes in whatever order and under whatever ids. */
export function isSameAnswer(a: AnswerRows, b: AnswerRows): boolean {
  if (!sameRow(saidIn(a), saidIn(b))) return false;
  if (a.regions.length !== b.regions.length) return false;
  const left = [...b.regions];
  return a.regions.every((box) => {
    const at = left.findIndex((other) => sameRow(box, other, ['annotation_id', 'id', 'position']));
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
}

/** What an answer says, part by part; a part that its rater was not asked for holds only what they started from. */
function saidIn({ annotation: { payload, asked } }: AnswerRows): Readonly<Record<string, Json>> {
  if (asked === null) return { payload, asked };
  const said = Object.entries(payload).filter(([part]) => asked.includes(part));
  return { payload: Object.fromEntries(said), asked: [...asked].sort() };
}
