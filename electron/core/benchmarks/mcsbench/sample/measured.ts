import type { AnswerKind, StepAnswer } from '../../../../../shared/domain/baseline.ts';
import { seededRandom } from '../../../../../shared/statistics/random.ts';
import { OWNER, type SampleStep } from '../../sample.ts';
import { ITEMS, type SampleAuditItem } from './items.ts';

const LETTERS = 'ABCDE';
const CHAIN_LETTERS = 'FGHIJ';

/** How often a participant chooses right, the first to the last. */
const SKILLS = [0.95, 0.85, 0.75, 0.8];

/** Whether somebody gets a step right: decided by chance, each time the same. */
const isRight = (who: number, place: number, skill: number): boolean =>
  seededRandom(who * 1009 + place * 31 + 7)() < skill;

/** The place of the gold option of a step, and which step it is among those of its item. */
function stepOf(item: SampleAuditItem, step: string): { readonly gold: number; readonly number: number } {
  const probe = /^rc\/(\d)$/u.exec(step)?.[1];
  return probe === undefined
    ? { gold: item.gold, number: 0 }
    : { gold: item.chains[Number(probe)] ?? 0, number: Number(probe) + 1 };
}

function reply(participant: number, name: string, step: string, asked: AnswerKind): StepAnswer {
  const at = ITEMS.findIndex(({ id }) => id === name);
  const item = ITEMS[at];
  if (item === undefined) return { kind: 'text', text: '' };
  const { gold, number } = stepOf(item, step);
  const right = isRight(participant, at * 4 + number, (SKILLS[participant] ?? 0.8) - number * 0.05);
  if (asked.kind === 'choices')
    return { kind: 'choices', options: item.fits.slice(right ? 0 : 1).map(String) };
  if (asked.kind === 'matching') {
    const images = right ? item.fits : item.fits.toReversed();
    const pairs = asked.texts.map(({ id }, place) => [id, String(images[place] ?? 1)] as const);
    return { kind: 'matching', pairs: Object.fromEntries(pairs) };
  }
  const letters = number === 0 ? LETTERS : CHAIN_LETTERS;
  const place = right ? gold : (gold + 1 + ((participant + at) % 4)) % 5;
  return { kind: 'choice', option: letters[place] ?? '' };
}

interface Model {
  readonly name: string;
  readonly seed: number;
  readonly skill: number;
  /** Whether it answers questions about one picture in words of its own. */
  readonly talks: boolean;
}

const MODELS: readonly Model[] = [
  { name: 'Model A', seed: 11, skill: 0.6, talks: false },
  { name: 'Model B', seed: 12, skill: 0.75, talks: true },
];

/** Answers in a model's own words, which name no option: somebody has to judge them. */
const inWords = (item: SampleAuditItem, right: boolean): string =>
  right
    ? `What decides it for me is this. ${item.seen ?? ''}`
    : 'I cannot make out anything in the picture that would decide it.';

const lines = MODELS.flatMap((model) =>
  ITEMS.flatMap((item, at) =>
    ['base', ...item.chains.map((_, probe) => `rc/${String(probe)}`)].map((step) => {
      const { gold, number } = stepOf(item, step);
      const right = isRight(model.seed, at * 4 + number, model.skill - number * 0.08);
      const place = right ? gold : (gold + 2 + (at % 3)) % 5;
      const isTalk = model.talks && number === 0 && item.seen !== null;
      return {
        right,
        isTalk,
        at,
        line: {
          item: item.id,
          respondent: model.name,
          respondent_kind: 'model',
          version: '2026-05',
          temperature: 0,
          step,
          answer: isTalk
            ? inWords(item, right)
            : item.fits.length > 0
              ? (item.options[place] ?? '')
              : `Answer: ${(number === 0 ? LETTERS : CHAIN_LETTERS)[place] ?? ''}`,
        },
      };
    }),
  ),
);

/** Two LLM judges, who err in other places than people do. */
const verdicts = lines
  .filter(({ isTalk }) => isTalk)
  .flatMap(({ line, right, at }) =>
    [
      ['LLM judge A', at % 6 === 1],
      ['LLM judge B', at % 9 === 4 || at % 6 === 1],
    ].map(([judge, errs]) => ({
      item: line.item,
      respondent: line.respondent,
      respondent_kind: 'model',
      respondent_version: line.version,
      respondent_temperature: line.temperature,
      step: line.step,
      criterion: 'correct',
      value: right === (errs === true) ? 'NO' : 'YES',
      judge,
      judge_kind: 'model',
      judge_version: '1',
      rationale: errs === true ? 'The answer stays vague.' : 'The answer and the gold option say the same.',
    })),
  );

const jsonLines = (rows: readonly object[]): string => rows.map((row) => JSON.stringify(row)).join('\n');

/** What models answered, and what LLM judges made of it. */
export const ANSWER_FILES = {
  'answers.jsonl': jsonLines(lines.map(({ line }) => line)),
  'verdicts.jsonl': jsonLines(verdicts),
};

/** The study, the models and the judges. */
export const measured: readonly SampleStep[] = [
  {
    do: 'study',
    title: 'Pilot with colleagues',
    settings: {
      items: { filter: { tags: ['pilot'] }, sample: null },
      breakEvery: 8,
      timeLimitSeconds: 180,
    },
    practice: ['mcs-022'],
    prefix: 'P',
    participants: [null, null, null, 9, 0],
    reply,
  },
  { do: 'import', source: 'answers.jsonl', format: 'answers-jsonl' },
  { do: 'import', source: 'verdicts.jsonl', format: 'verdicts-jsonl' },
  {
    do: 'judge',
    title: 'Answers in words',
    criteria: ['correct'],
    judges: ['jo', 'kim'],
    verdict: (judge, { answer, place }) => {
      const right = answer.startsWith('What decides');
      if (judge === 'kim' && place > 16) return null;
      const errs = judge === 'jo' ? place % 7 === 3 : place % 8 === 5;
      return right === errs ? 'NO' : 'YES';
    },
  },
  {
    do: 'verdicts',
    by: OWNER,
    criterion: 'correct',
    count: 2,
    value: 'YES',
    cause: 'missed_paraphrase',
    note: 'It names what is seen and means the gold option.',
  },
];
