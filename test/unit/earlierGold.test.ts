import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { caughtCheating } from '../../shared/benchmarks/caughtcheating/index.ts';
import { curate } from '../../shared/benchmarks/caughtcheating/task.ts';
import { differencesFromGold } from '../../shared/benchmarks/earlierGold.ts';
import type { RegionRecord } from '../../shared/domain/document.ts';
import { ImageId, RegionId } from '../../shared/base/ids.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { regionRecord } from '../helpers/regions.ts';

const blank = curate.initialAnswer({});
const imageId = ImageId.parse(v7());
const box = (x: number): RegionRecord =>
  regionRecord({ id: RegionId.parse(v7()), imageId, label: 'clue-1', x, y: 10, width: 40, height: 40 });
const said = (answer: JsonObject, ...regions: RegionRecord[]) => ({
  answer: { ...blank, ...answer },
  regions,
  asked: null,
});
const clues = [{ id: 'clue-1', text: 'A second glass', deterministic: true }];
const words = caughtCheating.vocabulary.initial;
const differences = (gold: ReturnType<typeof said>, decision: ReturnType<typeof said>) =>
  differencesFromGold(curate, gold, decision, words, 0.5);

describe('a decision and the gold that was there before', () => {
  it('differ in the fields whose values do', () => {
    const gold = said({ label: true, scene: 'hotel' });
    expect(differences(gold, said({ label: false, scene: 'hotel' }))).toEqual(['label']);
    expect(differences(gold, said({ label: true, scene: 'hotel' }))).toEqual([]);
  });

  it('are not compared in what gold left open', () => {
    expect(differences(said({ label: true }), said({ label: true, scene: 'hotel' }))).toEqual([]);
  });

  it('have the same boxes where they overlap as the casebook asks, and others where they do not', () => {
    const gold = said({ label: true, clues }, box(10));
    expect(differences(gold, said({ label: true, clues }, box(14)))).toEqual([]);
    expect(differences(gold, said({ label: true, clues }, box(200)))).toEqual(['clues']);
    expect(differences(said({ label: true, clues }), said({ label: true, clues }, box(200)))).toEqual([
      'clues',
    ]);
  });

  it('cannot be compared where there was no gold', () => {
    expect(differences(said({}), said({ label: true, clues }, box(10)))).toBeNull();
  });

  it('are compared in what the decision is about alone', () => {
    const gold = said({ label: true, scene: 'hotel' });
    const decision = { ...said({ label: true, scene: 'dining' }), asked: ['label'] };
    expect(differencesFromGold(curate, gold, decision, words, 0.5)).toEqual([]);
    const scene = { ...said({ scene: 'dining' }), asked: ['partner'] };
    expect(differencesFromGold(curate, gold, scene, words, 0.5)).toBeNull();
  });
});
