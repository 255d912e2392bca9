import { z } from 'zod';
import { ParticipantLanguage } from './participantLanguage.ts';

/**
 * What a participant is asked and answers, one step at a time. The kinds of answer are the same for every benchmark;
 * which steps an item has says `Baseline` in `benchmarks/baseline.ts`.
 */

const Option = z.object({ id: z.string().min(1), text: z.string() });
type Option = z.infer<typeof Option>;

/** How a step is answered. */
export const AnswerKind = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    /** Where the step offers it: the wording of the answer that there is nothing to report. */
    noEvidence: z.string().nullable(),
  }),
  z.object({ kind: z.literal('yes_no') }),
  z.object({
    kind: z.literal('choice'),
    options: z.array(Option).min(2),
    /** Whether each participant gets the options in an order of their own. */
    permute: z.boolean(),
  }),
  z.object({ kind: z.literal('choices'), options: z.array(Option).min(2), permute: z.boolean() }),
  /** One cell of a grid that is laid over the first image; rows and columns count from 1 at the top left. */
  z.object({ kind: z.literal('cell'), rows: z.int().min(1).max(26), columns: z.int().min(1).max(26) }),
  /** Boxes on the first image, each with one of the labels. */
  z.object({
    kind: z.literal('boxes'),
    labels: z.array(Option).min(1),
    most: z.int().min(1).nullable(),
    /** Whether each label is asked for once: what is missing is drawn next, and nothing twice. */
    eachOnce: z.boolean().optional(),
  }),
  /** Each text goes to one image; the names of the images are in the order of the step's images. */
  z.object({
    kind: z.literal('matching'),
    texts: z.array(Option).min(1),
    images: z.array(Option).min(1),
    permute: z.boolean(),
  }),
]);
export type AnswerKind = z.infer<typeof AnswerKind>;

/** A box that a participant drew, in pixels of the image. */
export const AnswerBox = z.object({
  label: z.string(),
  x: z.number().nonnegative(),
  y: z.number().nonnegative(),
  width: z.number().min(1),
  height: z.number().min(1),
});
export type AnswerBox = z.infer<typeof AnswerBox>;

