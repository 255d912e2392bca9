import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { crowdOf } from '../../electron/core/derived/places.ts';
import type { PlaceHolder } from '../../electron/core/records/studies/arrivals.ts';
import { ArrivalId, StudySessionId } from '../../shared/base/ids.ts';

const NOW = 10_000_000;
const SETTINGS = { places: 20, silenceMinutes: 60 };

const holder = (takenAt: number, change: Partial<PlaceHolder> = {}): PlaceHolder => ({
  studySessionId: StudySessionId.parse(v7()),
  place: 1,
  arrivalId: ArrivalId.parse(v7()),
  lastSeenAt: NOW,
  releasedAt: null,
  takenAt,
  answered: false,
  ended: false,
  withdrawn: false,
  excluded: false,
  ...change,
});
const at = (...times: number[]): PlaceHolder[] => times.map((time) => holder(time));

describe('places that were taken at once', () => {
  it.each([
    ['a quarter of the places within seconds', at(0, 900, 1_000, 1_100, 4_000), [5, 4_000]],
    ['within a minute, not one after it', at(0, 20_000, 40_000, 60_000, 60_001, 61_000), [5, 41_000]],
    [
      'the largest of two crowds',
      at(0, 1, 2, 3, 4, 500_000, 500_001, 500_002, 500_003, 500_004, 500_005),
      [6, 5],
    ],
  ])('%s', (_which, holders, [count, withinMs]) => {
    const crowd = crowdOf(holders.toReversed(), SETTINGS, NOW);
    expect([crowd?.arrivals.length, crowd?.withinMs]).toEqual([count, withinMs]);
  });

  it.each<[string, PlaceHolder[]]>([
    ['fewer than a quarter', at(0, 1, 2, 3)],
    ['people who come one by one', at(0, 61_000, 122_000, 183_000, 244_000, 305_000)],
    ['people who have answered', at(0, 1, 2, 3, 4).map((each) => ({ ...each, answered: true }))],
    ['people whom a curator enrolled', at(0, 1, 2, 3, 4).map((each) => ({ ...each, arrivalId: null }))],
    ['places that were released', at(0, 1, 2, 3, 4).map((each) => ({ ...each, releasedAt: 5 }))],
    ['people who have finished', at(0, 1, 2, 3, 4).map((each) => ({ ...each, ended: true }))],
  ])('are not %s', (_which, holders) => {
    expect(crowdOf(holders, SETTINGS, NOW)).toBeNull();
  });

  it('are at least five in a small study', () => {
    expect(crowdOf(at(0, 1, 2, 3), { ...SETTINGS, places: 4 }, NOW)).toBeNull();
  });
});
