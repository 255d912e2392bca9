import type { JsonObject } from '../base/json.ts';
import type { Baseline } from './baseline.ts';
import type { BaselineStep } from '../domain/baseline.ts';

/** A text of an item's own that participants read. */
export interface OwnText {
  readonly field: string;
  readonly text: string;
}

/** What participants read of an item in any of some conditions, each text once, in the order in which they meet it. */
export function ownTexts(
  baseline: Baseline,
  payload: JsonObject,
  conditions: readonly string[],
): readonly OwnText[] {
  const texts = new Map<string, string>();
  for (const condition of conditions)
    baseline.steps(payload, condition, (text, field) => {
      if (field !== null && text.trim() !== '') texts.set(field, text);
      return text;
    });
  return [...texts].map(([field, text]) => ({ field, text }));
}

/**
 * An item's steps in another language; null unless all its texts are translated: no item mixes languages.
 * @param ofBenchmark the benchmark's own words in that language
 * @param ofItem a text of the item in that language, undefined where it is not translated
 */
export function translatedSteps(
  baseline: Baseline,
  payload: JsonObject,
  condition: string,
  ofBenchmark: (text: string) => string,
  ofItem: (own: OwnText) => string | undefined,
): readonly BaselineStep[] | null {
  let [found, missing] = [0, 0];
  const steps = baseline.steps(payload, condition, (text, field) => {
    if (field === null) return ofBenchmark(text);
    if (text.trim() === '') return text;
    const translated = ofItem({ field, text });
    if (translated === undefined) missing += 1;
    else found += 1;
    return translated ?? text;
  });
  return missing === 0 && found > 0 ? steps : null;
}
