import type { z } from 'zod';
import type { JudgingScheme } from '../../../../shared/benchmarks/judging.ts';
import type { judgeRuns, JudgeRunSettings } from '../../../../shared/contract/judgeRuns.ts';
import type { PersonId, ResponseId } from '../../../../shared/base/ids.ts';
import type { Answers } from './answers.ts';
import { bodyOf } from './ask.ts';
import { type Endpoint, keepsSecrets } from './endpoint.ts';
import type { EarlierVerdictReader } from './earlierVerdicts.ts';
import { type Plan, type PlannedAnswer, unitsOf } from './plan.ts';
import { questionOf, SkippedRequest } from './runner.ts';

export type JudgeRunPreview = z.output<NonNullable<(typeof judgeRuns.preview)['~orpc']['outputSchema']>>;

interface PreviewRequest {
  readonly settings: JudgeRunSettings;
  readonly endpoint: Endpoint;
  readonly hasKey: boolean;
  readonly judge: PersonId;
  readonly plan: Plan;
  readonly hides: (responseId: ResponseId) => boolean;
}

/** What a run would ask. The first request that may be seen is built exactly as the run would build it. */
export function previewOf(
  parts: {
    readonly judging: JudgingScheme;
    readonly answers: Answers;
    readonly findEarlier: EarlierVerdictReader;
  },
  { settings, endpoint, hasKey, judge, plan, hides }: PreviewRequest,
): JudgeRunPreview {
  const units = plan.answers.flatMap(({ units: each }) => each);
  const tokens = {
    prompt: Math.ceil(charactersOf(parts, judge, plan) / CHARACTERS_PER_TOKEN),
    completionAtMost: unitsOf(plan) * settings.maxTokens,
  };
  const byCriterion = parts.judging.criteria.flatMap(({ id, title }) => {
    const calls = units.filter(({ criterion }) => criterion === id).length;
    return calls === 0 ? [] : [{ criterion: id, title, calls }];
  });
  return {
    host: endpoint.host,
    calls: unitsOf(plan),
    answers: plan.answers.length,
    byCriterion,
    first: firstOf(
      parts,
      settings,
      judge,
      plan.answers.find(({ responseId }) => !hides(responseId)),
    ),
    known: plan.known,
    problems: problemsOf(parts.judging, { endpoint, hasKey, plan }),
    tokens,
    costAtMost:
      settings.price === null
        ? null
        : (tokens.prompt * settings.price.prompt + tokens.completionAtMost * settings.price.completion) /
          1_000_000,
  };
}

/** About as many as tokenizers make of English text. */
const CHARACTERS_PER_TOKEN = 4;
/** Answers whose requests are built to learn how long requests are. */
const SAMPLED = 200;

/** The characters of all requests, from the mean of a sample; what builds on a verdict still to come is taken for as long. */
function charactersOf(
  { judging, answers, findEarlier }: Parameters<typeof previewOf>[0],
  judge: PersonId,
  plan: Plan,
): number {
  let [characters, built] = [0, 0];
  const every = Math.max(1, Math.floor(plan.answers.length / SAMPLED));
  for (const [at, { responseId, units }] of plan.answers.entries()) {
    const answer = at % every === 0 ? answers.find(responseId) : null;
    if (answer === null) continue;
    for (const unit of units) {
      try {
        const { prompt } = questionOf({ judging, findEarlier }, judge, answer, unit);
        characters += prompt.system.length + prompt.user.length;
        built += 1;
      } catch (error) {
        if (!(error instanceof SkippedRequest)) throw error;
      }
    }
  }
  return built === 0 ? 0 : (characters / built) * unitsOf(plan);
}

function firstOf(
  {
    judging,
    answers,
    findEarlier,
  }: {
    readonly judging: JudgingScheme;
    readonly answers: Answers;
    readonly findEarlier: EarlierVerdictReader;
  },
  settings: JudgeRunSettings,
  judge: PersonId,
  first: PlannedAnswer | undefined,
): JudgeRunPreview['first'] {
  const answer = first === undefined ? null : answers.find(first.responseId);
  // What an answer is asked first builds on nothing that is still to come.
  const unit = first?.units[0];
  if (answer === null || unit === undefined) return null;
  const { criterion, prompt } = questionOf({ judging, findEarlier }, judge, answer, unit);
  return { criterion: criterion.id, ...prompt, body: JSON.stringify(bodyOf(settings, prompt), null, 2) };
}

function problemsOf(
  judging: JudgingScheme,
  { endpoint, hasKey, plan }: Pick<PreviewRequest, 'endpoint' | 'hasKey' | 'plan'>,
): string[] {
  const titles = plan.added.map((id) => judging.criteria.find((each) => each.id === id)?.title ?? id);
  return [
    ...(plan.answers.length > 0
      ? []
      : [
          plan.known > 0
            ? 'This judge has already given all these verdicts.'
            : 'No answers need verdicts on these criteria.',
        ]),
    ...(titles.length === 0 ? [] : [`Also asked, because your criteria depend on it: ${titles.join(', ')}.`]),
    ...(keepsSecrets(endpoint)
      ? []
      : [
          `Requests to ${endpoint.host} are unencrypted (http): others on the network can read the texts. Casebook sends no key.`,
        ]),
    ...(endpoint.local || hasKey || !keepsSecrets(endpoint)
      ? []
      : [`Casebook has no key for ${endpoint.host}; most services refuse requests without one.`]),
  ];
}
