import { CELLS } from '../../shared/benchmarks/observatory/queries/gridPointing.ts';
import { LETTERS } from '../../shared/benchmarks/observatory/queries/imageMatching.ts';
import type { StepAnswer } from '../../shared/domain/baseline.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import type { GivenAnswer, GivenAnswers, GivenItem } from './givenAnswers.ts';

const FAMILIES = ['Org', 'ID', 'OOD'] as const;
const TRANSFORMATIONS = {
  Org: ['Org', 'Org'],
  ID: ['gamma', 'gaussian_blur'],
  OOD: ['gothic', 'watercolour'],
} as const;
const MODEL = 'gpt';

interface Asked {
  readonly payload: JsonObject;
  readonly family: (typeof FAMILIES)[number];
}

/** What every question says of what it is about; `turn` goes through families first, then transformations. */
function about(kind: string, place: number, turn: number): Asked {
  const family = FAMILIES[turn % 3] ?? 'Org';
  return {
    family,
    payload: {
      id: `${kind}-1-${String(place).padStart(4, '0')}`,
      domain: 'CELEB',
      gender: place % 2 === 0 ? 'male' : 'female',
      family,
      transformation: TRANSFORMATIONS[family][Math.floor(turn / 3) % 2] ?? 'Org',
    },
  };
}

const asItem = (payload: JsonObject, said: Readonly<Record<string, StepAnswer | string>>): GivenItem => ({
  externalId: typeof payload['id'] === 'string' ? payload['id'] : '',
  payload,
  answers: Object.entries(said).map(([by, answer], place): GivenAnswer => ({
    by,
    step: 'answer',
    answer,
    ...(by !== MODEL && { position: place, seconds: 4 }),
  })),
});

const final = (answer: unknown): string => JSON.stringify({ reasoning: '', final_answer: answer });

/** 24 collages: p2 is wrong on the first, the model whenever the original is at the bottom right. */
function gridItem(place: number, people: readonly string[]): GivenItem {
  const [row, column] = CELLS[place % 4] ?? [0, 0];
  const right: StepAnswer = { kind: 'cell', row: row + 1, column: column + 1 };
  const wrong: StepAnswer = { kind: 'cell', row: 2, column: 2 };
  const { payload } = about('grid', place, Math.floor(place / 4));
  return asItem(
    {
      ...payload,
      kind: 'grid',
      support: { image: 'support.png' },
      collage: 'collage.png',
      answer: [row, column],
    },
    {
      ...Object.fromEntries(people.map((by) => [by, by === 'p2' && place === 0 ? wrong : right])),
      [MODEL]: final(place % 4 === 3 ? [0, 0] : [row, column]),
    },
  );
}

/** Twelve sets of candidates: p2 is wrong on the last, the model on the second half. */
function matchingItem(place: number, people: readonly string[]): GivenItem {
  const right = LETTERS[place % 4] ?? 'A';
  const { payload } = about('matching', place, place);
  return asItem(
    {
      ...payload,
      kind: 'matching',
      support: { image: 'support.png' },
      candidates: Object.fromEntries(LETTERS.map((letter) => [letter, { image: `${letter}.png` }])),
      answer: right,
    },
    {
      ...Object.fromEntries(
        people.map((by) => [by, { kind: 'choice', option: by === 'p2' && place === 11 ? 'A' : right }]),
      ),
      [MODEL]: final(place < 6 ? right : (LETTERS[(place + 1) % 4] ?? 'A')),
    },
  );
}

const GOLD = { left_eye: 100, right_eye: 300 } as const;
const SIDE = 100;

/** Six faces: p1 draws the current boxes, p2 20 pixels beside it; the model 50 pixels beside it on variants. */
function guidedItem(place: number, people: readonly string[]): GivenItem {
  const { payload, family } = about('guided', place, place);
  const corners = (shift: number): JsonObject =>
    Object.fromEntries(
      Object.entries(GOLD).map(([name, x]) => [
        name,
        { x1: x + shift, y1: 100, x2: x + shift + SIDE, y2: 100 + SIDE },
      ]),
    );
  const drawn = (shift: number): StepAnswer => ({
    kind: 'boxes',
    boxes: Object.entries(GOLD).map(([label, x]) => ({
      label,
      x: x + shift,
      y: 100,
      width: SIDE,
      height: SIDE,
    })),
  });
  return asItem(
    {
      ...payload,
      kind: 'localisation',
      guidance: 'guided',
      image: 'variant.png',
      support: { image: 'support.png' },
      side: 'image',
      given: corners(0),
      attributes: Object.keys(GOLD),
      hint: 'left_eye',
      boxes: corners(0),
    },
    {
      ...Object.fromEntries(people.map((by) => [by, drawn(by === 'p2' ? 20 : 0)])),
      [MODEL]: JSON.stringify(corners(family === 'Org' ? 0 : 50)),
    },
  );
}

/**
 * Questions of three perception tasks about faces, answered by people (`p2` with planted mistakes) and by a model in the
 * prompts' JSON.
 */
export const perceptionAnswers = (people: readonly string[]): GivenAnswers => ({
  models: [MODEL],
  items: [
    ...Array.from({ length: 24 }, (_, place) => gridItem(place, people)),
    ...Array.from({ length: 12 }, (_, place) => matchingItem(place, people)),
    ...Array.from({ length: 6 }, (_, place) => guidedItem(place, people)),
  ],
});
