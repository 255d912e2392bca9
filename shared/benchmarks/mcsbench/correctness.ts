import type { StepAnswer } from '../../domain/baseline.ts';
import { CHAIN_LETTERS, imagesNamed, LETTERS, placeInWords, placeOf } from './options.ts';
import type { Payload } from './schema.ts';
import { BASE_STEP, probeStep } from './steps.ts';

/**
 * Whether the answer to a step is the gold one; null where that cannot be told (the answer names no option, or the item
 * has no gold).
 */
export function correctnessOf(source: Payload, step: string, answer: StepAnswer): boolean | null {
  if (step === BASE_STEP) return baseCorrectness(source, answer);
  const probe = (source.rc_items ?? []).find((_, place) => probeStep(place) === step);
  return probe === undefined ? null : isGold(probe.options, probe.answer, CHAIN_LETTERS, answer);
}

function baseCorrectness({ options = [], answer: key = '' }: Payload, answer: StepAnswer): boolean | null {
  const named = imagesNamed(options);
  const place = placeOf(key, options);
  if (named === null || place === null) return isGold(options, key, LETTERS, answer);
  const wanted = named[place] ?? [];
  if (answer.kind === 'choices') return sameSet(answer.options.map(Number), wanted);
  if (answer.kind === 'text') {
    // A model is asked for an option; one that names the images instead has answered too.
    const chosen = placeInWords(answer.text, options);
    if (chosen !== null) return chosen === place;
    const said = imagesNamed([answer.text])?.[0];
    return said === undefined ? null : sameSet(said, wanted);
  }
  return isGold(options, key, LETTERS, answer);
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
  const chosen = placeInWords(answer.text, options, letters);
  return chosen === null ? null : chosen === gold;
}

const sameSet = (a: readonly number[], b: readonly number[]): boolean =>
  new Set(a).size === new Set(b).size && a.every((each) => b.includes(each));
