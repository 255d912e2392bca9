import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withImageNames } from '../../shared/benchmarks/observatory/imageNames.ts';
import { observatory } from '../../shared/benchmarks/observatory/index.ts';
import { queryKind } from '../../shared/benchmarks/observatory/queries/queryItem.ts';
import { Query } from '../../shared/benchmarks/observatory/queries/query.ts';
import { initialVocabulary } from '../../shared/benchmarks/observatory/schema.ts';
import { localise } from '../../shared/benchmarks/observatory/task.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { json, oddText } from '../helpers/arbitraries.ts';
import { corners } from '../helpers/observatoryItems.ts';
import { regionLabels } from '../../shared/benchmarks/taskParts.ts';

const about: JsonObject = {
  item: 'c1',
  domain: 'CELEB',
  entity: 'Ada Lovelace',
  gender: 'female',
  family: 'ID',
  transformation: 'gamma',
};
const support: JsonObject = { image: 's.png', transformation: 'Org' };
const matching: JsonObject = {
  id: 'matching-1-0001',
  kind: 'matching',
  ...about,
  support,
  candidates: { D: { image: 'd.png' }, A: { image: 'a.png' }, B: { image: 'b.png' }, C: { image: 'c.png' } },
  answer: 'B',
};
const grid: JsonObject = {
  id: 'grid-1-0001',
  kind: 'grid',
  ...about,
  support,
  collage: 'collages/g.png',
  answer: [0, 1],
};
const localisation: JsonObject = {
  id: 'semi-guided-1-0001',
  kind: 'localisation',
  ...about,
  guidance: 'semi-guided',
  image: 'q.png',
  support,
  side: 'image',
  given: { nose: corners(1, 2, 3, 4) },
  given_corner: null,
  attributes: ['mouth'],
  hint: 'nose',
  boxes: { nose: corners(1, 2, 3, 4), mouth: corners(5, 6, 7, 8) },
};
const QUESTIONS = [matching, grid, localisation];
const anyQuestion = fc
  .tuple(fc.constantFrom(...QUESTIONS), fc.dictionary(oddText, json))
  .map(([question, own]): JsonObject => ({ ...own, ...question }));

const refusals = (line: JsonObject): string[] => {
  const parsed = observatory.parseItem(line);
  return parsed.ok ? [] : parsed.problems.map(({ field, message }) => `${field ?? ''}: ${message}`);
};

