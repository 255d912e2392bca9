import type { Comparison, OfferedValue, Task, TaskField } from '../task.ts';
import { parseBy } from '../problems.ts';
import { answerOfPayload, payloadWithAnswer } from './codec.ts';
import { CHAIN_CRITERIA, CHAIN_ITEMS } from './chainQuestions.ts';
import { CHAIN_LETTERS, LETTERS } from './options.ts';
import { checkRules, titleOf } from './rules.ts';
import { ItemVerdict, Judgement, McsBenchAnswer, YesNo } from './schema.ts';
import { CHAIN_ERRORS, OPERATORS, type Tag } from './taxonomy.ts';

const named = (value: string): OfferedValue => ({ value, name: value });
const tags = (known: readonly Tag[]): readonly OfferedValue[] =>
  known.map(({ id, name }) => ({ value: id, name: `${id} ${name}` }));

const nominal = (offered: readonly OfferedValue[]): Comparison => ({ level: 'nominal', offered });
const judgement = nominal(Judgement.options.map(named));
const yesNo = nominal(YesNo.options.map(named));
const score: Comparison = { level: 'ordinal', order: [1, 2, 3, 4, 5] };
const text: Comparison = { level: 'text' };

/** The auditors' scores (appendix D.1), 1 to 5. */
export const SCORES = [
  { field: 'quality', title: 'Overall quality' },
  { field: 'factualCorrectness', title: 'Factual correctness' },
  { field: 'distractorCorrectness', title: 'Distractor correctness' },
  { field: 'imageDependency', title: 'Image dependency' },
  { field: 'selfContainedness', title: 'Self-containedness' },
] as const;

const FIELDS: readonly TaskField[] = [
  { name: 'verdict', title: 'Verdict', comparison: nominal(ItemVerdict.options.map(named)) },
  { name: 'reason', title: 'Reason', comparison: text },
  { name: 'shortcut', title: 'Answerable without the image', comparison: yesNo },
  // What somebody guesses is theirs: it is recorded, and never a dispute.
  { name: 'blindOption', title: 'Option chosen without the image', comparison: text },
  { name: 'goldCorrect', title: titleOf('goldCorrect'), comparison: judgement },
  { name: 'goldOptimal', title: titleOf('goldOptimal'), comparison: judgement },
  ...(['plausible', 'incorrect'] as const).flatMap((kind) =>
    LETTERS.map((letter) => ({
      name: `${kind}${letter}`,
      title: titleOf(`${kind}${letter}`),
      comparison: judgement,
    })),
  ),
  { name: 'answerable', title: titleOf('answerable'), comparison: yesNo },
  { name: 'clear', title: titleOf('clear'), comparison: yesNo },
  ...SCORES.map(({ field, title }) => ({ name: field, title, comparison: score })),
  { name: 'relations', title: 'Relation primitives', comparison: { level: 'set' } },
  { name: 'operator', title: 'Primary operator', comparison: nominal(tags(OPERATORS)) },
  { name: 'secondOperator', title: 'Secondary operator', comparison: nominal(tags(OPERATORS)) },
  ...CHAIN_CRITERIA.map(({ field, title }) => ({ name: field, title, comparison: judgement })),
  ...CHAIN_ITEMS.flatMap((item) =>
    CHAIN_LETTERS.map((letter) => ({
      name: `chain${String(item)}${letter}`,
      title: `Chain ${letter} of probe ${String(item)}: error`,
      comparison: nominal(CHAIN_ERRORS.map(({ id, name }) => ({ value: id, name }))),
    })),
  ),
  { name: 'question', title: 'Question', comparison: text },
  ...LETTERS.map((letter) => ({ name: `option${letter}`, title: `Option ${letter}`, comparison: text })),
  { name: 'gold', title: 'Gold option', comparison: nominal(LETTERS.map(named)) },
];

/** The verdict on one generated item, with everything that it rests on. */
export const validate: Task = {
  id: 'validate',
  title: 'Validate',
  fields: () => FIELDS,
  // Tags that came with the item are a machine's: nobody starts from them.
  initialAnswer: (payload) => ({
    ...answerOfPayload(payload),
    relations: [],
    operator: null,
    secondOperator: null,
  }),
  parseAnswer: (answer) => parseBy(McsBenchAnswer, answer),
  applyAnswer: payloadWithAnswer,
  triage: {
    discards: (answer) => McsBenchAnswer.parse(answer).verdict === 'reject',
    sendsBack: (answer) => McsBenchAnswer.parse(answer).verdict === 'fix',
  },
  check: checkRules,
};
