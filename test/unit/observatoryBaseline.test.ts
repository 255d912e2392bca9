import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findBenchmark } from '../../shared/benchmarks/registry.ts';
import { observatory } from '../../shared/benchmarks/observatory/index.ts';
import { Query } from '../../shared/benchmarks/observatory/queries/query.ts';
import type { StepAnswer } from '../../shared/domain/baseline.ts';
import { JsonObject } from '../../shared/base/json.ts';
import { observatoryItems } from '../helpers/observatoryItems.ts';
import { present } from '../helpers/present.ts';

const baseline = present(observatory.baseline);

const corners = (x1: number, y1: number, x2: number, y2: number) => ({ x1, y1, x2, y2 });
const FACE = {
  left_eye: corners(100, 100, 200, 150),
  right_eye: corners(300, 100, 400, 150),
  nose: corners(220, 160, 280, 240),
  mouth: corners(180, 300, 320, 340),
};
const about = { item: 'c1', entity: 'Ada', gender: 'female', family: 'OOD', transformation: 'painted' };
const shown = (image: string, more: JsonObject = {}): JsonObject => ({
  image,
  transformation: 'Org',
  ...more,
});

const matching: JsonObject = {
  id: 'matching-1-0001',
  kind: 'matching',
  domain: 'CELEB',
  ...about,
  support: shown('support.png'),
  candidates: {
    A: shown('a.png', { role: 'neighbour', distance: 3 }),
    B: shown('b.png', { role: 'other-domain' }),
    C: shown('c.png', { role: 'answer' }),
    D: shown('d.png', { role: 'neighbour', distance: 5 }),
  },
  answer: 'C',
};
const grid: JsonObject = {
  id: 'grid-1-0001',
  kind: 'grid',
  domain: 'WORD',
  ...about,
  support: shown('support.png'),
  collage: 'collage.png',
  answer: [1, 0],
};
const localisation = (change: JsonObject = {}): JsonObject => ({
  id: 'guided-1-0001',
  kind: 'localisation',
  domain: 'CELEB',
  ...about,
  guidance: 'semi-guided',
  image: 'variant.png',
  support: shown('original.png'),
  side: 'image',
  given: { nose: FACE.nose },
  given_corner: null,
  attributes: ['left_eye', 'right_eye', 'mouth'],
  hint: 'nose',
  boxes: FACE,
  ...change,
});

const told = (payload: JsonObject, answer: StepAnswer) => {
  const [feedback, ...more] = baseline.feedback(payload, '', { answer });
  expect(more).toEqual([]);
  return present(feedback);
};

describe('what is not asked of one person', () => {
  const exclusive = (payload: JsonObject) => baseline.exclusive?.(payload);

  it('are questions of two kinds about one entity, whichever of its images they show', () => {
    const guided = localisation({ guidance: 'guided' });
    expect(exclusive(matching)).toEqual({ key: '["CELEB","c1"]', kind: 'matching' });
    expect(exclusive(guided)).toEqual({ key: '["CELEB","c1"]', kind: 'guided' });
    expect(exclusive(localisation({ image: 'other.png' }))).toEqual({
      key: '["CELEB","c1"]',
      kind: 'semi-guided',
    });
    expect(exclusive(grid)).toEqual({ key: '["WORD","c1"]', kind: 'grid' });
  });

  it('is told by the name, else the original, where nothing says the item', () => {
    const { item: _item, ...named } = localisation();
    expect(exclusive(named)?.key).toBe('["CELEB","Ada"]');
    const { entity: _entity, ...nameless } = named;
    expect(exclusive(nameless)?.key).toBe('["CELEB","original.png"]');
  });

  it('is nothing where it is no question', () => {
    for (const entity of observatoryItems()) expect(exclusive(entity)).toBeNull();
  });
});

