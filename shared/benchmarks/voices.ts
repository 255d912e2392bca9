import type { Json } from '../base/json.ts';
import { sameJson } from '../base/json.ts';
import type { ScoredItem, VerdictBasis } from './metrics.ts';

/** Verdicts on an item that go together: what is decided, with the words of at most one LLM judge beside it. */
export interface Voice {
  verdict(step: string, criterion: string, subject?: string): Json | null;
  /** Whether people or a decision say it: what a judge says of the whole does not count beside that. */
  isSettled(step: string, criterion: string, subject?: string): boolean;
}

/** A figure of an item with whose verdicts it rests on, or in words what it lacks. */
export type Heard =
  | { readonly value: number; readonly basis: VerdictBasis }
  | { readonly value: null; readonly missing: string };

/** From the surest to the least sure: what rests on several is as sure as the least of them. */
const KINDS = ['answer', 'decisions', 'people'] as const;

const DIFFER = 'judges differ on it, and nobody has decided';
const FOR_ALL = 'judges differ on somebody’s answer to it, and nobody has decided';
const OTHER = 'only an LLM judge that this respondent’s figures do not use judged it';

/**
 * A figure that never rests on undecided verdicts of two judges: it follows from what is decided (the answer itself,
 * decisions, people), else from the words of LLM judges one by one, and only where all of them come to the same.
 * @param compute the figure by one voice; in words what is missing
 */
export function heard(item: ScoredItem, compute: (voice: Voice) => number | string): Heard {
  const met = new Set<VerdictBasis['kind']>();
  const judges = new Set<string>();
  const said = new Map<string, Map<string, Json>>();
  /** What judges agree on, in whatever words. */
  const agreed = new Set<string>();
  let asked: string | null = null;
  const undecided: (readonly [step: string, criterion: string, subject: string])[] = [];
  let countsForNobody: string | null = null;
  /** What is missing, with word of what is undecided. */
  const lacking = (missing: string): Heard => {
    for (const unit of undecided) item.onLack?.(...unit);
    return { value: null, missing };
  };
  const voiceOf = (judge: string | null): Voice => ({
    verdict(step, criterion, subject = '') {
      asked ??= criterion;
      if (item.undecided?.(step, criterion, subject) === true) {
        const isOwn = item.steps[step]?.isUndecided?.(criterion, subject) === true;
        countsForNobody = isOwn ? DIFFER : (countsForNobody ?? FOR_ALL);
        return null;
      }
      const own = item.steps[step];
      if (own?.isUndecided?.(criterion, subject) === true) undecided.push([step, criterion, subject]);
      if (own === undefined) return null;
      const words = own.said?.(criterion, subject) ?? [];
      if (words.length > 0) {
        for (const { judge: speaker } of words) judges.add(speaker);
        // Criteria are the benchmark's own words, without line ends; a subject comes last.
        const key = `${criterion}\n${step}\n${subject}`;
        const word = words.find((each) => each.judge === judge);
        if (word === undefined) return null;
        const ofJudge = said.get(word.judge) ?? new Map<string, Json>();
        said.set(word.judge, ofJudge.set(key, word.value));
        if (own.verdict(criterion, subject) !== null) agreed.add(key);
        return word.value;
      }
      const verdict = own.verdict(criterion, subject);
      const basis = own.basis?.(criterion, subject) ?? null;
      if (verdict !== null && basis !== null) met.add(basis.kind);
      return verdict;
    },
    isSettled(step, criterion, subject = '') {
      const basis = item.steps[step]?.basis?.(criterion, subject) ?? null;
      return basis !== null && basis.kind !== 'answer' && basis.kind !== 'judges';
    },
  });
  const settled = compute(voiceOf(null));
  if (countsForNobody !== null) return { value: null, missing: countsForNobody };
  const kind = KINDS.findLast((each) => met.has(each)) ?? 'answer';
  const chosen = item.judge ?? null;
  if (typeof settled === 'number')
    return {
      value: settled,
      basis: chosen !== null && met.has('judges') ? { kind: 'judges', judges: [chosen] } : { kind },
    };
  const voices = [...judges].sort().flatMap((judge) => {
    const value = compute(voiceOf(judge));
    return typeof value === 'number' ? [{ judge, value }] : [];
  });
  const [first] = voices;
  if (first === undefined) return lacking(settled);
  /** Whether a judge said otherwise of the same thing, be it of that alone. */
  const contradicts = (judge: string): boolean =>
    [...(said.get(judge) ?? [])].some(([key, value]) => {
      const other = said.get(first.judge)?.get(key);
      return other !== undefined && !agreed.has(key) && !sameJson(other, value);
    });
  if (voices.some(({ value }) => value !== first.value) || [...judges].some(contradicts))
    return lacking(DIFFER);
  const speakers = voices.map(({ judge }) => judge);
  const leading = asked === null ? null : (item.leading?.(asked) ?? null);
  if (leading !== null && !speakers.includes(leading)) return { value: null, missing: OTHER };
  return { value: first.value, basis: { kind: 'judges', judges: speakers } };
}
