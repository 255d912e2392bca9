import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { querySets } from '../../shared/benchmarks/observatory/querySets.ts';
import { createOneEditIndex } from '../../shared/benchmarks/observatory/queries/oneEdit.ts';
import type { BuiltQuerySets } from '../../shared/benchmarks/querySets.ts';
import { queryItem } from '../helpers/queryItems.ts';
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

const Grid = Line.extend({
  collage: z.string(),
  cells: z.array(Shown.extend({ cell: z.tuple([z.number(), z.number()]) })).length(4),
  answer: z.tuple([z.number(), z.number()]),
});

const grids = ({ sets }: BuiltQuerySets) => sets.map(({ line }) => Grid.parse(line));

describe('words one edit apart', () => {
  it('are those at a Levenshtein distance of 1, all of them', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', 'c'), minLength: 0, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), word, (words, asked) => {
        const expected = [...new Set(words)].filter((other) => levenshtein(asked, other) === 1);
        expect(createOneEditIndex(words).neighbours(asked)).toEqual(expected.sort());
      }),
    );
  });

  it('take no notice of casing, and swap no letters', () => {
    const index = createOneEditIndex(['Cat', 'CAT', 'cart', 'act']);
    expect(index.neighbours('cAt')).toEqual(['cart']);
  });
});

describe('grid pointing', () => {
  it('has each entity once in every cell, with the same three others around it', () => {
    fc.assert(
      fc.property(planned, anyCount, anySeed, (items, count, seed) => {
        const lines = grids(querySets.build(items, request('grid', count, seed)));
        for (const [id, own] of Map.groupBy(lines, ({ item }) => item)) {
          expect(own.map(({ answer }) => answer.join()).sort()).toEqual(['0,0', '0,1', '1,0', '1,1']);
          expect(
            new Set(
              own.map(({ cells }) =>
                cells
                  .map(({ item }) => item)
                  .sort()
                  .join(),
              ),
            ).size,
          ).toBe(1);
          for (const { cells, answer, support } of own) {
            expect(cells.map(({ cell }) => cell.join())).toEqual(['0,0', '0,1', '1,0', '1,1']);
            const right = cells.filter(({ role }) => role === 'answer');
            expect(right).toMatchObject([{ item: id, cell: answer, image: `originals/${id}.png` }]);
            expect(cells.every(({ transformation }) => transformation === 'Org')).toBe(true);
            expect(new Set(cells.map(({ item }) => nameOf(items, item))).size).toBe(4);
            expect(support.image).toContain(id);
          }
        }
        const ids = new Set(lines.map(({ item }) => item));
        expect(lines).toHaveLength(4 * ids.size);
        for (const domain of ['CELEB', 'WORD'])
          expect(
            new Set(lines.filter((line) => line.domain === domain).map(({ item }) => item)).size,
          ).toBeLessThanOrEqual(count);
      }),
    );
  });

  it('asks about the families equally often in every cell, the support being of the family', () => {
    const lines = grids(querySets.build(plan(5, 60, 60), request('grid', 12, 4)));
    expect(lines).toHaveLength(96);
    const both = counted(lines.map(({ answer, family }) => `${answer.join()} ${family}`));
    expect(Object.keys(both)).toHaveLength(12);
    expect(new Set(Object.values(both))).toEqual(new Set([8]));
    for (const { family, support, transformation } of lines) {
      expect(support.transformation).toBe(transformation);
      expect(transformation === 'Org').toBe(family === 'Org');
    }
  });

  it('fills the third cell from the other domain where there are only two neighbours', () => {
    const words = ['cat', 'cot', 'cut'].map((entity) =>
      queryItem({ id: entity, domain: 'WORD', entity, within: 0, ood: 0 }),
    );
    const face = queryItem({ id: 'face', domain: 'CELEB', entity: 'Face', within: 0, ood: 0 });
    const lines = grids(querySets.build([...words, face], request('grid', 3)));
    expect(lines).toHaveLength(12);
    for (const { cells } of lines)
      expect(cells.filter(({ role }) => role === 'other_domain')).toMatchObject([{ item: 'face' }]);
    expect(querySets.build(words, request('grid', 3)).leftOut[0]?.reason).toContain(
      'only two near neighbours',
    );
  });

  it('has a collage that shows what the set says', () => {
    for (const { line, collage } of querySets.build(plan(5, 30, 30), request('grid', 3)).sets) {
      const { cells, collage: path } = Grid.parse(line);
      expect(collage?.path).toBe(path);
      expect(collage?.rows.map((row) => row.map(({ item }) => item))).toEqual(
        [0, 1].map((row) => cells.filter(({ cell }) => cell[0] === row).map(({ item }) => item)),
      );
      expect(collage?.rows.flat().every(({ position }) => position === 0)).toBe(true);
    }
  });
});
