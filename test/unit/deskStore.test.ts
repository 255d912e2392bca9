import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnsweredEdition } from '../../shared/contract/annotations.ts';
import { fieldRecords, toRecords } from '../../shared/domain/document.ts';
import { EditionId } from '../../shared/base/ids.ts';
import { DeskServer } from '../helpers/deskServer.ts';
import { choose, field, initial, openStore, put, textOf, type } from '../helpers/openDeskStore.ts';
import { box, regionId } from '../helpers/openDesk.ts';

let server = new DeskServer(initial);

let store = openStore(server);

beforeEach(() => {
  vi.useFakeTimers();
  server = new DeskServer(initial);
  store = openStore(server);
});

afterEach(() => {
  store.dispose();
  vi.useRealTimers();
});

describe('saving', () => {
  it('shows an edit at once and sends a choice without delay', async () => {
    choose(store, 'hotel');
    expect(textOf(store.getState().records, 'scene')).toBe('hotel');
    expect(store.getState().pending).toBe(1);
    await vi.advanceTimersByTimeAsync(5);
    expect(textOf(server.records, 'scene')).toBe('hotel');
    expect(store.getState().pending).toBe(0);
  });

  it('sends the keystrokes of a word as one edit after a pause', async () => {
    for (const text of ['H', 'He', 'Her', 'Here']) {
      type(store, text, 'word');
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(server.accepted).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(305);
    expect(server.accepted).toHaveLength(1);
    expect(textOf(server.records, 'claim')).toBe('Here');
  });

  it('never lets typing wait longer than a second, however steadily it goes on', async () => {
    let text = '';
    for (let key = 0; key < 30; key += 1) {
      text += 'x';
      type(store, text, 'one long word');
      await vi.advanceTimersByTimeAsync(100);
      const onDisk = textOf(server.records, 'claim');
      const behind = text.length - (typeof onDisk === 'string' ? onDisk.length : 0);
      expect(behind).toBeLessThanOrEqual(11);
    }
    expect(server.accepted.length).toBeGreaterThan(1);
    expect(new Set(server.accepted.map((edit) => edit.mark)).size).toBe(1);
  });

  it('keeps one edit in flight and the order, and squashes what comes meanwhile by its mark', async () => {
    server.delay = 50;
    choose(store, 'hotel');
    type(store, 'a', 'word');
    type(store, 'ab', 'word');
    choose(store, 'dining');
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.mostAtOnce).toBe(1);
    expect(server.accepted.map((edit) => edit.mark)).toEqual(['choose hotel', 'word', 'choose dining']);
    expect(server.accepted.map((edit) => edit.revision)).toEqual([0, 1, 2]);
    expect(server.records).toEqual(store.getState().records);
  });

  it('does not squash into an edit that is under way', async () => {
    server.delay = 50;
    choose(store, 'hotel', 'one');
    await vi.advanceTimersByTimeAsync(10);
    choose(store, 'dining', 'one');
    await vi.advanceTimersByTimeAsync(500);
    expect(server.accepted).toHaveLength(2);
    expect(textOf(server.records, 'scene')).toBe('dining');
  });

  it('leaves the shown records as they are, down to identity, when the core agrees', async () => {
    choose(store, 'hotel');
    const shown = store.getState().records;
    await vi.advanceTimersByTimeAsync(10);
    expect(store.getState().records).toBe(shown);
  });

  it('counts the time at work of squashed keystrokes together', async () => {
    store.dispose();
    store = openStore(server, 40);
    type(store, 'a', 'word');
    type(store, 'ab', 'word');
    await vi.advanceTimersByTimeAsync(400);
    expect(server.accepted[0]?.activeMilliseconds).toBe(80);
  });

  it('flushes without waiting for the pause', async () => {
    type(store, 'abc', 'word');
    const saved = store.flush();
    await vi.advanceTimersByTimeAsync(5);
    await expect(saved).resolves.toBe(true);
    expect(textOf(server.records, 'claim')).toBe('abc');
  });

  it('flushes what is typed while it flushes', async () => {
    server.delay = 20;
    type(store, 'abc', 'word');
    const saved = store.flush();
    await vi.advanceTimersByTimeAsync(5);
    type(store, 'abc d', 'next word');
    await vi.advanceTimersByTimeAsync(100);
    await expect(saved).resolves.toBe(true);
    expect(textOf(server.records, 'claim')).toBe('abc d');
  });

  it('sends everything in one go when the page goes away, even behind an edit under way', async () => {
    server.delay = 20;
    choose(store, 'hotel');
    await vi.advanceTimersByTimeAsync(5);
    type(store, 'last', 'word');
    type(store, 'last words', 'next word');
    store.leave();
    store.dispose();
    await vi.advanceTimersByTimeAsync(100);
    expect(textOf(server.records, 'scene')).toBe('hotel');
    expect(textOf(server.records, 'claim')).toBe('last words');
  });

  it('goes on as if nothing had been when the page stays after all', async () => {
    type(store, 'half', 'word');
    store.leave();
    type(store, 'half a', 'next word');
    await vi.advanceTimersByTimeAsync(2000);
    expect(textOf(server.records, 'claim')).toBe('half a');
    expect(store.getState()).toMatchObject({ pending: 0, failure: null, refused: null });
  });
});