describe('a question as an item', () => {
  it('has its images in places by which they are answered, and keeps whatever else it says', () => {
    fc.assert(
      fc.property(anyQuestion, (question) => {
        const parsed = observatory.parseItem(question);
        if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
        expect(parsed.value.payload).toBe(question);
        const images = parsed.value.images.map(({ role, name }) => `${role} ${name}`);
        expect(images).toEqual(
          {
            matching: ['support s.png', 'option a.png', 'option b.png', 'option c.png', 'option d.png'],
            grid: ['collage collages/g.png', 'support s.png'],
            localisation: ['query q.png', 'support s.png'],
          }[queryKind(question) ?? 'matching'],
        );
        expect(parsed.value.boxes).toBeUndefined();
        // Names are replaced in their places, and nothing else.
        const renamed = withImageNames(
          question,
          parsed.value.images.map(({ name }) => `x/${name}`),
        );
        const again = observatory.parseItem(renamed);
        expect(again.ok && again.value.images.map(({ name }) => name)).toEqual(
          parsed.value.images.map(({ name }) => `x/${name}`),
        );
        const back = withImageNames(
          renamed,
          parsed.value.images.map(({ name }) => name),
        );
        expect(JSON.stringify(back)).toBe(JSON.stringify(question));
      }),
    );
  });

  it('is told from an entity, and an entity of any other kind from it', () => {
    const entity: JsonObject = { id: '1', domain: 'WORD', entity: 'cat', image: 'o.png' };
    expect(QUESTIONS.every((question) => observatory.isQuery?.(question))).toBe(true);
    expect(observatory.isQuery?.(entity)).toBe(false);
    expect(observatory.isQuery?.({ ...entity, kind: 'portrait' })).toBe(false);
    expect(observatory.parseItem({ ...entity, kind: 'portrait' })).toMatchObject({ ok: true });
    // Variants are made of it and added to it as to any other.
    expect(observatory.imageGeneration?.original({ ...entity, kind: 'portrait' })).toBe(0);
    const variant: JsonObject = { image: 'v.png', transformation: 'gamma', family: 'ID' };
    expect(observatory.additions?.[0]?.apply({ ...entity, kind: 'portrait' }, [variant], [])).toMatchObject({
      ok: true,
      value: { variants: [variant] },
    });
    expect(observatory.summarize(entity).facets).toEqual({ kind: 'Entity', domain: 'WORD', variants: '0' });
  });

  it('is refused with the field and the reason where it cannot be asked', () => {
    const { candidates } = matching;
    expect(refusals({ ...matching, candidates: { A: { image: 'a.png' } } })).toEqual([
      expect.stringMatching(/^candidates\.B: /u),
      expect.stringMatching(/^candidates\.C: /u),
      expect.stringMatching(/^candidates\.D: /u),
    ]);
    expect(refusals({ ...matching, candidates: candidates ?? null, answer: 'E' })).toEqual([
      expect.stringMatching(/^answer: /u),
    ]);
    expect(refusals({ ...grid, answer: [0, 2] })).toEqual([expect.stringMatching(/^answer\.1: /u)]);
    expect(refusals({ ...grid, collage: '' })).toEqual(['collage: is empty']);
    expect(refusals({ ...localisation, attributes: ['mouth', 'mouth', 'chin'] })).toEqual([
      'attributes.1: “mouth” is asked for twice',
      'attributes.2: “chin” is asked for, but has no box in "boxes"',
    ]);
    expect(refusals({ ...localisation, given: {} })).toEqual(['given: holds no box of the hint “nose”']);
    expect(refusals({ ...localisation, hint: null, given: {} })).toEqual([
      'given_corner: is missing, where the hint is a corner',
    ]);
    expect(refusals({ ...localisation, guidance: 'unguided' })).toEqual([
      'given: holds boxes or a corner, where nothing is given',
    ]);
    expect(refusals({ ...localisation, boxes: { mouth: corners(7, 6, 5, 8) } })).toEqual([
      'boxes.mouth.x2: is not to the right of x1',
    ]);
  });

  it('shows anybody who has yet to answer what is asked, and no more', () => {
    for (const question of QUESTIONS)
      expect(observatory.stimulus(question)).toEqual({ kind: question['kind'], domain: 'CELEB' });
    // What is seen then is still a question of its kind.
    expect(observatory.summarize(observatory.stimulus(grid))).toEqual({
      title: 'Grid pointing',
      label: null,
      facets: { kind: 'Grid pointing', domain: 'CELEB' },
    });
    expect(observatory.summarize(observatory.stimulus(localisation)).title).toBe('Localisation');
    expect(observatory.summarize(localisation)).toEqual({
      title: 'Localisation, semi-guided: Ada Lovelace, Gamma',
      label: null,
      facets: {
        kind: 'Localisation, semi-guided',
        domain: 'CELEB',
        gender: 'female',
        family: 'ID',
        transformation: 'gamma',
      },
    });
    const names = new Set(observatory.facets.map(({ name }) => name));
    expect(Object.keys(observatory.summarize(localisation).facets).every((name) => names.has(name))).toBe(
      true,
    );
  });

  it('has nothing to label: no labels, no problems, an answer that is written nowhere', () => {
    fc.assert(
      fc.property(anyQuestion, fc.boolean(), (question, isBlind) => {
        const payload = isBlind ? observatory.stimulus(question) : question;
        const answer = localise.initialAnswer(payload);
        expect(localise.parseAnswer(answer, initialVocabulary)).toMatchObject({ ok: true });
        expect(regionLabels(localise, answer, initialVocabulary)).toEqual([]);
        expect(
          localise.check({ payload: {}, answer, vocabulary: initialVocabulary, regions: [], images: [] }),
        ).toEqual([]);
        expect(localise.applyAnswer(question, answer)).toBe(question);
        expect(
          localise.applyAnswer(question, { ...answer, notVisible: ['nose'], exceptions: { '1': 'x' } }),
        ).toBe(question);
        expect(localise.boxes?.applyBoxes?.(question, { regions: [], images: [] })).toBe(question);
        expect(localise.boxes?.carriedRegions?.({ answer, regions: [], images: [] })).toEqual([]);
        expect(localise.boxes?.labelForCategory(answer, initialVocabulary, 'nose', {})).toBeNull();
      }),
    );
  });

  it('is no finding about the data, though it shows what entities show', () => {
    const image = {
      type: 'image',
      position: 0,
      role: 'query',
      name: 'q.png',
      size: { width: 9, height: 9 },
      perceptualHash: 'f'.repeat(64),
      sha256: 'a'.repeat(64),
    } as const;
    const found = observatory.health(
      ['one', 'two'].map((id) => ({
        id,
        externalId: id,
        payload: { ...localisation, id },
        answer: localise.initialAnswer(localisation),
        regions: [],
        regionLabels: [],
        images: [{ ...image, imageId: null }],
      })),
    );
    expect(found).toEqual([]);
  });

  it('is what the schema of questions says', () => {
    for (const question of QUESTIONS) expect(Query.safeParse(question).success).toBe(true);
  });
});
