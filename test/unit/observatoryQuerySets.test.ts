import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { querySets } from '../../shared/benchmarks/observatory/querySets.ts';
import type { BuiltQuerySets, QueryItem } from '../../shared/benchmarks/querySets.ts';
import { type PlannedEntity, queryItem } from '../helpers/queryItems.ts';
import {
  anyCount,
  anySeed,
  counted,
  levenshtein,
  Line,
  nameOf,
  plan,
  planned,
  request,
  Shown,
} from '../helpers/plannedQuerySets.ts';

const Matching = Line.extend({
  candidates: z.strictObject({ A: Shown, B: Shown, C: Shown, D: Shown }),
  answer: z.enum(['A', 'B', 'C', 'D']),
});

const matchings = ({ sets }: BuiltQuerySets) => sets.map(({ line }) => Matching.parse(line));

const spread = (counts: readonly number[]): number => Math.max(...counts) - Math.min(...counts);

const plannedOf = ({ externalId, payload }: QueryItem): PlannedEntity => ({
  id: externalId,
  domain: 'WORD',
  entity: typeof payload['entity'] === 'string' ? payload['entity'] : '',
});

describe('query sets', () => {
  it('are the same for the same seed, whatever the order of the items', () => {
    fc.assert(
      fc.property(
        planned,
        anyCount,
        anySeed,
        fc.constantFrom('matching', 'grid'),
        (items, count, seed, kind) => {
          const built = querySets.build(items, request(kind, count, seed));
          expect(querySets.build(items.toReversed(), request(kind, count, seed))).toEqual(built);
        },
      ),
    );
  });

  it('say how they came about', () => {
    const built = querySets.build(plan(3, 20, 20), request('matching', 5, 42));
    expect(built.record).toMatchObject({
      kind: 'matching',
      seed: 42,
      rule: '2',
      count: 5,
      sets: built.sets.length,
    });
    for (const { seed, rule, neighbours, domain } of matchings(built))
      expect({ seed, rule, neighbours }).toEqual({
        seed: 42,
        rule: '2',
        neighbours: domain === 'WORD' ? 'one_edit' : 'perceptual_hash',
      });
    expect(querySets.build(plan(3, 20, 20), request('matching', 5, 43)).sets).not.toEqual(built.sets);
  });

  it('leave nobody out silently: what is short of what was asked for is named', () => {
    fc.assert(
      fc.property(
        planned,
        anyCount,
        anySeed,
        fc.constantFrom('matching', 'grid'),
        (items, count, seed, kind) => {
          const { sets, leftOut } = querySets.build(items, request(kind, count, seed));
          const asked = new Set(sets.map(({ line }) => line['item']));
          const refused = new Set(leftOut.map(({ item }) => item));
          for (const domain of ['CELEB', 'WORD']) {
            const own = items.filter(({ payload }) => payload['domain'] === domain);
            const about = own.filter(({ externalId }) => asked.has(externalId)).length;
            if (about < count && own.length > 0) {
              expect(leftOut.some(({ item, reason }) => item === null && reason.startsWith(domain))).toBe(
                true,
              );
              for (const { externalId } of own)
                expect(asked.has(externalId) !== refused.has(externalId)).toBe(true);
            }
          }
        },
      ),
    );
  });
});

