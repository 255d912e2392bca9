import type { StepAnswer } from '../../domain/baseline.ts';
import { isList, type Json, type JsonObject } from '../../base/json.ts';
import { asJudged } from '../../domain/wordless.ts';
import { fillPlaceholders, singleWord } from '../instructions.ts';
import {
  type AnsweredQuestion,
  type Criterion,
  type JudgingScheme,
  type JudgingTarget,
  refusedAs,
  type VerdictKind,
} from '../judging.ts';
import { agrees, expectedAnswer, MAIN_STEP, NO_EVIDENCE } from './baseline.ts';
import { CUE_MATCH, FALSE_MATCH, KEY_POINTS, NON_DETM_MATCH, SUB_ANSWER, SYSTEM } from './instructions.ts';
import { readKeyPoints, writeKeyPoints } from './keyPoints.ts';
import { CaughtCheatingPayload } from './schema.ts';

const YES_NO: VerdictKind = {
  kind: 'choice',
  level: 'nominal',
  values: [
    { value: 'YES', title: 'Yes', key: 'y' },
    { value: 'NO', title: 'No', key: 'n' },
  ],
};

interface Definition {
  readonly id: string;
  readonly title: string;
  readonly question: string;
  readonly instruction: string;
  readonly verdict: VerdictKind;
  /** Whether a person can mark the whole answer as refused. */
  readonly refusable: boolean;
  /** What the placeholders stand for. */
  readonly values: (subject: AnsweredQuestion) => Readonly<Record<string, string>>;
  readonly read: (reply: string) => Json | null;
}

const ANSWER = 'MLLM’s Answer';

/** The criteria of the paper's appendix D, each with the instruction that the authors gave their judge. */
const criteria: readonly Criterion[] = [
  criterion({
    id: 'cue_match',
    title: 'Deterministic clue',
    question: 'Is the deterministic clue mentioned or clearly supported?',
    instruction: CUE_MATCH,
    verdict: YES_NO,
    refusable: true,
    values: (subject) => ({ 'Deterministic Clue': reference(subject), [ANSWER]: subject.answer }),
    read: readYesNo,
  }),
  criterion({
    id: 'key_points',
    title: 'Key points',
    question: 'Which observations does the answer state?',
    instruction: KEY_POINTS,
    verdict: { kind: 'texts' },
    refusable: false,
    values: (subject) => ({ [ANSWER]: subject.answer }),
    read: readKeyPoints,
  }),
  criterion({
    id: 'non_detm_match',
    title: 'Non-deterministic clue',
    question: 'Is this clue captured by one of the key points?',
    instruction: NON_DETM_MATCH,
    verdict: YES_NO,
    refusable: false,
    values: (subject) => ({
      'Non-deterministic Clue': reference(subject),
      'Summary List': writeKeyPoints(textsOf(subject.earlier)),
    }),
    read: readYesNo,
  }),
  criterion({
    id: 'sub_answer',
    title: 'Decomposed question',
    question: 'Does the answer agree with the expected one?',
    instruction: SUB_ANSWER,
    verdict: YES_NO,
    refusable: true,
    values: (subject) => ({
      'Decomposed Questions': subject.question,
      [ANSWER]: subject.answer,
      'Expected Answer': reference(subject),
    }),
    read: readYesNo,
  }),
  criterion({
    id: 'false_match',
    title: 'No clear evidence',
    question: 'Does the answer strictly state that there is no clear evidence?',
    instruction: FALSE_MATCH,
    verdict: YES_NO,
    refusable: true,
    values: (subject) => ({ [ANSWER]: subject.answer }),
    read: readYesNo,
  }),
];

export const judging: JudgingScheme = {
  criteria,
  figures: ['iou', 'p_sub_accuracy', 'r_sub_accuracy'],
  targets,
  exact,
};

function targets(payload: JsonObject, _condition: string, step: string): readonly JudgingTarget[] {
  const { label, detm_cue, non_detm_cue } = CaughtCheatingPayload.parse(payload);
  if (step !== MAIN_STEP) {
    const expected = expectedAnswer(payload, step);
    return expected === null ? [] : [target('sub_answer', [{ title: 'Expected answer', text: expected }])];
  }
  if (label === undefined) return [];
  if (!label) return [target('false_match', [{ title: 'Expected answer', text: NO_EVIDENCE }])];
  const cue = (detm_cue ?? '').trim();
  return [
    ...(cue === '' ? [] : [target('cue_match', [{ title: 'Deterministic clue', text: cue }])]),
    target('key_points', []),
    ...(non_detm_cue ?? []).map((text, index) => ({
      ...target('non_detm_match', [{ title: 'Non-deterministic clue', text }]),
      subject: String(index),
      after: 'key_points',
    })),
  ];
}

/** An answer that there is nothing, or none in the time given, needs no judge; nor does a yes or no. */
function exact(_payload: JsonObject, asked: JudgingTarget, given: StepAnswer): Json | null {
  const answer = asJudged(given);
  if (asked.criterion === 'sub_answer') {
    const right = agrees(answer, asked.reference[0]?.text ?? null);
    return right === null ? null : right ? 'YES' : 'NO';
  }
  if (answer.kind !== 'no_evidence' && answer.kind !== 'none') return null;
  switch (asked.criterion) {
    case 'false_match':
      return answer.kind === 'no_evidence' ? 'YES' : 'NO';
    case 'cue_match':
    case 'non_detm_match':
      return 'NO';
    case 'key_points':
      return [];
    default:
      return null;
  }
}

function criterion({
  id,
  title,
  question,
  instruction,
  verdict,
  refusable,
  values,
  read,
}: Definition): Criterion {
  return {
    id,
    title,
    question,
    verdict,
    ...(refusable && { refusal: refusedAs('NO') }),
    instruction: { system: SYSTEM, user: instruction },
    ask: (subject) => ({ system: SYSTEM, user: fillPlaceholders(instruction, values(subject)) }),
    readReply: read,
  };
}

const target = (criterionId: string, held: JudgingTarget['reference']): JudgingTarget => ({
  criterion: criterionId,
  subject: '',
  reference: held,
  after: null,
});

const reference = ({ reference: held }: AnsweredQuestion): string => held.map(({ text }) => text).join('\n');

function readYesNo(reply: string): Json | null {
  const word = singleWord(reply).toUpperCase();
  return word === 'YES' || word === 'NO' ? word : null;
}

function textsOf(verdict: Json | null): readonly string[] {
  return isList(verdict) ? verdict.flatMap((text) => (typeof text === 'string' ? [text] : [])) : [];
}