describe('when saving fails', () => {
  it('keeps the edit, says why, tries again with growing pauses, and saves it', async () => {
    server.fates = ['disk full', 'disk full', 'disk full'];
    choose(store, 'hotel');
    await vi.advanceTimersByTimeAsync(5);
    expect(store.getState().failure?.message).toBe('The disk is full.');
    expect(store.getState().pending).toBe(1);
    expect(textOf(store.getState().records, 'scene')).toBe('hotel');
    await vi.advanceTimersByTimeAsync(505);
    expect(server.calls).toEqual(['edit', 'edit']);
    await vi.advanceTimersByTimeAsync(505);
    expect(server.calls).toEqual(['edit', 'edit']);
    await vi.advanceTimersByTimeAsync(4000);
    expect(textOf(server.records, 'scene')).toBe('hotel');
    expect(store.getState()).toMatchObject({ failure: null, pending: 0 });
  });

  it('tells anybody who waits for a flush, and tries at once when asked', async () => {
    server.fates = ['disk full'];
    choose(store, 'hotel');
    const saved = store.flush();
    await vi.advanceTimersByTimeAsync(5);
    await expect(saved).resolves.toBe(false);
    store.retry();
    await vi.advanceTimersByTimeAsync(5);
    expect(textOf(server.records, 'scene')).toBe('hotel');
  });

  it('does not make an edit twice when only its answer got lost', async () => {
    server.fates = ['cut off after'];
    store.edit(put(initial, `region:${regionId(1)}`, box(1, 5)), { mark: 'draw', typed: false });
    await vi.advanceTimersByTimeAsync(3000);
    expect(server.accepted).toHaveLength(1);
    expect(store.getState()).toMatchObject({ pending: 0, failure: null, refused: null });
    expect(store.getState().records).toEqual(server.records);
  });

  it('keeps what was typed while the connection was away', async () => {
    server.fates = ['cut off before', 'cut off before', 'cut off before'];
    choose(store, 'hotel');
    await vi.advanceTimersByTimeAsync(50);
    type(store, 'typed offline', 'word');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(textOf(server.records, 'claim')).toBe('typed offline');
    expect(textOf(server.records, 'scene')).toBe('hotel');
  });

  it('refuses a command while edits before it cannot be saved', async () => {
    server.fates = ['disk full', 'disk full'];
    choose(store, 'hotel');
    const submitted = store.submit();
    const outcome = expect(submitted).rejects.toThrow('The disk is full.');
    await vi.advanceTimersByTimeAsync(5);
    await outcome;
    expect(server.state).toBe(null);
    expect(store.getState().pending).toBe(1);
  });
});

