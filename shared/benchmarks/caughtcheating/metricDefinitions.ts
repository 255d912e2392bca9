import type { MetricDefinition } from '../metrics.ts';

const GUESSING = 'A coin gives one half; as every expected answer is yes, always saying yes gives 1.';

/** The figures of the paper’s appendix C, each a function of the sums of `metrics.ts`. */
export const definitions: readonly MetricDefinition[] = [
  {
    id: 'clued_accuracy',
    counts: ['clued'],
    title: 'Clued accuracy',
    explanation:
      'The share of clued items whose answer names the deterministic clue (cue_match YES). The answer is open: guessing gives next to nothing.',
    chance: null,
    share: { hits: 'clued_hits', of: 'clued' },
  },
  {
    id: 'clued_iou',
    counts: ['iou_items'],
    title: 'Clued IoU',
    explanation:
      'The mean, over clued items with a non-deterministic clue, of I / (clues + key points - I), where I is the number of non-deterministic clues that a key point captures; 0 for an answer without key points.',
    chance: null,
    share: null,
  },
  {
    id: 'unclued_accuracy',
    counts: ['unclued'],
    title: 'Unclued accuracy',
    explanation:
      'The share of unclued items whose answer strictly states that there is no clear evidence (false_match YES). Always saying so gives 1, with a clued accuracy of 0: read the two together.',
    chance: null,
    share: { hits: 'unclued_hits', of: 'unclued' },
  },
  {
    id: 'precision',
    counts: ['clued', 'unclued'],
    title: 'Precision',
    explanation:
      'TP / (TP + FP), with TP the clued items whose clue is named and FP the unclued items not answered with no clear evidence; 0 where both are 0.',
    chance: null,
    share: null,
  },
  {
    id: 'recall',
    counts: ['clued'],
    title: 'Recall',
    explanation: 'TP / (TP + FN): the clued accuracy.',
    chance: null,
    share: { hits: 'clued_hits', of: 'clued' },
  },
  {
    id: 'f1',
    counts: ['clued', 'unclued'],
    title: 'F1',
    explanation: '2 PR / (P + R), the harmonic mean of precision and recall; 0 where both are 0.',
    chance: null,
    share: null,
  },
  {
    id: 'dec_p_questions',
    counts: ['dec_p_items'],
    title: 'Dec. P accuracy, per question',
    explanation: `The share of all perception questions of clued items that are answered as expected: each question counts the same. ${GUESSING}`,
    chance: 0.5,
    share: { hits: 'dec_p_right', of: 'dec_p_asked' },
  },
  {
    id: 'dec_r_questions',
    counts: ['dec_r_items'],
    title: 'Dec. R accuracy, per question',
    explanation: `The share of all reasoning questions of clued items that are answered as expected: each question counts the same. The paper’s 97.8 for people is 89 of 91 questions. ${GUESSING}`,
    chance: 0.5,
    share: { hits: 'dec_r_right', of: 'dec_r_asked' },
  },
  {
    id: 'dec_p_accuracy',
    counts: ['dec_p_items'],
    title: 'Dec. P accuracy, per item',
    explanation: `The mean over clued items of the share of perception questions answered as expected: each item counts the same. ${GUESSING}`,
    chance: 0.5,
    share: null,
  },
  {
    id: 'dec_r_accuracy',
    counts: ['dec_r_items'],
    title: 'Dec. R accuracy, per item',
    explanation: `The mean over clued items of the share of reasoning questions answered as expected: each item counts the same. ${GUESSING}`,
    chance: 0.5,
    share: null,
  },
  {
    id: 'dec_accuracy',
    counts: ['dec'],
    title: 'Dec. accuracy',
    explanation:
      'The share of clued items whose perception and reasoning questions are all answered as expected. What guessing gives depends on how many questions an item has.',
    chance: null,
    share: { hits: 'dec_hits', of: 'dec' },
  },
];
