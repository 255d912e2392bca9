import { type Json, sameJson } from '../base/json.ts';
import type { ScoredItem, VerdictBasis } from './metrics.ts';

/** Verdicts on an item that go together: what is decided, with the words of at most one LLM judge beside it. */
export interface Voice {
  verdict(step: string, criterion: string, subject?: string): Json | null;
  /** Whether people or a decision say it: what a judge says of the whole does not count beside that. */
  isSettled(step: string, criterion: string, subject?: string): boolean;
}

/** A figure of an item with whose verdicts it rests on, or in words what it lacks. */
export type VoicedFigure =
  | { readonly value: number; readonly basis: VerdictBasis }
  | { readonly value: null; readonly missing: string };

/** From the surest to the least sure: what rests on several is as sure as the least of them. */
const KINDS = ['answer', 'decisions', 'people'] as const;

const DIFFER = 'judges differ on it, and nobody has decided';
const FOR_ALL = 'judges differ on somebody’s answer to it, and nobody has decided';
const OTHER = 'only an LLM judge that this respondent’s figures do not use judged it';

/** Which verdict is asked for: of a step, a criterion and what of the answer it is about. */
type Unit = readonly [step: string, criterion: string, subject: string];

/** Asks for verdicts on an item and keeps what they rest on. */
class VerdictListener {
  /** Whose verdicts were met, where no judge's words were. */
  readonly met = new Set<VerdictBasis['kind']>();
  readonly judges = new Set<string>();
  readonly undecided: Unit[] = [];
  /** The first criterion that was asked for. */
  asked: string | null = null;
  /** Why verdicts that were asked for count for nobody. */
  countsForNobody: string | null = null;
  readonly #item: ScoredItem;
  /** By judge and unit. */
  readonly #said = new Map<string, Map<string, Json>>();
  /** What judges agree on, in whatever words. */
  readonly #agreed = new Set<string>();

  constructor(item: ScoredItem) {
    this.#item = item;
  }

  /** What is decided, and where nothing is the words of one judge; null: of none. */
  voiceOf(judge: string | null): Voice {
    return {
      verdict: (step, criterion, subject = '') => this.#verdict(judge, [step, criterion, subject]),
      isSettled: (step, criterion, subject = '') => {
        const basis = this.#item.steps[step]?.basis?.(criterion, subject) ?? null;
        return basis !== null && basis.kind !== 'answer' && basis.kind !== 'judges';
      },
    };
  }

  /** Whether a judge said otherwise of the same thing than another, be it of that alone. */
  contradicts(judge: string, other: string): boolean {
    return [...(this.#said.get(judge) ?? [])].some(([unit, value]) => {
      const word = this.#said.get(other)?.get(unit);
      return word !== undefined && !this.#agreed.has(unit) && !sameJson(word, value);
    });
  }

  #verdict(judge: string | null, unit: Unit): Json | null {
    const [step, criterion, subject] = unit;
    this.asked ??= criterion;
    const own = this.#item.steps[step];
    const isUndecided = own?.isUndecided?.(criterion, subject) === true;
    if (this.#item.undecided?.(step, criterion, subject) === true) {
      this.#leaveOut(isUndecided);
      return null;
    }
    if (isUndecided) this.undecided.push(unit);
    if (own === undefined) return null;
    const verdict = own.verdict(criterion, subject);
    const words = own.said?.(criterion, subject) ?? [];
    if (words.length > 0) return this.#wordOf(judge, words, unit, verdict !== null);
    if (verdict !== null) this.#meet(own.basis?.(criterion, subject) ?? null);
    return verdict;
  }

  #leaveOut(isOwn: boolean): void {
    this.countsForNobody = isOwn ? DIFFER : (this.countsForNobody ?? FOR_ALL);
  }

  #meet(basis: VerdictBasis | null): void {
    if (basis !== null) this.met.add(basis.kind);
  }

  #wordOf(
    judge: string | null,
    words: readonly { readonly judge: string; readonly value: Json }[],
    [step, criterion, subject]: Unit,
    isAgreed: boolean,
  ): Json | null {
    for (const { judge: speaker } of words) this.judges.add(speaker);
    const word = words.find((each) => each.judge === judge);
    if (word === undefined) return null;
    // Criteria are the benchmark's own words, without line ends; a subject comes last.
    const key = `${criterion}\n${step}\n${subject}`;
    const ofJudge = this.#said.get(word.judge) ?? new Map<string, Json>();
    this.#said.set(word.judge, ofJudge.set(key, word.value));
    if (isAgreed) this.#agreed.add(key);
    return word.value;
  }
}

/**
 * A figure that never rests on undecided verdicts of two judges: it follows from what is decided (the answer itself,
 * decisions, people), else from LLM judges' verdicts one by one, if all give the same figure.
 * @param compute the figure by one voice; in words what is missing
 */
export function figureByVoices(item: ScoredItem, compute: (voice: Voice) => number | string): VoicedFigure {
  const listener = new VerdictListener(item);
  /** What is missing, with word of what is undecided. */
  const lacking = (missing: string): VoicedFigure => {
    for (const unit of listener.undecided) item.onLack?.(...unit);
    return { value: null, missing };
  };
  const settled = compute(listener.voiceOf(null));
  if (listener.countsForNobody !== null) return { value: null, missing: listener.countsForNobody };
  if (typeof settled === 'number')
    return { value: settled, basis: settledBasis(listener.met, item.judge ?? null) };
  const voices = [...listener.judges].sort().flatMap((judge) => {
    const value = compute(listener.voiceOf(judge));
    return typeof value === 'number' ? [{ judge, value }] : [];
  });
  const [first] = voices;
  if (first === undefined) return lacking(settled);
  const differ =
    voices.some(({ value }) => value !== first.value) ||
    [...listener.judges].some((judge) => listener.contradicts(judge, first.judge));
  if (differ) return lacking(DIFFER);
  const speakers = voices.map(({ judge }) => judge);
  const leading = listener.asked === null ? null : (item.leading?.(listener.asked) ?? null);
  if (leading !== null && !speakers.includes(leading)) return { value: null, missing: OTHER };
  return { value: first.value, basis: { kind: 'judges', judges: speakers } };
}

/** What a figure rests on that follows from decided verdicts; `chosen` is the one judge that was asked for. */
function settledBasis(met: ReadonlySet<VerdictBasis['kind']>, chosen: string | null): VerdictBasis {
  return chosen !== null && met.has('judges')
    ? { kind: 'judges', judges: [chosen] }
    : { kind: KINDS.findLast((each) => met.has(each)) ?? 'answer' };
}