describe('when the core refuses', () => {
  it('brings the old state back and says why and what was lost', async () => {
    server.fates = ['refused'];
    choose(store, 'hotel');
    await vi.advanceTimersByTimeAsync(20);
    expect(textOf(store.getState().records, 'scene')).toBe(null);
    expect(store.getState().refused?.failure.message).toBe('The core will not have it.');
    expect(store.getState().refused?.lost).toHaveLength(1);
    expect(store.getState().pending).toBe(0);
    store.dismissRefusal();
    expect(store.getState().refused).toBe(null);
  });

  it('keeps later edits that do not build on the refused one', async () => {
    server.delay = 20;
    server.fates = ['refused'];
    choose(store, 'hotel');
    type(store, 'kept', 'word');
    await vi.advanceTimersByTimeAsync(2000);
    expect(textOf(server.records, 'scene')).toBe(null);
    expect(textOf(server.records, 'claim')).toBe('kept');
  });

  it('takes over what another window did, dropping only the edit that collided', async () => {
    server.editElsewhere(put(initial, 'field:claim', field('claim', 'theirs')));
    type(store, 'mine', 'word');
    await vi.advanceTimersByTimeAsync(500);
    expect(textOf(store.getState().records, 'claim')).toBe('theirs');
    expect(store.getState().refused?.lost).toHaveLength(1);
    choose(store, 'hotel');
    await vi.advanceTimersByTimeAsync(20);
    expect(server.records).toEqual(store.getState().records);
    expect(textOf(server.records, 'scene')).toBe('hotel');
  });
});

describe('a fix of the texts while the item is open', () => {
  const fixed: AnsweredEdition = {
    id: EditionId.parse('01890000-0000-7000-8000-0000000000ee'),
    fixedBy: 'Rey',
    isOwn: false,
    isFixer: false,
  };
  const anew = toRecords(fieldRecords({ claim: 'A better claim.', scene: null, label: null }));

  it('is shown at once and said, with nothing of what was answered before', async () => {
    choose(store, 'kitchen');
    await vi.advanceTimersByTimeAsync(100);
    server.fixElsewhere(anew, fixed);
    store.refresh();
    await vi.advanceTimersByTimeAsync(100);
    expect(store.getState()).toMatchObject({
      records: anew,
      edition: fixed,
      textChanged: true,
      state: null,
      pending: 0,
      refused: null,
      canUndo: false,
    });
    store.dismissTextChange();
    expect(store.getState()).toMatchObject({ textChanged: false, edition: fixed });
  });

  it('takes back what was not saved yet and shows it: it was about the earlier text', async () => {
    type(store, 'Half a', 'word');
    server.fixElsewhere(anew, fixed);
    store.refresh();
    await vi.advanceTimersByTimeAsync(5000);
    expect(server.accepted).toEqual([]);
    expect(store.getState()).toMatchObject({ records: anew, textChanged: true, pending: 0 });
    expect(store.getState().refused?.lost).toHaveLength(1);
  });

  it('takes back edits that would fit the new text as well, and a submission that waits for them', async () => {
    choose(store, 'kitchen');
    type(store, 'Mine', 'word');
    choose(store, 'garden');
    server.fixElsewhere(anew, fixed);
    const submitted = store.submit();
    await expect(Promise.all([submitted, vi.advanceTimersByTimeAsync(5000)])).rejects.toThrow();
    expect(server.accepted).toEqual([]);
    expect(server.state).toBeNull();
    expect(store.getState()).toMatchObject({ records: anew, textChanged: true, pending: 0, running: null });
    expect(store.getState().refused?.failure.message).toBe('Your last edits were about the earlier text.');
    // The next answer is about the new text.
    choose(store, 'garden');
    await vi.advanceTimersByTimeAsync(100);
    expect(textOf(server.records, 'scene')).toBe('garden');
  });

  it('lets nothing of an earlier page arrive that was about the earlier text', async () => {
    choose(store, 'kitchen');
    server.fates = ['cut off before'];
    const left = store.leave();
    expect(left).toMatchObject({ edition: null });
    store.dispose();
    server.fixElsewhere(anew, fixed);
    store = openStore(server, 0, left);
    await vi.advanceTimersByTimeAsync(5000);
    expect(server.accepted).toEqual([]);
    expect(store.getState()).toMatchObject({ records: anew, textChanged: true, pending: 0 });
    expect(store.getState().refused?.lost).toHaveLength(1);
  });

  it('asks without saying anything where the texts are the same', async () => {
    choose(store, 'kitchen');
    store.refresh();
    await vi.advanceTimersByTimeAsync(5000);
    expect(store.getState()).toMatchObject({ textChanged: false, refused: null, pending: 0 });
    expect(textOf(server.records, 'scene')).toBe('kitchen');
  });
});
