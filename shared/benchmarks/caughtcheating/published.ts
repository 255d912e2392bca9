import type { PaperTable } from '../metrics.ts';

/* The rows that the CaughtCheating paper prints, in percent; on its 50 clued and 50 unclued images. */

const SOURCE = 'CaughtCheating paper, on its 100 images';

export const TABLE_1: PaperTable = {
  source: SOURCE,
  rows: [
    ['InternVL2-1B', 0, 0, 82, 0, 0, 0],
    ['LLaVA-OV-1B', 0, 0, 86, 0, 0, 0],
    ['InternVL2.5-1B', 0, 0, 94, 0, 0, 0],
    ['InternVL2-2B', 0, 0, 76, 0, 0, 0],
    ['InternVL2.5-2B', 0, 0, 68, 0, 0, 0],
    ['Qwen2.5-VL-3B', 2, 0, 50, 3.8, 2, 2.6],
    ['LLaVA-v1.6-Mistral-7B', 0, 0, 82, 0, 0, 0],
    ['LLaVA-OV-7B', 2, 0, 52, 4, 2, 2.7],
    ['Qwen2.5-VL-7B', 2, 3.9, 66, 5.6, 2, 2.9],
    ['InternVL2-8B', 0, 0, 76, 0, 0, 0],
    ['InternVL2.5-8B', 0, 0, 72, 0, 0, 0],
    ['LLaVA-1.6-Vicuna-13B', 0, 0, 72, 0, 0, 0],
    ['InternVL2-26B', 2, 1.8, 10, 2.2, 2, 2.1],
    ['InternVL2.5-26B', 0, 0, 80, 0, 0, 0],
    ['InternVL2.5-38B', 2, 0, 76, 7.7, 2, 3.2],
    ['InternVL2-40B', 4, 0.7, 12, 4.4, 4, 4.2],
    ['InternVL2-72B', 4, 0.8, 16, 4.5, 4, 4.3],
    ['InternVL2.5-72B', 2, 0.8, 80, 9.1, 2, 3.3],
    ['LLaVA-OV-72B', 0, 1.3, 72, 0, 0, 0],
    ['GPT-4o', 4, 1, 54, 8, 4, 5.3],
    ['Gemini-2-flash', 10, 0, 6, 9.6, 10, 9.8],
    ['Gemini-2.5-flash', 18, 5.1, 22, 18.8, 18, 18.4],
    ['Gemini-2.5-pro', 20, 15.1, 22, 20.4, 20, 20.2],
    ['GPT-o3', 26, 17.2, 8, 22, 26, 23.9],
    ['Human', 56, null, 68, 63.6, 56, 59.6],
  ],
};

const TABLE_2: PaperTable['rows'] = [
  ['GPT-4o', 52, 12.8, 2, 4],
  ['Gemini-2-flash', 74, 69.6, 38, 10],
  ['Gemini-2.5-flash', 72, 39.2, 20, 18],
  ['Gemini-2.5-pro', 80, 52.9, 34, 20],
  ['GPT-o3', 62, 24.5, 2, 26],
  ['Human', 82, 97.8, 80, 56],
];

const DEC_R_NOTE =
  'Dec. P is the same per question and per item: each clued photo has one perception question. Dec. R of people, 97.8, is 89 of the 91 reasoning questions; per item (9 photos with one question, 41 with two) only whole percents are possible. Dec. R of models follows from neither: 69.6, 39.2, 52.9 and 24.5 are 71, 40, 54 and 25 of 102 questions, or the mean over 51 photos with two questions each, and 12.8 is 13 of 102 rounded twice (12.745, 12.75, 12.8). The published data set has no such 102 questions, so compare Dec. R of models with care.';

/** With what the paper prints by question; the note says which of its cells follow from the published data. */
export const TABLE_2_QUESTIONS: PaperTable = { source: SOURCE, note: DEC_R_NOTE, rows: TABLE_2 };

/** Without people's Dec. R, which only a share of questions can give. */
export const TABLE_2_ITEMS: PaperTable = {
  source: SOURCE,
  note: DEC_R_NOTE,
  rows: TABLE_2.map(([name, p, r, ...rest]) => [
    name,
    p ?? null,
    name === 'Human' ? null : (r ?? null),
    ...rest,
  ]),
};
