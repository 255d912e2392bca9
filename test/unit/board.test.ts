import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { boardOf, type BoardRows } from '../../electron/core/features/studies/arrivals/board.ts';
import type { PlaceHolder } from '../../electron/core/records/studies/arrivals.ts';
import { ArrivalId, StudySessionId } from '../../shared/base/ids.ts';

const NOW = 10_000_000;
const MINUTE = 60_000;
const SETTINGS = { places: 6, silenceMinutes: 10 };
const CONDITIONS = [
  { id: 'full', title: 'With the image' },
  { id: 'text', title: 'Text alone' },
];

const holder = (place: number, change: Partial<PlaceHolder> = {}): PlaceHolder => ({
  studySessionId: StudySessionId.parse(v7()),
  place,
  arrivalId: ArrivalId.parse(v7()),
  lastSeenAt: NOW,
  releasedAt: null,
  takenAt: 0,
  answered: true,
  ended: false,
  withdrawn: false,
  excluded: false,
  ...change,
});
type Arriving = BoardRows['arrivals'][number];
const arrival = (change: Partial<Arriving>): Arriving => ({
  state: 'deciding',
  studySessionId: null,
  releasedFor: null,
  ...change,
});
const sumOf = ({ studySessionId }: PlaceHolder, condition: string, main: number) => ({
  studySessionId,
  condition,
  main,
});
const board = (rows: Partial<BoardRows>) =>
  boardOf({ arrivals: [], holders: [], answers: [], ...rows }, SETTINGS, CONDITIONS, NOW);

describe('the board of a study', () => {
  it('counts people without a place by how far they are', () => {
    const arrivals = [
      arrival({}),
      arrival({}),
      arrival({ state: 'declined' }),
      arrival({ state: 'screened_out' }),
      arrival({ state: 'deciding', studySessionId: StudySessionId.parse(v7()) }),
      arrival({ state: 'over', releasedFor: 'attention' }),
      arrival({ state: 'over', releasedFor: 'withdrawal' }),
      arrival({ state: 'over', releasedFor: 'returned' }),
      arrival({ state: 'over', releasedFor: 'timed_out' }),
      arrival({ state: 'over', releasedFor: 'rejected' }),
      arrival({ state: 'over', releasedFor: 'silence' }),
    ];
    expect(board({ arrivals })).toMatchObject({
      arrived: 11,
      deciding: 2,
      declined: 1,
      screenedOut: 1,
      attentionFailed: 1,
      withdrawn: 1,
      returned: 3,
    });
  });

  const SILENT = { lastSeenAt: NOW - 11 * MINUTE };
  it('counts places by group, which take turns', () => {
    const holders = [
      holder(1),
      holder(2, { ended: true }),
      holder(3, SILENT),
      holder(4, { ended: true }),
      holder(5, { ended: true, withdrawn: true }),
    ];
    expect(board({ holders })).toMatchObject({
      places: 6,
      underWay: 1,
      silent: 1,
      finished: 2,
      left: 3,
      groups: [
        { group: 1, places: 3, underWay: 1, silent: 1, finished: 0, left: 2 },
        { group: 2, places: 3, underWay: 0, silent: 0, finished: 2, left: 1 },
      ],
    });
  });

  it.each<[string, Partial<PlaceHolder>, Arriving['releasedFor'], number]>([
    ['counts somebody who lost a place to silence as silent', { withdrawn: true }, 'silence', 1],
    ['counts nobody as silent who left', { withdrawn: true }, 'withdrawal', 0],
    ['counts nobody as silent who finished all the same', { ended: true }, 'silence', 0],
  ])('%s', (_what, change, releasedFor, silent) => {
    const one = holder(1, change);
    const arrivals = [arrival({ state: 'over', studySessionId: one.studySessionId, releasedFor })];
    expect(board({ holders: [one], arrivals }).silent).toBe(silent);
  });

  it('counts the answers of people who finished and count, by version', () => {
    const [done, out, left, open] = [
      holder(1, { ended: true }),
      holder(2, { ended: true, excluded: true }),
      holder(3, { ended: true, withdrawn: true }),
      holder(4),
    ];
    const answers = [
      sumOf(done, 'full', 4),
      sumOf(done, 'text', 2),
      ...[out, left, open].map((each) => sumOf(each, 'full', 5)),
    ];
    expect(board({ holders: [done, out, left, open], answers }).conditions).toEqual([
      { condition: 'full', title: 'With the image', answers: 4 },
      { condition: 'text', title: 'Text alone', answers: 2 },
    ]);
  });

  it('tells of a crowd, and that it took at least a second', () => {
    const crowd = [1, 2, 3, 4, 5].map((place) => holder(place, { answered: false }));
    expect(board({ holders: crowd }).crowd).toEqual({ places: 5, seconds: 1 });
    expect(board({ holders: crowd.slice(1) }).crowd).toBeNull();
  });
});
