import { Query } from '../../../../../shared/benchmarks/observatory/queries/query.ts';
import type { AnswerKind, StepAnswer } from '../../../../../shared/domain/baseline.ts';
import type { JsonObject } from '../../../../../shared/base/json.ts';
import { seededRandom } from '../../../../../shared/statistics/random.ts';
import type { SampleStep } from '../../sample.ts';

const LETTERS = ['A', 'B', 'C', 'D'] as const;

/** A draw from 0 to 1 for somebody and a question, each time the same. */
const drawn = (who: number, id: string): number =>
  seededRandom(
    [...id.matchAll(/./gsu)].reduce((sum, [letter]) => sum * 31 + (letter.codePointAt(0) ?? 0), who * 7919) %
      1_000_003,
  )();

/** Where somebody points instead. */
const beside = (cell: readonly [number, number]): [number, number] => [cell[0], 1 - cell[1]];

interface Place {
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The boxes that are asked for, off by some pixels. */
function places(query: Extract<Query, { kind: 'localisation' }>, who: number, careless: number): Place[] {
  return query.attributes.flatMap((label): Place[] => {
    const box = query.boxes?.[label];
    if (box === undefined) return [];
    const off = Math.round((drawn(who, `${query.id} ${label}`) - 0.5) * careless);
    const { x1, y1, x2, y2 } = box;
    return [
      {
        label,
        x: Math.max(0, x1 + off),
        y: Math.max(0, y1 - off),
        width: x2 - x1 + Math.abs(off),
        height: y2 - y1,
      },
    ];
  });
}

const SKILLS = [0.95, 0.9, 0.85, 0.9];

function reply(
  participant: number,
  _item: string,
  _step: string,
  asked: AnswerKind,
  payload: JsonObject,
): StepAnswer {
  const query = Query.parse(payload);
  const right = drawn(participant, query.id) < (SKILLS[participant] ?? 0.9);
  if (asked.kind === 'cell' && query.kind === 'grid') {
    const cell = query.answer ?? [0, 0];
    const [row, column] = right ? cell : beside(cell);
    return { kind: 'cell', row: row + 1, column: column + 1 };
  }
  if (query.kind === 'localisation')
    return { kind: 'boxes', boxes: places(query, participant, right ? 8 : 22) };
  if (query.kind === 'grid') return { kind: 'cell', row: 1, column: 1 };
  const place = LETTERS.indexOf(query.answer ?? 'A');
  return { kind: 'choice', option: LETTERS[right ? place : (place + 1) % 4] ?? 'A' };
}

const MODEL_SKILLS = [0.55, 0.75];

/** A model's answer in the JSON that the prompts ask for. */
function modelReply(model: number, payload: JsonObject): string {
  const query = Query.parse(payload);
  const right =
    drawn(model + 50, query.id) < (MODEL_SKILLS[model] ?? 0.6) - (query.family === 'OOD' ? 0.15 : 0);
  if (query.kind === 'localisation') {
    const boxes = places(query, model + 50, right ? 14 : 60);
    return JSON.stringify(
      Object.fromEntries(
        boxes.map(({ label, x, y, width, height }) => [
          label,
          { x1: Math.round(x), y1: Math.round(y), x2: Math.round(x + width), y2: Math.round(y + height) },
        ]),
      ),
    );
  }
  if (query.kind === 'grid') {
    const cell = query.answer ?? [0, 0];
    return JSON.stringify({
      reasoning: 'The outline is the same.',
      final_answer: right ? cell : beside(cell),
    });
  }
  const place = LETTERS.indexOf(query.answer ?? 'A');
  return JSON.stringify({
    reasoning: 'It shows the same with other colours.',
    final_answer: LETTERS[right ? place : (place + 2) % 4],
  });
}

/** The questions, the study and the models. */
export const measured: readonly SampleStep[] = [
  { do: 'questions', kind: 'matching', count: 6 },
  { do: 'questions', kind: 'grid', count: 2 },
  { do: 'questions', kind: 'guided', count: 4 },
  { do: 'questions', kind: 'semi-guided', count: 2 },
  {
    do: 'study',
    title: 'Pilot with colleagues',
    settings: { breakEvery: 15, apart: false },
    prefix: 'P',
    participants: [null, null, 8, 0],
    reply,
  },
  { do: 'models', names: ['Model A', 'Model B'], reply: modelReply },
];
