import type { Passage } from '../../../../shared/contract/judging.ts';

/** A text as somebody steps through it: words, and the sentences they belong to. */
export interface Words {
  readonly words: readonly Passage[];
  /** For each word the number of its sentence. */
  readonly sentences: readonly number[];
}

const byWord = new Intl.Segmenter(undefined, { granularity: 'word' });
const bySentence = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/** The number or letter of a list, which the segmenter takes for a sentence of its own: `1.`, `**b)**`. */
const LIST_MARKER = /^[\s*_#>-]*(?:\d{1,3}|\p{L})[.)][\s*_]*$/u;

/**
 * The words of a text, in the language's own sense: also where no spaces are written. The marker of a point in a list is
 * no word, so that anybody who takes the sentence takes the point.
 */
export function wordsOf(text: string): Words {
  const words: Passage[] = [];
  const sentences: number[] = [];
  let number = 0;
  for (const sentence of bySentence.segment(text)) {
    const isLast = sentence.index + sentence.segment.length === text.length;
    if (!isLast && LIST_MARKER.test(sentence.segment)) continue;
    for (const { segment, index, isWordLike } of byWord.segment(sentence.segment)) {
      if (isWordLike !== true) continue;
      const start = sentence.index + index;
      words.push({ start, end: start + segment.length });
      sentences.push(number);
    }
    number += 1;
  }
  return { words, sentences };
}

/** Some words in hand: from where the selection was begun to where it was drawn. */
export interface WordSelection {
  readonly anchor: number;
  readonly head: number;
}

export const atStart: WordSelection = { anchor: 0, head: 0 };

/** A step with an arrow: by a word or to a sentence, forward or back, taking what lies between along or not. */
export interface WordStep {
  readonly by: 'word' | 'sentence';
  readonly direction: 1 | -1;
  readonly extend: boolean;
}

/** The selection after a step; it ends at the ends of the text. */
export function stepped({ words, sentences }: Words, from: WordSelection, step: WordStep): WordSelection {
  const last = words.length - 1;
  if (last < 0) return from;
  const { by, direction, extend } = step;
  const head = by === 'word' ? from.head + direction : inSentences(sentences, from.head, direction, extend);
  const moved = Math.min(last, Math.max(0, head));
  return { anchor: extend ? from.anchor : moved, head: moved };
}

/** The first word of the next or an earlier sentence; while selecting forward, the last one of this or the next. */
function inSentences(sentences: readonly number[], head: number, direction: 1 | -1, extend: boolean): number {
  const here = sentences[head];
  const endsHere = sentences[head + 1] !== here;
  const startsHere = sentences[head - 1] !== here;
  if (direction === 1 && extend) {
    const target = endsHere ? sentences[head + 1] : here;
    const end = sentences.lastIndexOf(target ?? here ?? 0);
    return end < 0 ? head : end;
  }
  if (direction === 1) {
    const next = sentences.findIndex((sentence, at) => at > head && sentence !== here);
    return next < 0 ? sentences.length - 1 : next;
  }
  const target = startsHere ? sentences[head - 1] : here;
  const start = sentences.indexOf(target ?? here ?? 0);
  return start < 0 ? 0 : start;
}

/** The whole sentence around the selection's end. */
export function sentenceAt({ sentences }: Words, { head }: WordSelection): WordSelection {
  const here = sentences[head];
  if (here === undefined) return { anchor: head, head };
  return { anchor: sentences.indexOf(here), head: sentences.lastIndexOf(here) };
}

/** What is selected, as characters of the text; null where there are no words. */
export function passageOf({ words }: Words, { anchor, head }: WordSelection): Passage | null {
  const first = words[Math.min(anchor, head)];
  const last = words[Math.max(anchor, head)];
  return first === undefined || last === undefined ? null : { start: first.start, end: last.end };
}

/** The word at a character of the text, else the nearest one before it, else the first. */
export function wordAt({ words }: Words, character: number): number {
  const after = words.findIndex(({ start }) => start > character);
  if (after < 0) return Math.max(0, words.length - 1);
  return Math.max(0, after - 1);
}

/** Marks with one more, in the order of the text; it takes the place of those it overlaps. */
export function withMark(marks: readonly Passage[], mark: Passage): readonly Passage[] {
  return [...marks.filter(({ start, end }) => end <= mark.start || start >= mark.end), mark].toSorted(
    (a, b) => a.start - b.start,
  );
}

/** The mark at the selection; where there is none, the last in the list. */
export function markToRemove(marks: readonly Passage[], selected: Passage | null): Passage | undefined {
  const here =
    selected === null
      ? undefined
      : marks.find(({ start, end }) => start < selected.end && end > selected.start);
  return here ?? marks.at(-1);
}

/** A stretch of the text that is shown alike. */
export interface Stretch {
  readonly start: number;
  readonly text: string;
  readonly marked: boolean;
  readonly selected: boolean;
  /** Begins a mark: two that touch stay two. */
  readonly begins: boolean;
  /** The word at which the selection ends. */
  readonly head: boolean;
}

/** The text in stretches that are alike, in order; together they are the text. */
export function stretchesOf(
  text: string,
  words: Words,
  selection: WordSelection | null,
  marks: readonly Passage[],
): readonly Stretch[] {
  const selected = selection === null ? null : passageOf(words, selection);
  const head = selection === null ? undefined : words.words[selection.head];
  const cuts = new Set([0, text.length]);
  for (const each of [
    ...marks,
    ...(selected === null ? [] : [selected]),
    ...(head === undefined ? [] : [head]),
  ]) {
    cuts.add(Math.min(each.start, text.length));
    cuts.add(Math.min(each.end, text.length));
  }
  const places = [...cuts].toSorted((a, b) => a - b);
  const within = (at: number, passage: Passage | null | undefined) =>
    passage !== null && passage !== undefined && at >= passage.start && at < passage.end;
  return places.slice(0, -1).map((start, index) => ({
    start,
    text: text.slice(start, places[index + 1]),
    marked: marks.some((mark) => within(start, mark)),
    begins: marks.some((mark) => mark.start === start),
    selected: within(start, selected),
    head: within(start, head),
  }));
}
