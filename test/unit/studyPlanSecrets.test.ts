import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  choicesIn,
  type PlannedItem,
  type PlannedStudy,
  planStudySession,
  studyOrder,
} from '../../shared/domain/studyPlan.ts';
import { FIXED, item, items, itemsIn, spread, study, tally } from '../helpers/plannedStudies.ts';

describe('items that tell each other’s answers', () => {
  const KINDS = ['grid', 'guided', 'matching', 'semi-guided', 'unguided'];
  /** Images, each asked about in every kind; of some kinds there are several. */
  const about = (images: number, kindsOf = KINDS, times = (_kind: string): number => 1): PlannedItem[] =>
    Array.from({ length: images }, (_, image) => String(image)).flatMap((key) =>
      kindsOf.flatMap((kind) => Array.from({ length: times(kind) }, () => item([FIXED], 1, { key, kind }))),
    );
  const metBy = (of: PlannedStudy, number: number): PlannedItem[] =>
    itemsIn(planStudySession(of, number)).flatMap(
      ({ itemId }) => of.main.find(({ id }) => id === itemId) ?? [],
    );
  const shapes = fc.record({
    images: fc.integer({ min: 1, max: 12 }),
    among: fc.subarray(KINDS, { minLength: 1 }),
    loose: fc.integer({ min: 0, max: 3 }),
    conditions: fc.constantFrom(['only'], ['basic', 'deceptive']),
    itemsEach: fc.option(fc.integer({ min: 1, max: 12 })),
    seed: fc.integer({ min: 0, max: 1000 }),
  });
  const of = ({ images, among, loose, ...rest }: typeof shapes extends fc.Arbitrary<infer T> ? T : never) =>
    study({
      ...rest,
      main: studyOrder(
        [...about(images, among), ...about(2, ['guided'], () => 2), ...items(loose)],
        rest.seed,
      ),
    });

  it('meet nobody together: of those about one image each gets one kind', () => {
    fc.assert(
      fc.property(shapes, fc.integer({ min: 0, max: 40 }), (shape, number) => {
        const plan = of({ ...shape, images: shape.images + 2 });
        const kindsMet = Map.groupBy(
          metBy(plan, number).flatMap(({ exclusive }) => exclusive ?? []),
          ({ key }) => key,
        );
        for (const met of kindsMet.values()) expect(new Set(met.map(({ kind }) => kind)).size).toBe(1);
        const ids = metBy(plan, number).map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        const most = choicesIn(plan).length;
        expect(ids).toHaveLength(Math.min(plan.itemsEach ?? most, most));
      }),
    );
  });

  it('come equally often: to each participant every kind, and every kind of an image over participants', () => {
    const of = study({ main: studyOrder(about(13), 4), conditions: ['only'] });
    const kindsOf = new Map<string, string[]>();
    for (let number = 1; number <= 10; number += 1) {
      const met = metBy(of, number).flatMap(({ exclusive }) => exclusive ?? []);
      expect(met).toHaveLength(13);
      expect(
        spread(
          tally(
            met.map(({ kind }) => kind),
            KINDS,
          ),
        ),
      ).toBeLessThanOrEqual(1);
      for (const { key, kind } of met) {
        const kinds = [...(kindsOf.get(key) ?? []), kind];
        kindsOf.set(key, kinds);
        expect(spread(tally(kinds, KINDS))).toBeLessThanOrEqual(1);
      }
    }
    expect(kindsOf.size).toBe(13);
  });

  it('come equally often where each gets a few, and items of one kind take turns', () => {
    const main = studyOrder(
      about(7, ['grid', 'guided'], (kind) => (kind === 'grid' ? 4 : 1)),
      9,
    );
    const of = study({ main, conditions: ['only'], itemsEach: 3 });
    // Eight rounds of seven images, three a participant: four times the grid of each, each of its four once.
    const met = Array.from({ length: 56 }, (_, at) => metBy(of, at + 1)).flat();
    expect(met).toHaveLength(168);
    const times = main.map(({ id }) => met.filter((each) => each.id === id).length);
    expect(times).toEqual(main.map(({ exclusive }) => (exclusive?.kind === 'grid' ? 3 : 12)));
  });

  it('come in every condition equally often', () => {
    const of = study({ main: about(4, ['grid', 'guided']) });
    const met = Array.from({ length: 4 }, (_, at) => itemsIn(planStudySession(of, at + 1))).flat();
    for (const { id } of of.main)
      expect(
        met
          .filter(({ itemId }) => itemId === id)
          .map(({ condition }) => condition)
          .sort(),
      ).toEqual(['basic', 'deceptive']);
  });

  it('are met one and all in studies that were opened without it, in the order that they had', () => {
    const main = about(4);
    const together = { ...study({ main, itemsEach: 7 }), apart: false };
    const plain = main.map((each) => ({ ...each, exclusive: null }));
    for (const number of [1, 2, 5])
      expect(planStudySession(together, number)).toEqual(
        planStudySession({ ...together, main: plain }, number),
      );
    expect(itemsIn(planStudySession({ ...together, itemsEach: null }, 1))).toHaveLength(20);
  });

  it('keep the study’s own order where it is fixed', () => {
    const of = study({ main: studyOrder(about(6), 2), order: 'fixed', conditions: ['only'] });
    const places = metBy(of, 3).map((each) => of.main.indexOf(each));
    expect(places).toHaveLength(6);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });
});
