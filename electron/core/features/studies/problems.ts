import type { Benchmark } from '../../../../shared/benchmarks/benchmark.ts';
import type { StudyPreview, StudySettings } from '../../../../shared/contract/studies.ts';
import type { ItemId } from '../../../../shared/base/ids.ts';

/** Why a study of these settings cannot be opened, whatever its items are. */
export function settingsProblems(
  { conditions, attention, questionnaire, texts, items }: StudySettings,
  benchmark: Pick<Benchmark, 'baseline' | 'facets'>,
): string[] {
  const known = benchmark.baseline?.conditions.map(({ id }) => id) ?? [];
  const problems = conditions
    .filter((condition) => !known.includes(condition))
    .map((condition) => `There is no version "${condition}" of the questions.`);
  if (new Set(conditions).size < conditions.length) problems.push('A version is named twice.');
  for (const { prompt, options, expected } of attention.checks)
    if (expected >= options.length) problems.push(`The attention check "${prompt}" has no right option.`);
  for (const { prompt, options } of questionnaire ?? [])
    if (options.length === 1) problems.push(`The question "${prompt}" has only one option.`);
  if (texts.consent.trim() === '') problems.push('The text of the consent is empty.');
  const strata = new Set(['label', ...benchmark.facets.map(({ name }) => name)]);
  for (const field of stratifiedBy(items.sample))
    if (!strata.has(field)) problems.push(`Items have no "${field}" to sample by.`);
  return problems;
}

/** The facets, or the label, by which a sample is stratified. */
export const stratifiedBy = (sample: StudySettings['items']['sample']): readonly string[] =>
  sample?.stratum == null ? [] : [...new Set([sample.stratum, ...(sample.crossed ?? [])])];

/** Why attention checks cannot show the images of their items. */
export function checkImageProblems(
  checks: StudySettings['attention']['checks'],
  itemOf: (
    id: ItemId,
  ) => { readonly name: string; readonly images: readonly string[]; readonly missing: number } | undefined,
  isBlind: (id: ItemId) => boolean,
): string[] {
  return checks.flatMap(({ prompt, image }) => {
    if (image === undefined) return [];
    const item = itemOf(image);
    if (item === undefined) return [`The item of the attention check "${prompt}" is no longer here.`];
    if (isBlind(image)) return [`You have not answered the item of the attention check "${prompt}" yet.`];
    return item.images.length === 0 || item.missing > 0
      ? [`The item ${item.name} of the attention check "${prompt}" has no image.`]
      : [];
  });
}

/**
 * Why there are too few items for each participant.
 * @param most how many of the chosen ones a participant can see
 */
export function shareProblems(
  itemsEach: number | null,
  { most, chosen }: { readonly most: number; readonly chosen: number },
  unusable: StudyPreview['unusable'],
): string[] {
  if (chosen === 0) return ['There are no items to ask about.', ...whyNothingIsLeft(unusable)];
  if (itemsEach === null || itemsEach <= most) return [];
  const there =
    most === chosen
      ? `there are only ${String(most)}`
      : `each can see only ${String(most)} of the ${String(chosen)}, because some items reveal each other's answers`;
  return [`Each participant needs ${String(itemsEach)} items, but ${there}.`];
}

/** The reasons that items are left out for, with how many of each. */
function whyNothingIsLeft(unusable: StudyPreview['unusable']): string[] {
  return [...Map.groupBy(unusable, ({ reason }) => reason)].map(([reason, items]) => {
    const [first, second] = items;
    const whose = second === undefined ? (first?.item ?? '') : `${String(items.length)} items`;
    return `${whose}: ${reason}`;
  });
}
