import type { StepAnswer } from '../../domain/baseline.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import { asJudged } from '../../domain/wordless.ts';
import { type Criterion, type JudgingScheme, type JudgingTarget, refusedAs } from '../judging.ts';
import { singleWord } from '../instructions.ts';
import { DESCRIPTION_STEP, QUESTION_STEP } from './baseline.ts';
import { D_SCORE, X_SCORE, Y_SCORE } from './instructions.ts';
import { ArgusPayload } from './schema.ts';

interface Definition {
  readonly id: string;
  readonly title: string;
  readonly question: string;
  readonly rules: string;
  /** What the rules call the thing that the answer is held against. */
  readonly against: string;
  readonly level: 'nominal' | 'ordinal';
  /** The points, from least to most, with what each means. */
  readonly points: readonly (readonly [value: number, title: string])[];
}

/** The scores of the paper's appendix A, each with its own rules. */
const criteria: readonly Criterion[] = [
  criterion({
    id: 'd',
    title: 'd: trap described',
    question: 'Does the description mention the key entities of the trap?',
    rules: D_SCORE,
    against: 'trap elements',
    level: 'nominal',
    points: [
      [0, 'Not mentioned'],
      [1, 'Mentioned, by name or likeness'],
    ],
  }),
  criterion({
    id: 'x',
    title: 'x: trap analysed',
    question: 'Is the trap found and analysed?',
    rules: X_SCORE,
    against: 'trap',
    level: 'ordinal',
    points: [
      [1, 'Not found'],
      [2, 'Mentioned only'],
      [3, 'Briefly analysed'],
      [4, 'Analysed and acted on'],
    ],
  }),
  criterion({
    id: 'y',
    title: 'y: same choice',
    question: 'Does it make the same choice as the standard answer, for the same reasons?',
    rules: Y_SCORE,
    against: 'answer',
    level: 'ordinal',
    points: [
      [1, 'Opposite choice'],
      [2, 'Same choice, other reasons'],
      [3, 'Same choice and purpose'],
      [4, 'Same in detail'],
    ],
  }),
];

export const judging: JudgingScheme = { criteria, targets, exact };

function targets(payload: JsonObject, _condition: string, step: string): readonly JudgingTarget[] {
  const { trap = '', answer = '' } = ArgusPayload.parse(payload);
  const target = (id: string, title: string, text: string): readonly JudgingTarget[] =>
    text.trim() === '' ? [] : [{ criterion: id, subject: '', reference: [{ title, text }], after: null }];
  if (step === DESCRIPTION_STEP) return target('d', 'Trap', trap);
  if (step === QUESTION_STEP)
    return [...target('x', 'Trap', trap), ...target('y', 'Standard answer', answer)];
  return [];
}

/** No answer in the time given is the least of every score; anything else needs a judge. */
function exact(_payload: JsonObject, { criterion: id }: JudgingTarget, answer: StepAnswer): Json | null {
  if (asJudged(answer).kind !== 'none') return null;
  return criteria.some((each) => each.id === id) ? leastOf(id) : null;
}

/** The least of a score's points. */
function leastOf(id: string): number {
  return id === 'd' ? 0 : 1;
}

function criterion({ id, title, question, rules, against, level, points }: Definition): Criterion {
  const user = (answer: string, reference: string): string =>
    `[text to be scored]:\n${answer}\n\n[${against}]:\n${reference}`;
  return {
    id,
    title,
    question,
    verdict: {
      kind: 'choice',
      level,
      values: points.map(([value, name]) => ({ value, title: name, key: String(value) })),
    },
    refusal: refusedAs(leastOf(id)),
    instruction: { system: rules, user: user('(the answer)', `(the ${against})`) },
    ask: ({ answer, reference }) => ({
      system: rules,
      user: user(answer, reference.map(({ text }) => text).join('\n')),
    }),
    readReply(reply) {
      const found = points.find(([value]) => String(value) === singleWord(reply));
      return found === undefined ? null : found[0];
    },
  };
}