/** What a step says of one of its images, and shows on it. */
export const ImageNote = z.object({
  /** What it is called beside the question: "Support", "A". */
  title: z.string(),
  /** The option that the image stands for: pointing at it chooses it. */
  option: z.string().nullable(),
  /** Boxes that are given, in pixels of the image as it is stored. */
  boxes: z.array(
    z.object({ label: z.string(), x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  ),
  /** Points that are given, in the same pixels. */
  points: z.array(z.object({ label: z.string(), x: z.number(), y: z.number() })),
});
export type ImageNote = z.infer<typeof ImageNote>;

/** The longest text that is typed as an answer, in characters: longer ones are refused where they are typed. */
export const LONGEST_TYPED = 100_000;

/** What every answer of a participant has beside itself. */
const page = {
  /**
   * The language into which their browser translated the page while they answered (`fr`), `unknown` where it does not
   * say; left out where it did not. The question itself asks browsers to leave it as it is.
   */
  translated: z.string().min(1).max(35).optional(),
  /** The language in which the item's question was shown, by the core; left out in a study in English. */
  shownIn: ParticipantLanguage.optional(),
};

/** An answer. A model's imported answer is always a text. */
export const StepAnswer = z.discriminatedUnion('kind', [
  z.object({ ...page, kind: z.literal('text'), text: z.string().max(LONGEST_TYPED) }),
  /** There is nothing to report, chosen instead of a text. */
  z.object({ ...page, kind: z.literal('no_evidence'), text: z.string() }),
  z.object({ ...page, kind: z.literal('yes_no'), value: z.enum(['yes', 'no']) }),
  z.object({ ...page, kind: z.literal('choice'), option: z.string() }),
  z.object({ ...page, kind: z.literal('choices'), options: z.array(z.string()) }),
  z.object({ ...page, kind: z.literal('cell'), row: z.int().min(1), column: z.int().min(1) }),
  z.object({
    ...page,
    kind: z.literal('boxes'),
    boxes: z.array(AnswerBox).max(1000),
    /** Where each label is asked for once: those that were said not to be there. */
    absent: z.array(z.string()).max(1000).optional(),
  }),
  /** By the id of the text, the id of the image it was given to: both as the step names them, wherever it is asked. */
  z.object({ ...page, kind: z.literal('matching'), pairs: z.record(z.string(), z.string()) }),
  /** The time ran out before anything was answered. */
  z.object({ ...page, kind: z.literal('none') }),
  /** That there was an answer is known, what it said is not (verdicts came without it). */
  z.object({ ...page, kind: z.literal('unknown') }),
]);
export type StepAnswer = z.infer<typeof StepAnswer>;

/** What answers in words consist of beside the words of their step. */
export interface AnswerWords {
  readonly yes: string;
  readonly no: string;
  readonly cell: (row: number, column: number) => string;
  readonly notThere: string;
  readonly none: string;
  readonly unknown: string;
}

const ENGLISH: AnswerWords = {
  yes: 'Yes',
  no: 'No',
  cell: (row, column) => `row ${String(row)}, column ${String(column)}`,
  notThere: 'not there',
  none: '(no answer)',
  unknown: '(not recorded)',
};

/**
 * An answer in words, as judges read it and files carry it.
 * @param kind how the step is answered, so that options get their texts; null where that is not known any more
 * @param words other ones than English, where participants read it
 */
export function answerInWords(
  answer: StepAnswer,
  kind: AnswerKind | null,
  words: AnswerWords = ENGLISH,
): string {
  const options = optionsOf(kind);
  const named = (id: string): string => textOf(options, id);
  switch (answer.kind) {
    case 'text':
    case 'no_evidence':
      return answer.text;
    case 'yes_no':
      return answer.value === 'yes' ? words.yes : words.no;
    case 'choice':
      return named(answer.option);
    case 'choices':
      return answer.options.map(named).join('; ');
    case 'cell':
      return words.cell(answer.row, answer.column);
    case 'boxes':
      return [
        ...answer.boxes.map(({ label, x, y, width, height }) => {
          const place = [x, y, width, height].map((value) => value.toFixed(1));
          return `${named(label)} (${place.join(', ')})`;
        }),
        ...(answer.absent ?? []).map((label) => `${named(label)} (${words.notThere})`),
      ].join('; ');
    case 'matching':
      return Object.entries(answer.pairs)
        .map(([text, id]) => `${named(text)}: ${textOf(imagesOf(kind), id)}`)
        .join('; ');
    case 'none':
      return words.none;
    case 'unknown':
      return words.unknown;
  }
}

/** What is chosen from, given to images or drawn. */
function optionsOf(kind: AnswerKind | null): readonly Option[] {
  switch (kind?.kind) {
    case 'choice':
    case 'choices':
      return kind.options;
    case 'matching':
      return kind.texts;
    case 'boxes':
      return kind.labels;
    case 'text':
    case 'yes_no':
    case 'cell':
    case undefined:
      return [];
  }
}

const imagesOf = (kind: AnswerKind | null): readonly Option[] =>
  kind?.kind === 'matching' ? kind.images : [];

/** What an id stands for; the id itself where the step no longer has it. */
const textOf = (options: readonly Option[], id: string): string =>
  options.find((option) => option.id === id)?.text ?? id;

/** A question about an item, as a participant or a model answers it. */
export interface BaselineStep {
  /** Names the step among those of the item, stable over time: `main_ins`, `p_sub_ins/0`. */
  readonly id: string;
  /** A word or two above the question. */
  readonly title: string;
  readonly prompt: string;
  readonly answer: AnswerKind;
  /** What is said of each image, by its position in the item; left out where they speak for themselves. */
  readonly notes?: readonly ImageNote[];
}
