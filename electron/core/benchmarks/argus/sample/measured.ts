import {
  BASIC,
  DECEPTIVE,
  DESCRIPTION_STEP,
  QUESTION_STEP,
} from '../../../../../shared/benchmarks/argus/baseline.ts';
import type { AnswerKind, StepAnswer } from '../../../../../shared/domain/baseline.ts';
import { seededRandom } from '../../../../../shared/statistics/random.ts';
import { OWNER, type SampleStep, type SampleTarget } from '../../sample.ts';
import { ITEMS, type SampleQuintuple } from './items.ts';

const ASKED = ITEMS.slice(0, 20);

/** How well somebody does on an item, from 0 to 3: decided by chance, each time the same. */
function quality(who: number, at: number, skill: number): number {
  const draw = seededRandom(who * 1009 + at * 31 + 5)();
  return draw < skill ? 3 : draw < skill + 0.2 ? 2 : draw < skill + 0.35 ? 1 : 0;
}

const described = ({ scenario, trap }: SampleQuintuple, level: number): string =>
  `Somebody in the middle. ${scenario}${level > 0 ? ` And in particular: ${trap.toLowerCase()}` : ''}`;

function answered({ answer, trap }: SampleQuintuple, level: number): string {
  if (level === 3) return `${answer} One sees it in the picture: ${trap.toLowerCase()}`;
  if (level === 2) return `Better not, because of this: ${trap.toLowerCase()}`;
  return level === 1
    ? 'No, it is wiser to wait; one never knows.'
    : 'Yes. Somebody needs help, and it costs nothing.';
}

/** The points that an answer deserves by its words. */
function deserved(criterion: string, answer: string): number {
  if (criterion === 'd') return answer.includes('And in particular') ? 1 : 0;
  if (answer.startsWith('Yes')) return 1;
  if (answer.startsWith('No,')) return criterion === 'x' ? 1 : 2;
  return answer.startsWith('Better not') ? 3 : 4;
}

/** The same by somebody who errs now and then, by one point. */
function given(criterion: string, answer: string, errs: boolean): number {
  const points = deserved(criterion, answer);
  if (!errs) return points;
  return criterion === 'd' ? 1 - points : points > 2 ? points - 1 : points + 1;
}

const SKILLS = [0.7, 0.5, 0.6, 0.45];

function reply(participant: number, name: string, step: string, _asked: AnswerKind): StepAnswer {
  const at = ITEMS.findIndex(({ id }) => id === name);
  const item = ITEMS[at];
  if (item === undefined) return { kind: 'text', text: '' };
  const level = quality(participant, at, SKILLS[participant] ?? 0.5);
  return { kind: 'text', text: step === DESCRIPTION_STEP ? described(item, level) : answered(item, level) };
}

const MODELS = [
  { name: 'Model A', seed: 21, skill: { [BASIC]: 0.4, [DECEPTIVE]: 0.2 } },
  { name: 'Model B', seed: 22, skill: { [BASIC]: 0.55, [DECEPTIVE]: 0.4 } },
] as const;

const rows = MODELS.flatMap(({ name, seed, skill }, model) =>
  ASKED.flatMap((item, at) =>
    ([BASIC, DECEPTIVE] as const).map((version, place) => {
      const level = quality(seed, at * 2 + place, skill[version]);
      const description = described(item, level);
      const response = answered(item, level);
      const errs = (at + place * 3 + model) % 11 === 2;
      return {
        id: item.id,
        version,
        model: name,
        description,
        response,
        d: given('d', description, false),
        x: given('x', response, errs),
        y: given('y', response, errs && at % 2 === 0),
      };
    }),
  ),
);

const jsonLines = (lines: readonly object[]): string => lines.map((line) => JSON.stringify(line)).join('\n');

/** A second LLM judge, of the first model's answers. */
const verdicts = rows
  .filter(({ model }) => model === 'Model A')
  .flatMap(({ id, version, model, response }, place) =>
    ['x', 'y'].map((criterion) => ({
      item: id,
      respondent: model,
      respondent_kind: 'model',
      condition: version,
      step: QUESTION_STEP,
      criterion,
      value: given(criterion, response, place % 9 === 1),
      judge: 'LLM judge B',
      judge_kind: 'model',
      judge_version: '1',
      rationale: 'By the rules of the instructions.',
    })),
  );

/** What models answered, with one LLM’s scores, and what another made of it. */
export const ANSWER_FILES = {
  'responses.jsonl': jsonLines(rows.map(({ d: _d, x: _x, y: _y, ...line }) => line)),
  'scores.jsonl': jsonLines(rows),
  'verdicts.jsonl': jsonLines(verdicts),
};

/** Who errs where: judges differ in few answers. */
const ERRORS: Readonly<Record<string, number>> = { jo: 4, kim: 9 };
const judged = (judge: string, { criterion, answer, place }: SampleTarget): number =>
  given(criterion, answer, place % 19 === (ERRORS[judge] ?? 0));

/** The study, the models and the judges. */
export const measured: readonly SampleStep[] = [
  {
    do: 'study',
    title: 'Pilot with colleagues',
    settings: { items: { filter: { tags: ['pilot'] }, sample: null }, breakEvery: 10, itemsEach: 12 },
    practice: ['argus-14'],
    prefix: 'P',
    participants: [null, null, null, null, 7],
    reply,
  },
  { do: 'import', source: 'responses.jsonl', format: 'argus-responses' },
  { do: 'import', source: 'scores.jsonl', format: 'argus-scores', judge: { name: 'LLM judge A' } },
  { do: 'import', source: 'verdicts.jsonl', format: 'verdicts-jsonl' },
  {
    do: 'judge',
    title: 'What people wrote',
    criteria: ['d', 'x', 'y'],
    judges: ['jo'],
    respondents: ['P01', 'P02', 'P03', 'P04'],
    verdict: judged,
  },
  {
    do: 'judge',
    title: 'Model A, by two people',
    criteria: ['x', 'y'],
    judges: ['jo', 'kim'],
    respondents: ['Model-A'],
    verdict: (judge, answer) => (judge === 'kim' && answer.place % 9 === 8 ? null : judged(judge, answer)),
  },
  {
    do: 'verdicts',
    by: OWNER,
    criterion: 'x',
    count: 3,
    value: 3,
    cause: 'too_strict',
    note: 'It names what is wrong and draws the conclusion.',
  },
];