describe('what is asked', () => {
  it('is nothing about an entity, which says why', () => {
    expect(findBenchmark('observatory')).toBe(observatory);
    for (const entity of observatoryItems()) {
      expect(baseline.usable(entity)).toEqual({
        ok: false,
        reason: expect.stringContaining('entity, not a question'),
      });
      expect(baseline.steps(entity, '')).toEqual([]);
      expect(baseline.forParticipant(entity)).toEqual({});
    }
  });

  it('is a letter, of images that are called by theirs', () => {
    expect(baseline.usable(matching)).toEqual({ ok: true });
    const [step] = baseline.steps(matching, '');
    expect(step?.answer).toMatchObject({
      kind: 'choice',
      permute: false,
      options: [{ id: 'A' }, { id: 'B' }, { id: 'C' }, { id: 'D' }],
    });
    expect(step?.notes?.map(({ title, option }) => [title, option])).toEqual([
      ['Support', null],
      ['A', 'A'],
      ['B', 'B'],
      ['C', 'C'],
      ['D', 'D'],
    ]);
  });

  it('is one of four cells of the first image', () => {
    const [step] = baseline.steps(grid, '');
    expect(step?.answer).toEqual({ kind: 'cell', rows: 2, columns: 2 });
    expect(step?.notes?.map(({ title }) => title)).toEqual(['Collage', 'Support']);
  });

  it('is one box for each attribute, with what is given on the support image alone', () => {
    const [step] = baseline.steps(localisation(), '');
    expect(step?.answer).toEqual({
      kind: 'boxes',
      labels: [
        { id: 'left_eye', text: 'Left eye' },
        { id: 'right_eye', text: 'Right eye' },
        { id: 'mouth', text: 'Mouth' },
      ],
      most: 3,
      eachOnce: true,
    });
    const [drawnOn, support] = step?.notes ?? [];
    expect(drawnOn).toMatchObject({ boxes: [], points: [] });
    expect(support?.boxes).toEqual([{ label: 'Nose', x: 220, y: 160, width: 60, height: 80 }]);
    const [word] = baseline.steps(
      localisation({
        domain: 'WORD',
        given: {},
        given_corner: { x1: 30, y1: 40 },
        attributes: ['word'],
        hint: null,
      }),
      '',
    );
    expect(word?.notes?.[1]).toMatchObject({
      boxes: [],
      points: [{ label: 'Top left corner', x: 30, y: 40 }],
    });
    expect(word?.prompt).toMatch(/top left corner/u);
    expect(word?.prompt).not.toMatch(/Left means/u);
  });

  it('says whose left it is', () => {
    const promptOf = (side: string): string => baseline.steps(localisation({ side }), '')[0]?.prompt ?? '';
    expect(promptOf('image')).toContain('left as you see it in the picture');
    expect(promptOf('person')).toContain('the person’s left');
  });

  it('cannot be asked where something of it is missing, in words', () => {
    const { candidates, ...without } = matching;
    expect(candidates).toBeDefined();
    expect(baseline.usable(without)).toEqual({ ok: false, reason: expect.stringContaining('candidates') });
    expect(baseline.usable(localisation({ attributes: ['nose', 'nose'] }))).toMatchObject({ ok: false });
  });
});

const LOCALISATION_KEYS = ['guidance', 'side', 'given', 'given_corner', 'attributes'];

