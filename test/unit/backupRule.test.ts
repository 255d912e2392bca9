import { assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isBackupDue,
  outdatedBackups,
  type Reach,
  WORTH_A_BACKUP,
} from '../../electron/core/db/backupRule.ts';

const reach = (sequence: number, items = 100, answers = 0): Reach => ({ sequence, items, answers });

describe('a backup is due', () => {
  it('where there is none yet and anything to lose', () => {
    expect(isBackupDue(null, reach(0, 0), false)).toBe(false);
    expect(isBackupDue(null, reach(1, 0), false)).toBe(true);
  });
  it('after the first import, however small', () => {
    expect(isBackupDue(reach(1, 0), reach(2, 1), true)).toBe(true);
  });
  it('where a few minutes of work would be lost, be it entries, items or answers', () => {
    const last = reach(50);
    expect(isBackupDue(last, last, true)).toBe(false);
    expect(isBackupDue(last, reach(50 + WORTH_A_BACKUP - 1), true)).toBe(false);
    expect(isBackupDue(last, reach(50 + WORTH_A_BACKUP), true)).toBe(true);
    expect(isBackupDue(last, reach(51, 100 + WORTH_A_BACKUP), true)).toBe(true);
    expect(isBackupDue(last, reach(51, 100, WORTH_A_BACKUP), true)).toBe(true);
  });
  it('after an older one was restored, whatever the newest has', () => {
    expect(isBackupDue(reach(200), reach(101), false)).toBe(true);
  });
});

describe('outdated backups', () => {
  const name = (day: number, hour: number, reason: string): string =>
    `2026-11-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}-00-00-000Z-${reason}.sqlite`;
  it('are all but the newest of a day’s work, and all but ten', () => {
    const names = [
      name(20, 18, 'work'),
      name(20, 12, 'work'),
      name(20, 9, 'daily'),
      name(19, 18, 'work'),
      ...Array.from({ length: 9 }, (_none, index) => name(18 - index, 9, 'daily')),
    ];
    expect(outdatedBackups(names)).toEqual([
      name(20, 12, 'work'),
      name(11, 9, 'daily'),
      name(10, 9, 'daily'),
    ]);
  });
  it('never push out the days before, whatever is done on one', () => {
    assert(
      property(integer({ min: 1, max: 60 }), (times) => {
        const former = Array.from({ length: 8 }, (_none, index) => name(10 - index, 9, 'daily'));
        const today = Array.from(
          { length: times },
          (_none, index) => `2026-11-20T12-${String(59 - index).padStart(2, '0')}-00-000Z-work.sqlite`,
        );
        const gone = outdatedBackups([...today, ...former]);
        return former.every((each) => !gone.includes(each)) && !gone.includes(today[0] ?? '');
      }),
    );
  });
});
