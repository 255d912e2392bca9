import { describe, expect, it } from 'vitest';
import { changesWithoutRight, type LoggedChange } from '../../electron/core/features/casebooks/checkLog.ts';

const change = (sequence: number, by: string | null, more: Partial<LoggedChange> = {}): LoggedChange => ({
  sequence,
  by,
  of: null,
  roles: null,
  what: String(sequence),
  ...more,
});
const roles = (of: string, was: string[] | null, is: string[]) => ({ of, roles: { was, is } });
const found = (changes: readonly LoggedChange[], members: Readonly<Record<string, string[]>>): number[] =>
  changesWithoutRight(
    changes,
    Object.entries(members).map(([handle, held]) => ({ id: `id-${handle}`, handle, roles: held })),
  ).map(({ sequence }) => sequence);

describe('changes without the right to make them', () => {
  it('are those of somebody who never was a curator', () => {
    expect(
      found([change(1, null), change(2, 'id-mara'), change(3, 'id-ed'), change(4, 'id-gone')], {
        mara: ['curator', 'annotator'],
        ed: ['adjudicator'],
      }),
    ).toEqual([3]);
  });

  it('are also those with which somebody made themselves a curator', () => {
    const changes = [
      change(1, 'id-ed', roles('eve', null, ['curator'])),
      change(2, 'id-ed', roles('ed', ['adjudicator'], ['curator'])),
      change(3, 'id-ed'),
    ];
    expect(found(changes, { ed: ['curator'], eve: ['curator'] })).toEqual([1, 2]);
  });

  it('are not those from before somebody ceased to be a curator', () => {
    const changes = [
      change(1, null, roles('ed', null, ['curator'])),
      change(2, 'id-ed'),
      change(3, 'id-mara', roles('ed', ['curator'], ['annotator'])),
      change(4, 'id-ed'),
    ];
    expect(found(changes, { ed: ['annotator'], mara: ['curator'] })).toEqual([4]);
  });

  it('name nobody whose roles a merge or a hub changed', () => {
    expect(
      found([change(1, null, roles('ed', null, ['curator'])), change(2, 'id-ed')], { ed: ['judge'] }),
    ).toEqual([]);
    expect(
      found([change(1, null, roles('ed', null, ['judge'])), change(2, 'id-ed')], { ed: ['curator'] }),
    ).toEqual([]);
  });
});
