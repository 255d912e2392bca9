import { describe, expect, it } from 'vitest';
import { releaseBy, submissionsIn } from '../../electron/core/features/studies/arrivals/panelStatus.ts';

describe('a list of submissions', () => {
  const ANNA = { line: 2, panelId: 'anna', status: 'RETURNED' };
  it.each<[string, string, ReturnType<typeof submissionsIn>]>([
    ['as the panel writes it', 'Participant id,Status\nanna,RETURNED', [ANNA]],
    [
      'with a byte order mark, spaces and small letters',
      '\uFEFF STATUS , prolific_pid\nreturned, anna ',
      [ANNA],
    ],
    ['with lines that are empty', 'id,status\nanna,returned\n\n,\n', [ANNA]],
    ['with a line that is too short', 'id,status\nben', [{ line: 2, panelId: 'ben', status: '' }]],
    [
      'of several',
      'id,x,status\nanna,1,returned\nben,2,approved',
      [ANNA, { line: 3, panelId: 'ben', status: 'APPROVED' }],
    ],
    ['of nobody', 'id,status', []],
  ])('%s', (_how, csv, expected) => {
    expect(submissionsIn(csv)).toEqual(expected);
  });

  it.each(['', 'id\nanna', 'status\nreturned', 'name,state\nanna,returned'])('is not "%s"', (csv) => {
    expect(() => submissionsIn(csv)).toThrow('Participant id');
  });
});

it.each([
  ['RETURNED', 'returned'],
  ['TIMED-OUT', 'timed_out'],
  ['REJECTED', 'rejected'],
  ['APPROVED', null],
  ['AWAITING REVIEW', null],
  ['SCREENED OUT', null],
  ['returned', undefined],
  ['', undefined],
] as const)('the status "%s" gives a place back for %s', (status, why) => {
  expect(releaseBy(status)).toBe(why);
});