describe('what travels to a participant', () => {
  const secret = fc.stringMatching(/^[a-z]{12}$/u).map((text) => `secret_${text}`);
  const number = fc.integer({ min: 0, max: 400 });
  const box = fc
    .tuple(number, number, fc.integer({ min: 401, max: 900 }), fc.integer({ min: 401, max: 900 }))
    .map(([x1, y1, x2, y2]) => corners(x1, y1, x2, y2));
  /** A key and value of the source's own, which may be anything. */
  const own = fc.record({ note: secret, answer_in_words: secret });
  const hidden = fc.record({
    id: secret,
    item: secret,
    entity: secret,
    gender: fc.constantFrom('male', 'female', null),
    family: fc.constantFrom('Org', 'ID', 'OOD'),
    transformation: secret,
    domain: fc.constantFrom('CELEB', 'WORD'),
  });
  const image = fc.record({ image: secret, transformation: secret, role: secret });
  const questions = fc.oneof(
    fc
      .tuple(
        hidden,
        own,
        image,
        fc.record({ A: image, B: image, C: image, D: image }),
        fc.constantFrom('A', 'B', 'C', 'D'),
      )
      .map(([base, more, support, candidates, answer]) => ({
        ...base,
        ...more,
        kind: 'matching',
        support,
        candidates,
        answer,
      })),
    fc
      .tuple(hidden, own, image, secret, fc.constantFrom(0, 1), fc.constantFrom(0, 1))
      .map(([base, more, support, collage, row, column]) => ({
        ...base,
        ...more,
        kind: 'grid',
        support,
        collage,
        answer: [row, column],
      })),
    fc
      .tuple(
        hidden,
        own,
        image,
        secret,
        fc.tuple(box, box, box),
        fc.constantFrom('guided', 'semi-guided', 'unguided'),
        secret,
      )
      .map(([base, more, support, drawnOn, [nose, mouth, chin], guidance, note]) => {
        const boxes = { nose, mouth, chin };
        // Whatever else a given box says of itself stays at home.
        const marked = Object.fromEntries(
          Object.entries(boxes).map(([name, place]) => [name, { ...place, by: note }]),
        );
        const isHinted = guidance === 'semi-guided';
        return {
          ...base,
          ...more,
          kind: 'localisation',
          guidance,
          image: drawnOn,
          support,
          side: 'image',
          given: guidance === 'guided' ? marked : isHinted ? { nose: marked['nose'] ?? nose } : {},
          given_corner: null,
          attributes: isHinted ? ['mouth', 'chin'] : ['nose', 'mouth', 'chin'],
          hint: 'nose',
          boxes,
        };
      }),
  );

  it('is what the steps need and nothing of gold, roles, family, names of files and people', () => {
    fc.assert(
      fc.property(questions, (raw) => {
        const payload = JsonObject.parse(raw);
        expect(Query.safeParse(payload).success).toBe(true);
        const forParticipant = baseline.forParticipant(payload);
        expect(baseline.steps(forParticipant, '')).toEqual(baseline.steps(payload, ''));
        expect(baseline.steps(forParticipant, '')).toHaveLength(1);
        expect(JSON.stringify(forParticipant)).not.toMatch(/secret_/u);
        const own = raw.kind === 'localisation' ? LOCALISATION_KEYS : [];
        expect(new Set(Object.keys(forParticipant))).toEqual(new Set(['kind', 'domain', ...own]));
        expect(JSON.stringify(baseline.steps(payload, ''))).not.toMatch(/secret_/u);
      }),
    );
  });

  it('has no boxes beyond those that are given', () => {
    const given = (change: JsonObject): unknown => baseline.forParticipant(localisation(change))['given'];
    expect(given({})).toEqual({ nose: FACE.nose });
    expect(given({ guidance: 'unguided', given: {} })).toEqual({});
    expect(
      JSON.stringify(baseline.forParticipant(localisation({ guidance: 'unguided', given: {} }))),
    ).not.toContain('x1');
  });
});

describe('what practice tells', () => {
  it('of a letter and of a cell is whether it is the right one, and which that is', () => {
    expect(told(matching, { kind: 'choice', option: 'C' })).toMatchObject({
      correct: true,
      expected: 'Candidate C',
    });
    const wrong = told(matching, { kind: 'choice', option: 'B' });
    expect(wrong.correct).toBe(false);
    expect(wrong.notes?.map(({ title }) => title)).toEqual(['Support', 'A', 'B, yours', 'C, expected', 'D']);
    expect(told(grid, { kind: 'cell', row: 2, column: 1 })).toMatchObject({
      correct: true,
      expected: 'row 2, column 1 (bottom left)',
    });
    expect(told(grid, { kind: 'cell', row: 1, column: 2 }).correct).toBe(false);
    expect(told(grid, { kind: 'none' }).correct).toBe(false);
  });

  it('of boxes is the overlap of each, right where all are at least 0.5, with the rule in words', () => {
    const box = (label: string, x: number, y: number, width: number, height: number) => ({
      label,
      x,
      y,
      width,
      height,
    });
    // Half as wide: 0.5. A third apart: 2/3 shared of 4/3.
    const answer: StepAnswer = {
      kind: 'boxes',
      boxes: [
        box('left_eye', 100, 100, 50, 50),
        box('right_eye', 300, 100, 100, 50),
        box('mouth', 180, 300, 140, 40),
      ],
    };
    const right = told(localisation(), answer);
    expect(right.correct).toBe(true);
    expect(right.expected).toContain('Left eye: overlap 0.50, found');
    expect(right.expected).toContain('at least 0.5');
    const [, eye, mouth] = answer.boxes;
    const missing = told(localisation(), {
      kind: 'boxes',
      boxes: eye === undefined || mouth === undefined ? [] : [eye, mouth],
      absent: ['left_eye'],
    });
    expect(missing.correct).toBe(false);
    expect(missing.expected).toContain('Left eye: no box was drawn');
    expect(missing.notes?.[0]?.boxes.map(({ label }) => label)).toEqual([
      'Left eye, expected',
      'Right eye, expected',
      'Right eye, yours',
      'Mouth, expected',
      'Mouth, yours',
    ]);
    expect(missing.notes?.[1]?.boxes.map(({ label }) => label)).toEqual(['Nose']);
    const { boxes, ...unknown } = localisation();
    expect(boxes).toBeDefined();
    expect(told(unknown, answer).correct).toBeNull();
  });
});
