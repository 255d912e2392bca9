import { type BaselineStep, type StepAnswer } from '../../domain/baseline.ts';
import type { JsonObject } from '../../base/json.ts';
import { asWritten, type Baseline } from '../baseline.ts';
import { CaughtCheatingPayload } from './schema.ts';

/** The answer that an unclued item expects (section 3.2 of the paper). */
export const NO_EVIDENCE = 'There is no clear evidence.';

/** The step that asks the claim question. */
export const MAIN_STEP = 'main_ins';

const SUB_STEPS = [
  { key: 'p_sub_ins', answers: 'p_sub_ans', title: 'What you can see' },
  { key: 'r_sub_ins', answers: 'r_sub_ans', title: 'What it means' },
] as const;

const CONSENT = `You are asked to look at photos and to answer questions about them. Your answers show how well people find small clues in photos; they are compared with those of computer programs.

Casebook keeps your answers, how long each took, how often you left this window, and the notes made when you were enrolled. Your name appears in no publication. If answers are published, nothing in them says who gave them.

Taking part is voluntary. You can stop at any time without giving a reason. Some photos and questions are about suspected infidelity; please do not take part if that troubles you.

If you agree and are of age, continue.`;

const instructionsWith = (
  followUps: string,
): string => `Each photo comes with a story: somebody's partner said where they are and what they are doing, and sent this photo. Somewhere in it there may be a small detail that proves the story wrong, or there may be none at all.

First you are asked whether you notice anything suspicious. Look at the whole photo: edges, reflections, the background. Say what you see, where it is, and why it contradicts the story. Mention only what really speaks against the story, not everything that is in the photo. If nothing does, choose "${NO_EVIDENCE}"

${followUps} Answer from what you see in the photo.

You cannot change an answer once you continue. You can zoom into the photo. Work alone and without looking anything up.`;

const INSTRUCTIONS = instructionsWith(
  'After that, some photos come with questions to be answered with yes or no.',
);

const SECOND_PASS_INSTRUCTIONS = instructionsWith(
  'When you have seen every photo, some of them come again with questions to be answered with yes or no.',
);

const THANKS = `If you have remarks, please tell the person who invited you. Please do not talk about the photos with others who may still take part.`;

/** The claim question, then every decomposed question: it names the clue, so it never comes before. */
export const baseline: Baseline = {
  conditions: [{ id: '', title: 'One version' }],
  texts: { consent: CONSENT, instructions: INSTRUCTIONS, thanks: THANKS },
  followUps: {
    title: 'Decomposed questions',
    why: 'Only clued photos have decomposed questions. Asked right after each photo, as in the paper, they reveal whether it was clued, and participants answer later photos with that in mind.',
    instructions: SECOND_PASS_INSTRUCTIONS,
  },
  usable(payload) {
    return (CaughtCheatingPayload.parse(payload).main_ins ?? '').trim() === ''
      ? { ok: false, reason: 'The claim question is missing.' }
      : { ok: true };
  },
  forParticipant(payload): JsonObject {
    const { main_ins, p_sub_ins, r_sub_ins } = CaughtCheatingPayload.parse(payload);
    return {
      ...(main_ins !== undefined && { main_ins }),
      ...(p_sub_ins !== undefined && { p_sub_ins }),
      ...(r_sub_ins !== undefined && { r_sub_ins }),
    };
  },
  steps,
  feedback(payload, _condition, answers) {
    const source = CaughtCheatingPayload.parse(payload);
    return steps(payload).flatMap(({ id }) => {
      const answer = answers[id];
      if (answer === undefined) return [];
      if (id === MAIN_STEP) return [{ step: id, ...claimFeedback(source, answer) }];
      const expected = expectedAnswer(payload, id);
      return [{ step: id, correct: agrees(answer, expected), expected: expected ?? '(not known)' }];
    });
  },
};

/** The expected answer to a decomposed question, null where the item has none. */
export function expectedAnswer(payload: JsonObject, step: string): string | null {
  const source = CaughtCheatingPayload.parse(payload);
  const [kind, index = '', ...more] = step.split('/');
  const answers = SUB_STEPS.find(({ key }) => key === kind)?.answers;
  if (answers === undefined || !/^\d+$/u.test(index) || more.length > 0) return null;
  const expected = source[answers]?.[Number(index)]?.trim() ?? '';
  return expected === '' ? null : expected;
}

/** Whether a yes or no is the expected one; null where that takes a judge. */
export function agrees(answer: StepAnswer, expected: string | null): boolean | null {
  if (answer.kind === 'none') return false;
  const wanted = /^(?<word>yes|no)\.?$/iu.exec(expected?.trim() ?? '')?.groups?.['word']?.toLowerCase();
  return answer.kind === 'yes_no' && wanted !== undefined ? answer.value === wanted : null;
}

function steps(payload: JsonObject, _condition = '', translate = asWritten): readonly BaselineStep[] {
  const source = CaughtCheatingPayload.parse(payload);
  const claim = source.main_ins ?? '';
  if (claim.trim() === '') return [];
  return [
    {
      id: MAIN_STEP,
      title: 'The claim',
      prompt: translate(claim, MAIN_STEP),
      answer: { kind: 'text', noEvidence: NO_EVIDENCE },
    },
    ...SUB_STEPS.flatMap(({ key, title }) =>
      subStepsOf(source, key).map(({ id, prompt }): BaselineStep => ({
        id,
        title,
        prompt: translate(prompt, id),
        answer: { kind: 'yes_no' },
      })),
    ),
  ];
}

/** The decomposed questions of a kind, by step; those left blank are not asked. */
export function subStepsOf(
  source: CaughtCheatingPayload,
  kind: (typeof SUB_STEPS)[number]['key'],
): readonly { readonly id: string; readonly prompt: string }[] {
  return (source[kind] ?? []).flatMap((prompt, index) =>
    prompt.trim() === '' ? [] : [{ id: `${kind}/${String(index)}`, prompt }],
  );
}

function claimFeedback(
  { label, detm_cue }: CaughtCheatingPayload,
  answer: StepAnswer,
): { correct: boolean | null; expected: string } {
  if (label === undefined) return { correct: null, expected: '(not known)' };
  if (answer.kind === 'none') return { correct: false, expected: label ? (detm_cue ?? '') : NO_EVIDENCE };
  const claimsNone = answer.kind === 'no_evidence';
  if (!label) return { correct: claimsNone ? true : null, expected: NO_EVIDENCE };
  return { correct: claimsNone ? false : null, expected: detm_cue ?? '(not known)' };
}
