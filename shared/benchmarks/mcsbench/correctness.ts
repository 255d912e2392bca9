import type { StepAnswer } from '../../domain/baseline.ts';
import { imageNames } from './codec.ts';
import {
  type Assignment,
  assignmentOfPairs,
  goldOf,
  matchingOf,
  type OptionMatching,
  parseAssignment,
  sameAssignment,
  shareRight,
} from './matching.ts';
import { CHAIN_LETTERS, LETTERS, namedImages, placeInWords, placeOf, shownOptions } from './options.ts';
import type { McsBenchPayload } from './schema.ts';
import { BASE_STEP, probeStep } from './steps.ts';

/**
 * Whether the answer to a step is the gold one; null where that cannot be told (the answer names no option, or the item
 * has no gold). A matching is right where every description has its image.
 */
export function correctnessOf(source: McsBenchPayload, step: string, answer: StepAnswer): boolean | null {
  if (step === BASE_STEP) return baseCorrectness(source, answer);
  const probe = (source.rc_items ?? []).find((_, place) => probeStep(place) === step);
  return probe === undefined ? null : isGold(probe.options, probe.answer, CHAIN_LETTERS, answer);
}

/** Whether an item says what the right answer to a step is. */
export function hasGold(source: McsBenchPayload, step: string): boolean {
  if (step !== BASE_STEP) {
    const probe = (source.rc_items ?? []).find((_, place) => probeStep(place) === step);
    return probe !== undefined && placeOf(probe.answer, probe.options, CHAIN_LETTERS) !== null;
  }
  const matching = matchingOf(source, imageNames(source).length);
  if (matching !== null && goldOf(source, matching) !== null) return true;
  return placeOf(source.answer ?? '', source.options ?? []) !== null;
}

/**
 * Of an item of matching, the share of descriptions that an answer gives to their image; null where it is none, or what
 * the answer gives to which image cannot be told.
 */
export function matchingShare(source: McsBenchPayload, answer: StepAnswer): number | null {
  const matching = matchingOf(source, imageNames(source).length);
  const gold = matching === null ? null : goldOf(source, matching);
  if (matching === null || gold === null) return null;
  if (answer.kind === 'none') return 0;
  const said = assignmentOf(source, matching, answer);
  return said === null ? null : shareRight(said, gold);
}

function baseCorrectness(source: McsBenchPayload, answer: StepAnswer): boolean | null {
  const { options = [], answer: key = '' } = source;
  const matching = matchingOf(source, imageNames(source).length);
  if (matching !== null) return matchingCorrectness(source, matching, answer);
  const wanted = namedImages(options)?.[placeOf(key, options) ?? -1];
  if (wanted !== undefined && answer.kind === 'choices') return sameSet(answer.options.map(Number), wanted);
  if (wanted !== undefined && answer.kind === 'text') {
    // A model is asked for an option; one that names the images instead has answered too.
    const chosen = placeInWords(answer.text, options);
    if (chosen !== null) return chosen === placeOf(key, options);
    const said = namedImages([answer.text])?.[0];
    return said === undefined ? null : sameSet(said, wanted);
  }
  return isGold(options, key, LETTERS, answer);
}

function matchingCorrectness(
  source: McsBenchPayload,
  matching: OptionMatching,
  answer: StepAnswer,
): boolean | null {
  const gold = goldOf(source, matching);
  const said = assignmentOf(source, matching, answer);
  if (gold !== null && said !== null) return sameAssignment(said, gold);
  const isReadAlready = matching.options !== null && answer.kind !== 'none';
  return isReadAlready ? null : isGold(source.options ?? [], source.answer ?? '', LETTERS, answer);
}

/** The assignment that an answer gives, as one or by the option that spells it; null where it gives none. */
function assignmentOf(
  { options = [] }: McsBenchPayload,
  matching: OptionMatching,
  answer: StepAnswer,
): Assignment | null {
  const spelled = (place: number | null): Assignment | null =>
    place === null ? null : (matching.options?.[place] ?? null);
  if (answer.kind === 'matching') return assignmentOfPairs(answer.pairs, matching);
  if (answer.kind === 'choice') return spelled(LETTERS.findIndex((letter) => letter === answer.option));
  if (answer.kind !== 'text') return null;
  const said = parseAssignment(answer.text, matching);
  if (said === null) return spelled(placeInWords(answer.text, options));
  // "A. Image-1: b; …" where that is another option: it says two things.
  const letter = /^\s*\(?([A-E])[).:]\s+\S/u.exec(answer.text)?.[1];
  const called = letter === undefined ? null : spelled(LETTERS.findIndex((each) => each === letter));
  return called === null || sameAssignment(called, said) ? said : null;
}

function isGold(
  options: readonly string[],
  key: string,
  letters: readonly string[],
  answer: StepAnswer,
): boolean | null {
  const gold = placeOf(key, options, letters);
  if (gold === null) return null;
  // No answer in the time given is no right one.
  if (answer.kind === 'none') return false;
  if (answer.kind === 'choice') return letters.indexOf(answer.option) === gold;
  if (answer.kind !== 'text') return null;
  const chosen =
    placeInWords(answer.text, options, letters) ??
    placeInWords(answer.text, shownOptions(options, letters), letters);
  return chosen === null ? null : chosen === gold;
}

const sameSet = (a: readonly number[], b: readonly number[]): boolean =>
  new Set(a).size === new Set(b).size && a.every((each) => b.includes(each));
