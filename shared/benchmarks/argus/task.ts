import type { OfferedValue, Task } from '../task.ts';
import { parseBy } from '../problems.ts';
import { answerOfPayload, payloadWithAnswer } from './codec.ts';
import { checkRules } from './rules.ts';
import {
  ArgusAnswer,
  ArgusVocabulary,
  CRITERIA,
  CriterionAnswer,
  type CriterionName,
  QuintupleVerdict,
} from './schema.ts';

/** The one label of boxes: what the texts keep quiet about. */
export const TRAP = 'trap';

/** What each of the questions about the texts is called. */
export const CRITERION_TITLES: Readonly<Record<CriterionName, string>> = {
  logical: 'Logical',
  natural: 'Natural',
  isolated: 'Trap isolated',
  pressure: 'Pressure without a hint',
};

const named = (value: string): OfferedValue => ({ value, name: value });

/** The verdict on one quintuple with its image; the texts can be mended, the trap is boxed. */
export const validate: Task = {
  id: 'validate',
  title: 'Validate',
  fields: (vocabulary) => [
    {
      name: 'verdict',
      title: 'Verdict',
      comparison: { level: 'nominal', offered: QuintupleVerdict.options.map(named) },
    },
    { name: 'reason', title: 'Reason', comparison: { level: 'text' } },
    ...CRITERIA.map((name) => ({
      name,
      title: CRITERION_TITLES[name],
      comparison: { level: 'nominal' as const, offered: CriterionAnswer.options.map(named) },
    })),
    { name: 'image', title: 'Best image', comparison: { level: 'nominal' } },
    {
      name: 'domain',
      title: 'Domain',
      comparison: { level: 'nominal', offered: ArgusVocabulary.parse(vocabulary).domains.map(named) },
    },
    { name: 'scenario', title: 'Scenario', comparison: { level: 'text' } },
    { name: 'trap', title: 'Trap', comparison: { level: 'text' } },
    { name: 'basicQuestion', title: 'Basic question', comparison: { level: 'text' } },
    { name: 'deceptiveQuestion', title: 'Deceptive question', comparison: { level: 'text' } },
    { name: 'standardAnswer', title: 'Standard answer', comparison: { level: 'text' } },
    { name: 'trapBoxes', title: 'Trap boxes', comparison: { level: 'boxes' } },
  ],
  initialAnswer: answerOfPayload,
  parseAnswer: (answer) => parseBy(ArgusAnswer, answer),
  applyAnswer: payloadWithAnswer,
  triage: {
    discards: (answer) => ArgusAnswer.parse(answer).verdict === 'reject',
    sendsBack: (answer) => ArgusAnswer.parse(answer).verdict === 'fix',
  },
  boxes: {
    labels: (answer) => [
      { id: TRAP, name: 'Trap', category: TRAP, attributes: { trap: ArgusAnswer.parse(answer).trap } },
    ],
    labelForCategory: (_answer, _vocabulary, category) =>
      category.trim().toLowerCase() === TRAP ? TRAP : null,
  },
  check: checkRules,
};