describe('image matching', () => {
  it('has the original as support and its variant, an image of the other domain and two neighbours to choose from', () => {
    fc.assert(
      fc.property(planned, anyCount, anySeed, (items, count, seed) => {
        for (const line of matchings(querySets.build(items, request('matching', count, seed)))) {
          const shown = Object.values(line.candidates);
          expect(line.support).toEqual({ image: `originals/${line.item}.png`, transformation: 'Org' });
          expect(shown.map(({ role }) => role).sort()).toEqual([
            'answer',
            'neighbour',
            'neighbour',
            'other_domain',
          ]);
          expect(line.candidates[line.answer]).toMatchObject({ role: 'answer', item: line.item });
          expect(new Set(shown.map(({ image }) => image)).size).toBe(4);
          const names = shown.map(({ item }) => nameOf(items, item));
          expect(new Set(names).size).toBe(4);
          for (const { role, item } of shown) {
            const domain = items.find(({ externalId }) => externalId === item)?.payload['domain'];
            expect(domain === line.domain).toBe(role !== 'other_domain');
            if (role === 'neighbour' && line.domain === 'WORD')
              expect(levenshtein(nameOf(items, item), nameOf(items, line.item))).toBe(1);
          }
        }
      }),
    );
  });

  it('has each letter for an answer equally often, in every family', () => {
    const lines = matchings(querySets.build(plan(5, 60, 60), request('matching', 24, 9)));
    expect(lines).toHaveLength(48);
    const both = counted(lines.map(({ answer, family }) => `${answer} ${family}`));
    expect(Object.keys(both)).toHaveLength(12);
    expect(new Set(Object.values(both))).toEqual(new Set([4]));
    fc.assert(
      fc.property(planned, anyCount, anySeed, (items, count, seed) => {
        const all = matchings(querySets.build(items, request('matching', count, seed)));
        const letters = ['A', 'B', 'C', 'D'].map(
          (letter) => all.filter(({ answer }) => answer === letter).length,
        );
        expect(spread(letters)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('shows all candidates transformed alike, so that the kind of picture tells nothing', () => {
    const lines = matchings(querySets.build(plan(5, 60, 60), request('matching', 24, 9)));
    for (const { candidates, family, transformation } of lines)
      for (const shown of Object.values(candidates)) {
        if (family === 'OOD') expect(shown.transformation).toMatch(/^scene /u);
        else expect(shown.transformation).toBe(transformation);
      }
  });

  it('takes the faces whose hashes are nearest', () => {
    const face = (id: string, hash: string): QueryItem =>
      queryItem({ id, domain: 'CELEB', entity: id, hash, within: 0, ood: 0 });
    const word = queryItem({ id: 'w', domain: 'WORD', entity: 'word', within: 0, ood: 0 });
    // 1, 2, 3 and 8 bits from the first.
    const items = [face('a', '0'), face('b', '1'), face('c', '3'), face('d', '7'), face('e', 'ff'), word];
    const lines = matchings(querySets.build(items, request('matching', 5)));
    const neighboursOf = (id: string): string[] =>
      Object.values(lines.find(({ item }) => item === id)?.candidates ?? {})
        .filter(({ role }) => role === 'neighbour')
        .map(({ item }) => item)
        .sort();
    expect(neighboursOf('a')).toEqual(['b', 'c']);
    expect(neighboursOf('e')).toEqual(['c', 'd']);
  });

  it('takes those that a file of distances says are nearest, and no others', () => {
    const faces = ['a', 'b', 'c', 'd'].map((id) =>
      queryItem({ id, domain: 'CELEB', entity: id, within: 0, ood: 0 }),
    );
    const word = queryItem({ id: 'w', domain: 'WORD', entity: 'word', within: 0, ood: 0 });
    const distances = [
      { first: 'a', second: 'd', distance: 0.1 },
      { first: 'c', second: 'a', distance: 0.2 },
      { first: 'a', second: 'b', distance: 0.3 },
      { first: 'a', second: 'stranger', distance: 0 },
    ];
    const built = querySets.build([...faces, word], request('matching', 4, 1, distances));
    const lines = matchings(built);
    expect(lines.map(({ item, neighbours }) => [item, neighbours])).toEqual([['a', 'distance_file']]);
    expect(
      Object.values(lines[0]?.candidates ?? {})
        .filter(({ role }) => role === 'neighbour')
        .map(({ item }) => item)
        .sort(),
    ).toEqual(['c', 'd']);
    expect(built.leftOut).toContainEqual({
      item: null,
      reason: '1 of 4 distances are of items that are no faces of this casebook: not used.',
    });
    expect(built.leftOut).toContainEqual({
      item: 'b',
      reason: 'Only one neighbour that the file of distances gives it can be shown; 2 are needed.',
    });
  });

  it('shows nobody a face twice: neither the same person nor the same picture is a distractor', () => {
    const face = (id: string, entity: string): QueryItem =>
      queryItem({ id, domain: 'CELEB', entity, within: 0, ood: 0 });
    const copy = { ...face('copy', 'Another name'), images: face('a', 'Ann').images };
    const items = [face('a', 'Ann'), face('b', 'ann '), copy, face('c', 'Cy')];
    const word = queryItem({ id: 'w', domain: 'WORD', entity: 'word', within: 0, ood: 0 });
    const { leftOut } = querySets.build([...items, word], request('matching', 1));
    expect(leftOut).toContainEqual({
      item: 'a',
      reason: 'Only one original that looks like it can be shown; 2 are needed.',
    });
  });

  it('says of an entity what it lacks', () => {
    const items = ['cat', 'cot', 'cut', 'zebra'].map((entity) =>
      queryItem({ id: entity, domain: 'WORD', entity, within: 0, ood: 0 }),
    );
    const missing = { ...queryItem({ id: 'gone', domain: 'CELEB', entity: 'Gone' }), images: [] };
    expect(querySets.build([...items, missing], request('matching', 4)).leftOut).toEqual(
      expect.arrayContaining([
        { item: 'gone', reason: 'Its original is missing.' },
        { item: 'zebra', reason: 'No word one edit away can be shown; 2 are needed.' },
        { item: 'cat', reason: 'No image of the other domain can be shown beside it.' },
        { item: null, reason: 'WORD: only 0 of 4 entities can be asked about; there are 4.' },
      ]),
    );
  });

  it('asks in the other families where one cannot be shown, and says which: faces beside words without stylised variants', () => {
    const items = plan(5, 14, 30).map((item) =>
      item.payload['domain'] === 'WORD' ? queryItem({ ...plannedOf(item), ood: 0 }) : item,
    );
    const built = querySets.build(items, request('matching', 14));
    const faces = matchings(built).filter(({ domain }) => domain === 'CELEB');
    expect(faces).toHaveLength(14);
    expect(counted(faces.map(({ family }) => family))).toEqual({ Org: 7, ID: 7 });
    expect(built.leftOut).toContainEqual({
      item: null,
      reason:
        'CELEB: no entity can be asked about in the family OOD; the other families take its turns. The other domain has no image of it to show beside.',
    });
    expect(built.leftOut.filter(({ item }) => item?.startsWith('c') === true)).toEqual([]);
  });

  it.each(['guided', 'grid'])('asks about what an entity has where others have more (%s)', (kind) => {
    const faces = Array.from({ length: 9 }, (_, at) =>
      queryItem({
        id: `c${String(at)}`,
        domain: 'CELEB',
        entity: `Person ${String(at)}`,
        boxes: { nose: [1, 1, 2, 2], mouth: [3, 3, 4, 4] },
        hash: '0'.repeat(64),
        ...(at > 0 && { ood: 0 }),
      }),
    );
    const built = querySets.build(faces, request(kind, 9));
    expect(new Set(built.sets.map(({ line }) => line['item'])).size).toBe(9);
    expect(built.leftOut).toEqual([]);
  });

  it('says where all there are were asked about, and fewer than wanted', () => {
    const faces = ['a', 'b'].map((id) =>
      queryItem({ id, domain: 'CELEB', entity: id, boxes: { nose: [1, 1, 2, 2], mouth: [3, 3, 4, 4] } }),
    );
    expect(querySets.build(faces, request('guided', 2)).leftOut).toEqual([]);
    expect(querySets.build(faces, request('guided', 3)).leftOut).toEqual([
      { item: null, reason: 'CELEB: all 2 entities are asked about; 3 were wanted.' },
    ]);
  });

  it('does not show a variant on which something is wrong', () => {
    const items = plan(5, 30, 30).map((item) => ({
      ...item,
      payload: {
        ...item.payload,
        variants: z
          .array(z.record(z.string(), z.json()))
          .parse(item.payload['variants'])
          .map((variant) =>
            variant['family'] === 'OOD' ? { ...variant, exception: 'the layout has changed' } : variant,
          ),
      },
    }));
    const lines = matchings(querySets.build(items, request('matching', 12)));
    expect(new Set(lines.map(({ family }) => family))).toEqual(new Set(['Org', 'ID']));
  });
});
