import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hasRoom, parcelChanges } from '../../electron/core/features/hub/parcelChanges.ts';
import { PersonId } from '../../shared/base/ids.ts';
import { DOCUMENTS, type HubDocument, PUSH_BYTES } from '../../shared/hub/protocol.ts';

const person = PersonId.parse('01890a5d-ac96-774b-bcce-b302099a8057');
const item = (id: string, content = `{"row":{"id":"${id}"}}`): HubDocument => ({
  table: 'item',
  id,
  person: null,
  audience: person,
  item: id,
  about: null,
  sha256: null,
  content,
});
const sent = (document: HubDocument) => ({
  tab: document.table,
  id: document.id,
  hash: createHash('sha256')
    .update(document.content ?? '')
    .digest('base64'),
});
const changes = (...[parcel, was, deleted]: [HubDocument[], HubDocument[], string[]?]) =>
  parcelChanges(person, parcel, was.map(sent), () => new Set(deleted), 7).map(
    ({ document: { id, content }, hash }) => [
      id,
      content === null ? null : content.includes('"changedAt":7'),
      hash !== null,
    ],
  );

describe('what of a parcel a person has yet to be sent', () => {
  it('is what is new, and what says something else, with its time', () => {
    expect(
      changes([item('a'), item('b'), item('c')], [item('b'), item('c', '{"row":{"id":"old"}}')]),
    ).toEqual([
      ['a', false, true],
      ['c', true, true],
    ]);
  });

  it('is what is theirs no more, unless it went with a deleted item', () => {
    expect(changes([], [item('a'), item('b')], ['item b'])).toEqual([['a', null, false]]);
  });

  it('is nothing where they have it all', () => {
    expect(changes([item('a')], [item('a')])).toEqual([]);
  });

  it('looks for deleted items only where something is theirs no more', () => {
    const unasked = (): never => {
      throw new Error('It was looked for.');
    };
    expect(() => parcelChanges(person, [item('a')], [], unasked, 7)).not.toThrow();
  });

  it('takes nothing back before all that is new is sent', () => {
    const large = Array.from({ length: 3 }, (_, at) => item(`n${String(at)}`, `"${'x'.repeat(400_000)}"`));
    expect(changes(large, [item('gone')]).map(([id]) => id)).toEqual(['n0', 'n1']);
    expect(changes([...large, item('small')], [item('gone')]).map(([id]) => id)).toEqual([
      'n0',
      'n1',
      'small',
    ]);
  });

  it('is no more than one batch takes, new or taken back', () => {
    const many = Array.from({ length: DOCUMENTS + 1 }, (_, at) => item(String(at)));
    expect(changes(many, [])).toHaveLength(DOCUMENTS);
    expect(changes([item('new')], many.slice(2))).toHaveLength(DOCUMENTS);
    expect(changes([item('new')], many)).toHaveLength(DOCUMENTS);
  });

  it('is taken back from this person', () => {
    const [change] = parcelChanges(person, [], [sent(item('a'))], () => new Set(), 7);
    expect(change?.document).toEqual({ ...item('a'), item: null, content: null });
  });

  it('has room by bytes and by number', () => {
    const room = PUSH_BYTES - 50_000;
    expect(hasRoom({ bytes: 0, count: 0 }, { bytes: room, count: DOCUMENTS })).toBe(true);
    expect(hasRoom({ bytes: 1, count: 0 }, { bytes: room, count: 1 })).toBe(false);
    expect(hasRoom({ bytes: 0, count: 1 }, { bytes: 1, count: DOCUMENTS })).toBe(false);
    expect(hasRoom({ bytes: 900_000, count: 1 }, { bytes: 200_000, count: 1 })).toBe(false);
    expect(hasRoom({ bytes: 0, count: 100_000 }, { bytes: 1, count: 1 })).toBe(false);
  });
});
