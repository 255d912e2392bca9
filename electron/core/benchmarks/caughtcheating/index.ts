import type { BenchmarkCore } from '../benchmark.ts';
import { type Format, hasKeys } from '../../formats/format.ts';
import { caughtCheating as dataSet } from './exportItems.ts';
import { answersOfCaughtCheating, verdictsOfCaughtCheating } from './readAnswers.ts';
import { writeAnswerFiles } from './writeAnswers.ts';

/** The data set itself. */
const items: Format = {
  description: {
    id: 'caughtcheating',
    title: 'CaughtCheating data set',
    reads: 'data_info.json or data_info.jsonl, or a folder that holds one, with its images beside it',
    writes:
      'a folder with data_info.json, data_info.jsonl, true_images/, false_images/ and clue_boxes.json (COCO)',
    source: 'either',
    target: 'folder',
  },
  position: 100,
  recognition: { order: 200, file: (head) => hasKeys(head, 'data_path') },
  reads: { of: 'items', benchmark: 'caughtcheating', files: [['data_info.json', 'data_info.jsonl']] },
  writes: { of: 'items', payloadKeys: ['label', 'data_path'], format: dataSet },
};

/** What the inference script writes and the evaluation script reads. */
const answers: Format = {
  description: {
    id: 'caughtcheating-answers',
    title: 'CaughtCheating answers',
    reads:
      'the JSON file of the data set’s inference script: a model’s answers, items under the keys "0", "1", …',
    writes:
      'answers of people and models as the data set’s evaluation script reads them: a .json file, or a folder with a file for each respondent',
    source: 'file',
    target: 'folder',
    carries: 'answers',
    asks: ['respondent'],
    benchmark: 'caughtcheating',
  },
  position: 600,
  recognition: {
    order: 10,
    file: (head) => /^\uFEFF?\s*\{\s*"\d+"\s*:\s*\{/u.test(head) && hasKeys(head, 'data_path'),
  },
  reads: { of: 'answers', read: (_casebook, request) => answersOfCaughtCheating(request) },
  writes: { of: 'answers', layout: 'respondents', ending: '.json', write: writeAnswerFiles },
};

/** What the evaluation script writes. */
const verdicts: Format = {
  description: {
    id: 'caughtcheating-judged',
    title: 'CaughtCheating verdicts',
    reads: 'the JSON list of the data set’s evaluation script: an LLM’s verdicts on one respondent’s answers',
    writes: null,
    source: 'file',
    target: null,
    carries: 'verdicts',
    asks: ['respondent', 'judge'],
    benchmark: 'caughtcheating',
  },
  position: 610,
  recognition: {
    order: 20,
    file: (head) => /^\uFEFF?\s*\[/u.test(head) && hasKeys(head, 'data_path', 'target', 'answer'),
  },
  reads: { of: 'answers', read: verdictsOfCaughtCheating },
};

/** CaughtCheating: its data set, the answers and the verdicts of its scripts. */
export const caughtCheating: BenchmarkCore = {
  id: 'caughtcheating',
  formats: [items, answers, verdicts],
  sample: { tell: async (resources) => (await import('./sample/story.ts')).story.tell(resources) },
};
