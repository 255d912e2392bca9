import type { AnswerKind, StepAnswer } from './baseline.ts';
import type { Size } from '../base/geometry.ts';

/** What an answer is held against. */
export interface CheckedStep {
  readonly answer: AnswerKind;
  /** The images as they are shown, in pixels. */
  readonly images: readonly (Size & { readonly id: string })[];
}

/** Half a pixel: boxes are drawn with sub-pixel accuracy, and their sums are rounded. */
const SLACK = 0.5;

/**
 * Why something is not an answer to a step, in words; null where it is one.
 * @param unfinished whether what is there is taken although something is missing: a draft, or the time ran out
 */
export function whyNotAnAnswer(
  answer: StepAnswer,
  { answer: kind, images }: CheckedStep,
  unfinished: boolean,
): string | null {
  if (answer.kind === 'none') return unfinished ? null : 'There is no answer yet.';
  if (answer.kind === 'unknown') return 'Give an answer.';
  if (answer.kind === 'no_evidence')
    return kind.kind === 'text' && kind.noEvidence !== null ? null : 'That answer is not available here.';
  return whyNotOfKind(answer, kind, images[0], unfinished);
}

function whyNotOfKind(
  answer: StepAnswer,
  kind: AnswerKind,
  image: Size | undefined,
  unfinished: boolean,
): string | null {
  switch (kind.kind) {
    case 'text':
      return answer.kind === 'text' ? whyNotWritten(answer.text, unfinished) : OTHER_KIND;
    case 'yes_no':
      return answer.kind === 'yes_no' ? null : OTHER_KIND;
    case 'choice':
      return answer.kind === 'choice' ? unknownAmong([answer.option], kind.options) : OTHER_KIND;
    case 'choices':
      return answer.kind === 'choices' ? whyNotChosen(answer.options, kind.options, unfinished) : OTHER_KIND;
    case 'cell':
      return answer.kind === 'cell' ? whyNotInside(answer, kind) : OTHER_KIND;
    case 'boxes':
      return answer.kind === 'boxes' ? whyNotBoxes(answer, kind, image) : OTHER_KIND;
    case 'matching':
      return answer.kind === 'matching' ? whyNotMatched(answer.pairs, kind, unfinished) : OTHER_KIND;
  }
}

const OTHER_KIND = 'This step needs another kind of answer.';

interface NamedOption {
  readonly id: string;
}

function unknownAmong(chosen: readonly string[], options: readonly NamedOption[]): string | null {
  const isOffered = (id: string): boolean => options.some((option) => option.id === id);
  return chosen.every(isOffered) ? null : 'That choice is not available here.';
}

function whyNotWritten(text: string, unfinished: boolean): string | null {
  return unfinished || text.trim() !== '' ? null : 'The answer is empty.';
}

function whyNotChosen(
  chosen: readonly string[],
  options: readonly NamedOption[],
  unfinished: boolean,
): string | null {
  if (chosen.length === 0) return unfinished ? null : 'Nothing is chosen.';
  if (new Set(chosen).size < chosen.length) return 'An option is chosen twice.';
  return unknownAmong(chosen, options);
}

function whyNotInside(
  { row, column }: Extract<StepAnswer, { kind: 'cell' }>,
  { rows, columns }: Extract<AnswerKind, { kind: 'cell' }>,
): string | null {
  return row <= rows && column <= columns ? null : 'The cell is outside the grid.';
}

function whyNotBoxes(
  { boxes, absent = [] }: Extract<StepAnswer, { kind: 'boxes' }>,
  { labels, most, eachOnce = false }: Extract<AnswerKind, { kind: 'boxes' }>,
  image: Size | undefined,
): string | null {
  if (absent.length > 0 && !eachOnce) return 'This question has nothing to mark as not there.';
  if (eachOnce) {
    const said = [...boxes.map(({ label }) => label), ...absent];
    if (new Set(said).size < said.length) return 'An attribute is answered twice: answer each once.';
  }
  if (most !== null && boxes.length > most) return `Draw ${String(most)} boxes at most.`;
  if (image === undefined) return boxes.length === 0 ? null : 'There is no image to draw on.';
  const isInside = boxes.every(
    ({ x, y, width, height }) => x + width <= image.width + SLACK && y + height <= image.height + SLACK,
  );
  if (!isInside) return 'A box leaves the image.';
  return unknownAmong([...boxes.map(({ label }) => label), ...absent], labels);
}

function whyNotMatched(
  pairs: Readonly<Record<string, string>>,
  { texts, images }: Extract<AnswerKind, { kind: 'matching' }>,
  unfinished: boolean,
): string | null {
  const given = Object.keys(pairs);
  return (
    unknownAmong(given, texts) ??
    unknownAmong(Object.values(pairs), images) ??
    (unfinished || given.length === texts.length ? null : 'Some texts have no image yet.')
  );
}
