import type { RefusalMark, VerdictKind } from '../../../../shared/benchmarks/judging.ts';
import type { Passage } from '../../../../shared/contract/judging.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import { isList, type Json, sameJson } from '../../../../shared/base/json.ts';

/**
 * The verdict with the passages that it rests on, checked against what the criterion allows. Throws `invalid_input`
 * where it is none of its values, or a key point does not stand in the answer.
 */
export function checkedVerdict(
  kind: VerdictKind,
  given: { readonly value: Json; readonly passages: readonly Passage[] },
  answer: string,
): { readonly value: Json; readonly passages: readonly Passage[] } {
  const { value, passages } = given;
  if (passages.some(({ start, end }) => start >= end || end > answer.length)) {
    refuse('A marked passage is outside the answer.');
  }
  if (kind.kind === 'choice') {
    if (!kind.values.some((each) => sameJson(each.value, value)))
      refuse(`${inWords(value)} is not a verdict here.`);
    return { value, passages };
  }
  if (!isList(value)) refuse('Key points must be a list of passages of the answer.');
  if (passages.length > 0 && passages.length !== value.length) {
    refuse('The numbers of marked passages and key points differ.');
  }
  return {
    value,
    passages: value.map((point, at): Passage => {
      if (typeof point !== 'string' || point.trim() === '') refuse('A key point is empty.');
      const start = passages[at]?.start ?? answer.indexOf(point);
      const passage = passages[at] ?? { start, end: start + point.length };
      if (start < 0 || answer.slice(passage.start, passage.end) !== point) {
        refuse(`"${point}" does not occur there in the answer.`);
      }
      return passage;
    }),
  };
}

/**
 * Throws `invalid_input` where an answer is marked as refused though the criterion has no such mark, or another value goes
 * with it.
 */
export function checkRefusal(refusal: RefusalMark | undefined, value: Json): void {
  if (refusal === undefined) refuse('This criterion has no mark for refusals.');
  if (!sameJson(refusal.value, value)) refuse(`A refusal counts as ${inWords(refusal.value)} here.`);
}

const inWords = (value: Json): string => (typeof value === 'string' ? `"${value}"` : JSON.stringify(value));

function refuse(what: string): never {
  throw new CasebookError(
    'invalid_input',
    what,
    'Nothing was saved. Choose one of the verdicts, or mark passages of the answer.',
  );
}
