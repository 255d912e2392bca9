import { describe, expect, it } from 'vitest';
import { queueOutlook } from '../../renderer/screens/adjudicate/queue/queueOutlook.ts';
import { shownFilters } from '../../renderer/screens/adjudicate/queue/shownFilters.ts';

describe('what there is to decide', () => {
  const states = { disputed: 0, conflict: 0, decided: 0, waiting: 0 };
  it.each([
    ['cases', { disputed: 2, conflict: 1 }, 0, false, '3 items to decide', /^The names of raters/u],
    ['one case', { conflict: 1 }, 0, false, '1 item to decide', /^The names of raters/u],
    [
      'cases, some barred',
      { disputed: 3 },
      1,
      false,
      '2 items to decide',
      /^You rated 1 more case in this list: another adjudicator has to decide it\. The names/u,
    ],
    [
      'barred cases alone',
      { disputed: 2 },
      2,
      true,
      'Nobody disagrees',
      /decide them\. Items on which raters differ/u,
    ],
    [
      'decided cases',
      { decided: 1 },
      0,
      true,
      'Everything is decided',
      /^Items on which raters differ appear here\.$/u,
    ],
    ['one missing answer', { waiting: 1 }, 0, true, 'Nobody disagrees', /^1 item still needs an answer\.$/u],
    ['missing answers', { waiting: 2 }, 0, true, 'Nobody disagrees', /^2 items still need an answer\.$/u],
  ])('%s', (_, change, barred, isDone, title, text) => {
    const outlook = queueOutlook({ states: { ...states, ...change }, barred });
    expect(outlook).toMatchObject({ isDone, title });
    expect(outlook.text).toMatch(text);
  });

  it.each([
    ['open', true, false, true],
    ['conflict', true, false, true],
    ['decided', true, true, false],
    ['unanimous', false, false, false],
  ] as const)('cases that are %s have their filters', (kind, field, outcome, open) => {
    expect(shownFilters(kind)).toEqual({ field, outcome, open });
  });
});
