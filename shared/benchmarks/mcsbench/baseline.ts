import { z } from 'zod';
import type { Json, JsonObject } from '../../domain/json.ts';
import type { Baseline, BaselineStep } from '../baseline.ts';
import { imageNames } from './codec.ts';
import { correctnessOf } from './correctness.ts';
import { CHAIN_LETTERS, imagesNamed, LETTERS, placeOf, shownOptions } from './options.ts';
import { Payload } from './schema.ts';
import { BASE_STEP, probeStep } from './steps.ts';

const CONSENT = `You are asked to look at images and to answer questions about them by choosing among what is offered. Your answers show how well people understand how things, their parts and their looks belong together; they are compared with those of computer programs.

What is kept: your answers, how long each took, how often you left this window, and the notes you were signed up with. Your name appears in no publication; answers are published, if at all, without anything that tells who gave them.

Taking part is voluntary. You can stop at any time without giving a reason.

If you agree, and are of age, go on.`;

const INSTRUCTIONS = `For each image, or set of images, there is a question with several options. Look closely and choose the option that is right; exactly one is. Where you are asked which images fit, choose every image that does, and no other.

After some questions you are told the answer and shown several explanations of it, one by one. One explanation is sound; the others contain a mistake, which may be small. Choose the sound one.

An answer cannot be changed once you go on. You can zoom into the images. Work alone and without looking anything up.`;

const THANKS = `Thank you. Your answers are saved and you can close this window.

If you have remarks, please tell the person who invited you. Please do not talk about the images with others who may still take part.`;

/** A choice of five, or of the images that fit; then, with that locked, which reasoning justifies the answer. */
export const baseline: Baseline = {
  conditions: [{ id: '', title: 'All' }],
  texts: { consent: CONSENT, instructions: INSTRUCTIONS, thanks: THANKS },
  usable(payload) {
    const { question, options, image, images } = Payload.parse(payload);
    if ((question ?? '').trim() === '') return { ok: false, reason: 'It lacks the question.' };
    if (options?.length !== LETTERS.length) return { ok: false, reason: 'It lacks five options.' };
    return imageNames({ image, images }).length === 0
      ? { ok: false, reason: 'It has no image.' }
      : { ok: true };
  },
  material(payload): JsonObject {
    const { question, options, answer, image, images, rc_items } = Payload.parse(payload);
    const probes = (rc_items ?? []).map((probe) => ({ question: probe.question, options: probe.options }));
    // The gold answer is told only with the probes; without any it does not travel.
    const place = probes.length === 0 ? null : placeOf(answer ?? '', options ?? []);
    const entries: Record<string, Json | undefined> = {
      question,
      options,
      images: imageNames({ image, images }).map((_, place) => `Image-${String(place + 1)}`),
      ...(probes.length > 0 && { answer: LETTERS[place ?? -1], rc_items: probes }),
    };
    return Object.fromEntries(
      Object.entries(entries).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
    );
  },
  steps,
  feedback(payload, _condition, answers) {
    const source = Payload.parse(payload);
    return steps(payload).flatMap(({ id, answer: kind }) => {
      const answer = answers[id];
      if (answer === undefined) return [];
      return [
        { step: id, correct: correctnessOf(source, id, answer), expected: expectedOf(source, id, kind.kind) },
      ];
    });
  },
};

/** What travels to a participant has no gold of the probes: their options alone. */
const Probes = z.object({
  rc_items: z.array(z.object({ question: z.string(), options: z.array(z.string()) })).nullish(),
});
const Asked = Payload.pick({ question: true, options: true, answer: true, image: true, images: true });

function steps(payload: JsonObject): readonly BaselineStep[] {
  const { question = '', options = [], answer = '', image, images } = Asked.parse(payload);
  if (question.trim() === '' || options.length !== LETTERS.length) return [];
  const named = imagesNamed(options);
  const count = Math.max(imageNames({ image, images }).length, ...(named ?? []).flat());
  const gold = goldText(options, answer);
  return [
    {
      id: BASE_STEP,
      title: 'Question',
      prompt: question,
      answer:
        named === null
          ? {
              kind: 'choice',
              options: shownOptions(options).map((text, place) => ({ id: LETTERS[place] ?? '', text })),
              permute: mayBePermuted(options),
            }
          : {
              kind: 'choices',
              options: Array.from({ length: count }, (_, place) => ({
                id: String(place + 1),
                text: `Image-${String(place + 1)}`,
              })),
              permute: false,
            },
    },
    ...probesOf(payload).map((probe, place): BaselineStep => ({
      id: probeStep(place),
      title: 'Reasoning',
      prompt: `${question}\n\n${gold === null ? '' : `The answer is: ${gold}\n\n`}${probe.question}`,
      answer: {
        kind: 'choice',
        options: shownOptions(probe.options, CHAIN_LETTERS).map((text, at) => ({
          id: CHAIN_LETTERS[at] ?? '',
          text,
        })),
        permute: true,
      },
    })),
  ];
}

function probesOf(payload: JsonObject): readonly { question: string; options: readonly string[] }[] {
  return Probes.parse(payload).rc_items ?? [];
}

/** Options that speak of one another keep their places. */
function mayBePermuted(options: readonly string[]): boolean {
  return !options.some((option) =>
    /\b(?:all|none|both|neither|any) of the (?:above|others?)\b|\b(?:both|neither|options?|answers?)\s+\(?[A-E]\)?\b/u.test(
      option,
    ),
  );
}

/** The gold option in words, null where it is not known. */
function goldText(options: readonly string[], answer: string): string | null {
  const place = placeOf(answer, options);
  return place === null ? null : (shownOptions(options)[place] ?? null);
}

function expectedOf(source: Payload, step: string, kind: string): string {
  const unknown = '(not known)';
  if (step === BASE_STEP) {
    const { options = [], answer = '' } = source;
    const place = placeOf(answer, options);
    const named = kind === 'choices' ? imagesNamed(options)?.[place ?? -1] : undefined;
    return (
      named?.map((number) => `Image-${String(number)}`).join(', ') ?? goldText(options, answer) ?? unknown
    );
  }
  const probe = (source.rc_items ?? []).find((_, place) => probeStep(place) === step);
  if (probe === undefined) return unknown;
  const place = placeOf(probe.answer, probe.options, CHAIN_LETTERS);
  return (place === null ? undefined : shownOptions(probe.options, CHAIN_LETTERS)[place]) ?? unknown;
}
