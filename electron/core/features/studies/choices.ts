import type { Baseline } from '../../../../shared/benchmarks/baseline.ts';
import type { Benchmark } from '../../../../shared/benchmarks/benchmark.ts';
import type { StudyChoices, StudySettings } from '../../../../shared/contract/studies.ts';

const BREAK = 'Take a break if you like. Continue when you are ready; this time does not count.';

/** What a new study can be made of, and the settings that it begins with; null where the benchmark has no baselines. */
export function studyChoices({ baseline, facets }: Benchmark, seed: number): StudyChoices | null {
  if (baseline === undefined) return null;
  const { conditions, texts, followUps } = baseline;
  return {
    conditions: conditions.map(({ id, title }) => ({ id, title })),
    strata: [{ name: 'label', title: 'Label' }, ...facets.map(({ name, title }) => ({ name, title }))],
    initial: {
      items: { filter: startingFilter(baseline), sample: null },
      seed,
      order: 'random',
      conditions: conditions.map(({ id }) => id),
      itemsEach: null,
      apart: true,
      ...(followUps !== undefined && { followUps: 'second_pass' }),
      practice: [],
      attention: { checks: [], every: 10 },
      breakEvery: 20,
      timeLimitSeconds: null,
      whileAway: 'hide',
      allowBack: false,
      imageSide: null,
      texts: { ...texts, instructions: followUps?.instructions ?? texts.instructions, breaks: BREAK },
    },
    followUps:
      followUps === undefined
        ? null
        : {
            title: followUps.title,
            why: followUps.why,
            instructions: { with_item: texts.instructions, second_pass: followUps.instructions },
          },
  };
}

function startingFilter({ startingFacets }: Baseline): StudySettings['items']['filter'] {
  if (startingFacets === undefined) return {};
  return {
    facets: Object.fromEntries(Object.entries(startingFacets).map(([name, values]) => [name, [...values]])),
  };
}
