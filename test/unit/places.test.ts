import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { formerHolders, freePlaces, groupOf, holdingOf } from '../../electron/core/derived/places.ts';
import type { PlaceHolder } from '../../electron/core/records/studies/arrivals.ts';
import { ArrivalId, StudySessionId } from '../../shared/base/ids.ts';

const NOW = 10_000_000;
const MINUTE = 60_000;
const SETTINGS = { places: 5, silenceMinutes: 10 };

const holder = (change: Partial<PlaceHolder> = {}): PlaceHolder => ({
  studySessionId: StudySessionId.parse(v7()),
  place: 1,
  arrivalId: ArrivalId.parse(v7()),
  lastSeenAt: NOW,
  releasedAt: null,
  takenAt: 0,
  answered: false,
  ended: false,
  withdrawn: false,
  excluded: false,
  ...change,
});

describe('a place', () => {
  it('is of the groups in turn, from the first', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map((place) => groupOf(place, 3))).toEqual([1, 2, 3, 1, 2, 3, 1]);
    expect([1, 2, 3].map((place) => groupOf(place, 1))).toEqual([1, 1, 1]);
  });

  it.each([
    ['who was seen within the silence', { lastSeenAt: NOW - 10 * MINUTE }, 'underWay'],
    ['who was not', { lastSeenAt: NOW - 10 * MINUTE - 1 }, 'silent'],
    ['whose place was released', { releasedAt: NOW }, 'silent'],
    ['who has not been seen yet', { lastSeenAt: null }, 'underWay'],
    ['who has finished and is silent since', { ended: true, lastSeenAt: 0 }, 'finished'],
    ['who has finished and withdrew', { ended: true, withdrawn: true }, 'gone'],
    ['who has finished and is excluded', { ended: true, excluded: true }, 'gone'],
  ] as const)('of somebody %s is held or not', (_who, change, holding) => {
    expect(holdingOf(holder(change), SETTINGS, NOW)).toBe(holding);
  });

  it('that nobody holds is free, the lowest first', () => {
    const holders = [
      holder({ place: 1 }),
      holder({ place: 2, withdrawn: true }),
      holder({ place: 3, ended: true }),
      holder({ place: 4, lastSeenAt: 0 }),
    ];
    expect(freePlaces(holders, SETTINGS, NOW)).toEqual([2, 4, 5]);
  });

  it('that somebody else takes is lost by who went silent at it, and by nobody else', () => {
    const silent = holder({ place: 2 });
    const others = [
      holder({ place: 1 }),
      holder({ place: 2, releasedAt: 5 }),
      holder({ place: 2, ended: true }),
      holder({ place: 2, arrivalId: null }),
    ];
    expect(formerHolders([...others, silent], 2)).toEqual([silent.arrivalId]);
  });
});
