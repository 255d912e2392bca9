import type { StepAnswer } from '../../domain/baseline.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import { asJudged } from '../../domain/wordless.ts';
import { type Criterion, type JudgingScheme, type JudgingTarget, refusedAs } from '../judging.ts';
import { singleWord } from '../instructions.ts';
import { correctnessOf } from './correctness.ts';
import { CHAIN_LETTERS, LETTERS, placeOf, shownOptions } from './options.ts';
import { McsBenchPayload } from './schema.ts';
import { BASE_STEP, probeStep } from './steps.ts';

/** Whether the gold option was chosen. */
export const CORRECT = 'correct';
/** Whether the gold chain was chosen; the subject is the probe's place. */
export const CHAIN = 'chain';

const SYSTEM =
  'You are given a question, the gold option among its options, and a free-form answer. Decide whether the answer settles on the gold option and on no other. Answer with YES or NO only.';

const user = (question: string, gold: string, answer: string): string =>
  `[Question]:\n${question}\n\n[Gold option]:\n${gold}\n\n[Answer]:\n${answer}`;

/** A choice tells by itself whether it is right; a judge is needed only for a model's words that name no option. */
export const judging: JudgingScheme = {
  criteria: [
    criterion(CORRECT, 'Gold option chosen', 'Does the answer settle on the gold option, and on no other?'),
    criterion(
      CHAIN,
      'Gold chain chosen',
      'Does the answer settle on the gold reasoning chain, and on no other?',
    ),
  ],
  targets,
  exact,
};

function targets(payload: JsonObject, _condition: string, step: string): readonly JudgingTarget[] {
  const { options = [], answer = '', rc_items } = McsBenchPayload.parse(payload);
  if (step === BASE_STEP) return target(CORRECT, '', options, answer, LETTERS);
  return (rc_items ?? []).flatMap((probe, place) =>
    probeStep(place) === step ? target(CHAIN, String(place), probe.options, probe.answer, CHAIN_LETTERS) : [],
  );
}

function target(
  id: string,
  subject: string,
  options: readonly string[],
  key: string,
  letters: readonly string[],
): readonly JudgingTarget[] {
  const gold = placeOf(key, options, letters);
  if (gold === null) return [];
  const text = `${letters[gold] ?? ''}. ${shownOptions(options, letters)[gold] ?? ''}`;
  return [{ criterion: id, subject, reference: [{ title: 'Gold option', text }], after: null }];
}

function exact(payload: JsonObject, asked: JudgingTarget, answer: StepAnswer): Json | null {
  const step = asked.criterion === CHAIN ? probeStep(Number(asked.subject)) : BASE_STEP;
  const source = McsBenchPayload.parse(payload);
  // An option may itself be a sign ("<"): an answer without words may still choose it.
  const right = correctnessOf(source, step, answer) ?? correctnessOf(source, step, asJudged(answer));
  return right === null ? null : right ? 'YES' : 'NO';
}

function criterion(id: string, title: string, question: string): Criterion {
  return {
    id,
    title,
    question,
    verdict: {
      kind: 'choice',
      level: 'nominal',
      values: [
        { value: 'YES', title: 'Yes', key: 'y' },
        { value: 'NO', title: 'No', key: 'n' },
      ],
    },
    refusal: refusedAs('NO'),
    instruction: { system: SYSTEM, user: user('(the question)', '(the gold option)', '(the answer)') },
    ask: ({ question: asked, answer, reference }) => ({
      system: SYSTEM,
      user: user(asked, reference.map(({ text }) => text).join('\n'), answer),
    }),
    readReply(reply) {
      const word = singleWord(reply).toUpperCase();
      return word === 'YES' || word === 'NO' ? word : null;
    },
  };
}
