import { z } from 'zod';
import type { Json, JsonObject } from '../../base/json.ts';
import { asWritten, type Baseline, type Translate } from '../baseline.ts';
import type { BaselineStep } from '../../domain/baseline.ts';
import { imageNames } from './codec.ts';
import { correctnessOf } from './correctness.ts';
import { assignmentInWords, goldOf, matchingOf, type OptionMatching } from './matching.ts';
import { CHAIN_LETTERS, LETTERS, namedImages, placeInWords, placeOf, shownOptions } from './options.ts';
import { McsBenchPayload } from './schema.ts';
import { BASE_STEP, probeStep } from './steps.ts';

const CONSENT = `You are asked to look at images and to answer questions about them by choosing among options. Your answers show how well people understand how things, their parts and their looks belong together; they are compared with those of computer programs.

Casebook keeps your answers, how long each took, how often you left this window, and the notes made when you were enrolled. Your name appears in no publication. If answers are published, nothing in them says who gave them.

Taking part is voluntary. You can stop at any time without giving a reason.

If you agree and are of age, continue.`;

const instructionsWith = (
  when: string,
): string => `For each image, or set of images, there is a question with several options. Look closely and choose the option that is right; exactly one is. Where you are asked which images fit, choose every image that does, and no other. Where there are descriptions, match each one to the image that it describes.

${when} you are told the answer and shown several explanations of it, one by one. One explanation is sound; the others contain a mistake, which may be small. Choose the sound one.

You cannot change an answer once you continue. You can zoom into the images. Work alone and without looking anything up.`;

const INSTRUCTIONS = instructionsWith('After some questions');

const SECOND_PASS_INSTRUCTIONS = instructionsWith(
  'When you have answered every question, some images come again:',
);

/** What comes before the answer, where a reasoning probe tells it. */
const ANSWER_IS = 'The answer is:';

const THANKS = `If you have remarks, please tell the person who invited you. Please do not talk about the images with others who may still take part.`;

/**
 * A choice of five, of the images that fit, or an image for each description; then, with that locked, which reasoning
 * justifies the answer.
 */
