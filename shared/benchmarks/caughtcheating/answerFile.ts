import { z } from 'zod';
import type { Json, JsonObject } from '../../base/json.ts';
import { CaughtCheatingPayload } from './schema.ts';

/*
 * Answers as the data set's own inference script writes them and its evaluation script reads them: one object, keys
 * "0", "1", … in the order of the items, each an item with two keys more, `img_path` and `answers`.
 */

/** What a question is, by the item's key that holds it. */
export const QuestionKey = z.enum(['main_ins', 'p_sub_ins', 'r_sub_ins']);
export type QuestionKey = z.infer<typeof QuestionKey>;

/** The folder that the inference script looks for images in unless told otherwise. */
const IMAGE_ROOT = './dataset/';

/** One question with its answer; null where the model gave none, however often it was asked. */
const AskedAnswer = z.tuple([QuestionKey, z.string(), z.string().nullable()]);

const AnswerEntry = z.looseObject({
  data_path: z.string().min(1, 'is empty'),
  answers: z.array(z.unknown()),
});

/** A question of an item, with the step that asks it. */
export interface StepQuestion {
  readonly step: string;
  readonly kind: QuestionKey;
  readonly question: string;
}

/** What an entry of a file of answers says. */
export interface AnswerFileEntry {
  readonly dataPath: string;
  readonly answers: readonly (
    | {
        readonly ok: true;
        readonly kind: QuestionKey;
        readonly question: string;
        readonly answer: string | null;
      }
    /** `place`: which of the entry's answers, from 1. */
    | { readonly ok: false; readonly place: number }
  )[];
}

/** The questions of an item in the order in which they are asked. */
export function questionsOf(payload: JsonObject): readonly StepQuestion[] {
  const source = CaughtCheatingPayload.parse(payload);
  const listed = (kind: QuestionKey, questions: readonly string[] = []): StepQuestion[] =>
    questions.map((question, index) => ({ step: `${kind}/${String(index)}`, kind, question }));
  return [
    ...(source.main_ins === undefined
      ? []
      : [{ step: 'main_ins', kind: 'main_ins' as const, question: source.main_ins }]),
    ...listed('p_sub_ins', source.p_sub_ins),
    ...listed('r_sub_ins', source.r_sub_ins),
  ];
}

/** Reads one entry of a file of answers; null where it is none. */
export function readAnswerEntry(value: Json): AnswerFileEntry | null {
  const parsed = AnswerEntry.safeParse(value);
  if (!parsed.success) return null;
  return {
    dataPath: parsed.data.data_path,
    answers: parsed.data.answers.map((raw, index) => {
      const answer = AskedAnswer.safeParse(raw);
      return answer.success
        ? { ok: true, kind: answer.data[0], question: answer.data[1], answer: answer.data[2] }
        : { ok: false, place: index + 1 };
    }),
  };
}

/**
 * Finds the item's own question for each that was asked: of the same kind and the same words, white space aside; the
 * same words asked twice are told apart by their order. Null for what is no question of the item's.
 */
export function matchQuestions(
  payload: JsonObject,
  asked: readonly { readonly kind: QuestionKey; readonly question: string }[],
): readonly (StepQuestion | null)[] {
  const left = [...questionsOf(payload)];
  return asked.map(({ kind, question }) => {
    const at = left.findIndex((own) => own.kind === kind && worded(own.question) === worded(question));
    return at === -1 ? null : (left.splice(at, 1)[0] ?? null);
  });
}

/**
 * An entry as the evaluation script reads it: the item's keys, then the image's path, then an answer to every question.
 * A question without an answer stays in its place, with null: the script pairs answers and questions by their order.
 */
export function answerEntry(payload: JsonObject, answerTo: (step: string) => string | null): JsonObject {
  const source = CaughtCheatingPayload.parse(payload);
  const own = Object.entries(payload).filter(([key]) => key !== 'img_path' && key !== 'answers');
  const answers = questionsOf(payload).map(({ kind, question, step }): Json => [
    kind,
    question,
    answerTo(step),
  ]);
  return Object.fromEntries<Json>([
    ...own,
    ['img_path', `${IMAGE_ROOT}${source.data_path ?? ''}`],
    ['answers', answers],
  ]);
}

const worded = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();