export const baseline: Baseline = {
  conditions: [{ id: '', title: 'All' }],
  texts: { consent: CONSENT, instructions: INSTRUCTIONS, thanks: THANKS },
  followUps: {
    title: 'Reasoning probes',
    why: 'Reasoning probes reveal the answer of the item that they follow. Asked right after each item, they are feedback, and participants answer later items with that in mind.',
    instructions: SECOND_PASS_INSTRUCTIONS,
  },
  usable(payload) {
    const { question, options, image, images } = McsBenchPayload.parse(payload);
    if ((question ?? '').trim() === '') return { ok: false, reason: 'The question is missing.' };
    if (options?.length !== LETTERS.length) return { ok: false, reason: 'It does not have five options.' };
    return imageNames({ image, images }).length === 0
      ? { ok: false, reason: 'It has no image.' }
      : { ok: true };
  },
  forParticipant(payload): JsonObject {
    const { question, options, answer, image, images, rc_items, descriptions, matching } =
      McsBenchPayload.parse(payload);
    const probes = (rc_items ?? []).map((probe) => ({ question: probe.question, options: probe.options }));
    // The gold answer is told only with the probes; without any it does not travel.
    const place = probes.length === 0 ? null : placeOf(answer ?? '', options ?? []);
    const entries: Record<string, Json | undefined> = {
      question,
      descriptions: descriptions ?? undefined,
      options,
      images: imageNames({ image, images }).map((_, place) => `Image-${String(place + 1)}`),
      // That it is a matching, not which: as many images, and nothing of what belongs to them.
      ...((matching ?? null) !== null && {
        matching: Object.fromEntries(Object.keys(matching ?? {}).map((name) => [name, []])),
      }),
      ...(probes.length > 0 && { answer: LETTERS[place ?? -1], rc_items: probes }),
    };
    return Object.fromEntries(
      Object.entries(entries).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
    );
  },
  steps,
  read(payload, { id, answer }, words) {
    // In the other kinds an option can repeat what somebody wrote by hand: a judge decides.
    if (answer.kind !== 'choice') return null;
    const { options = [], rc_items } = McsBenchPayload.parse(payload);
    const probe = (rc_items ?? []).find((_, place) => probeStep(place) === id);
    const [texts, letters] = probe === undefined ? [options, LETTERS] : [probe.options, CHAIN_LETTERS];
    const option = letters[placeInWords(words, texts, letters) ?? -1];
    return option === undefined ? null : { kind: 'choice', option };
  },
  feedback(payload, _condition, answers) {
    const source = McsBenchPayload.parse(payload);
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
const Asked = McsBenchPayload.pick({
  question: true,
  descriptions: true,
  options: true,
  answer: true,
  matching: true,
  image: true,
  images: true,
});

function steps(payload: JsonObject, _condition = '', translate = asWritten): readonly BaselineStep[] {
  const asked = Asked.parse(payload);
  const { question = '', options = [], answer = '' } = asked;
  if (question.trim() === '' || options.length !== LETTERS.length) return [];
  const probes = probesOf(payload);
  const prompt = translate(question, 'question');
  const kind = baseKind(asked, probes, translate);
  const place = placeOf(answer, options);
  // A choice has it among its options, all of which are read. Nothing else is translated: that would tell which is right.
  const gold = kind.kind === 'choice' ? kind.options[place ?? -1]?.text : goldText(options, answer);
  // Where options keep their letters, what follows can speak of them by those.
  const letter = kind.kind === 'choice' && !kind.permute ? `${LETTERS[place ?? -1] ?? ''}. ` : '';
  return [
    { id: BASE_STEP, title: 'Question', prompt, answer: kind },
    ...probes.map((probe, place): BaselineStep => ({
      id: probeStep(place),
      title: 'Reasoning',
      prompt: [
        prompt,
        ...(gold == null ? [] : [`${translate(ANSWER_IS, null)} ${letter}${gold}`]),
        translate(probe.question, `rc_items/${String(place)}/question`),
      ].join('\n'),
      answer: {
        kind: 'choice',
        options: shownOptions(probe.options, CHAIN_LETTERS).map((text, at) => ({
          id: CHAIN_LETTERS[at] ?? '',
          text: translate(text, `rc_items/${String(place)}/options/${CHAIN_LETTERS[at] ?? ''}`),
        })),
        permute: true,
      },
    })),
  ];
}

interface Probe {
  readonly question: string;
  readonly options: readonly string[];
}

function probesOf(payload: JsonObject): readonly Probe[] {
  return Probes.parse(payload).rc_items ?? [];
}

/** How the base item is answered. */
function baseKind(
  asked: z.infer<typeof Asked>,
  probes: readonly Probe[],
  translate: Translate,
): BaselineStep['answer'] {
  const { question = '', options = [], image, images } = asked;
  const count = imageNames({ image, images }).length;
  const matching = matchingOf(asked, count);
  if (matching !== null) return matchingKind(matching, translate);
  const named = namedImages(options);
  // Where every option is one image, one of them is right.
  if (named?.some((numbers) => numbers.length > 1) === true)
    return { kind: 'choices', options: numbered(Math.max(count, ...named.flat())), permute: false };
  return {
    kind: 'choice',
    options: shownOptions(options).map((text, place) => ({
      id: LETTERS[place] ?? '',
      text: translate(text, `options/${LETTERS[place] ?? ''}`),
    })),
    permute: named === null && mayBePermuted(question, options, probes),
  };
}

/** Nothing changes its place: the question and its chains speak of images by their numbers. */
const matchingKind = (
  { descriptions, images }: OptionMatching,
  translate: Translate,
): BaselineStep['answer'] => ({
  kind: 'matching',
  texts: descriptions.map(({ label, text }) => ({
    id: label,
    text: translate(text, `descriptions/${label}`),
  })),
  images: numbered(images),
  permute: false,
});

const numbered = (count: number): { id: string; text: string }[] =>
  Array.from({ length: count }, (_, place) => ({
    id: String(place + 1),
    text: `Image-${String(place + 1)}`,
  }));

/** Options that speak of one another, or that the question or a chain names by letter, keep their places. */
function mayBePermuted(question: string, options: readonly string[], probes: readonly Probe[]): boolean {
  const others = /\b(?:all|none|both|neither|any) of the (?:above|others?)\b/iu;
  const byLetter = /\b(?:both|neither|[Oo]ptions?|[Aa]nswers?|[Cc]hoices?)\s+\(?[A-E]\)?(?![\w’'])/u;
  const alone = /(?:^|[\s(])(?:\([A-E]\)|[B-E](?=[\s.,;:)]|$))/u;
  const chains = probes.flatMap((probe) => [probe.question, ...shownOptions(probe.options, CHAIN_LETTERS)]);
  return !(
    options.some((option) => others.test(option) || byLetter.test(option)) ||
    byLetter.test(question) ||
    chains.some((text) => byLetter.test(text) || alone.test(text))
  );
}

/** The gold option in words, null where it is not known. */
function goldText(options: readonly string[], answer: string): string | null {
  const place = placeOf(answer, options);
  return place === null ? null : (shownOptions(options)[place] ?? null);
}

function expectedOf(source: McsBenchPayload, step: string, kind: string): string {
  return (step === BASE_STEP ? expectedAnswer(source, kind) : expectedChain(source, step)) ?? '(not known)';
}

function expectedAnswer(source: McsBenchPayload, kind: string): string | null {
  const { options = [], answer = '' } = source;
  const matching = kind === 'matching' ? matchingOf(source, imageNames(source).length) : null;
  const matched = matching === null ? null : goldOf(source, matching);
  if (matched !== null) return assignmentInWords(matched);
  const named = kind === 'choices' ? namedImages(options)?.[placeOf(answer, options) ?? -1] : undefined;
  return named?.map((number) => `Image-${String(number)}`).join(', ') ?? goldText(options, answer);
}

function expectedChain(source: McsBenchPayload, step: string): string | undefined {
  const probe = (source.rc_items ?? []).find((_, place) => probeStep(place) === step);
  const place = probe === undefined ? null : placeOf(probe.answer, probe.options, CHAIN_LETTERS);
  return probe === undefined || place === null
    ? undefined
    : shownOptions(probe.options, CHAIN_LETTERS)[place];
}
