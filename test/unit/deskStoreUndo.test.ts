import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DeskServer } from '../helpers/deskServer.ts';
import { choose, initial, openStore, put, textOf, type } from '../helpers/openDeskStore.ts';
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

describe('undo and redo', () => {
  it('saves what is typed first, then takes it back word by word', async () => {
    type(store, 'one', 'first');
    type(store, 'one two', 'second');
    const undone = store.undo();
    // Redo can be pressed at once: a call under way counts as done.
    expect(store.getState()).toMatchObject({ running: 'undo', canRedo: true });
    await vi.advanceTimersByTimeAsync(50);
    await undone;
    expect(textOf(store.getState().records, 'claim')).toBe('one');
    expect(store.getState()).toMatchObject({ canUndo: true, canRedo: true, running: null });
    const redone = store.redo();
    await vi.advanceTimersByTimeAsync(50);
    await redone;
    expect(textOf(store.getState().records, 'claim')).toBe('one two');
  });

  it('can undo at once what is not saved yet', () => {
    expect(store.getState().canUndo).toBe(false);
    type(store, 'a', 'word');
    expect(store.getState().canUndo).toBe(true);
  });

  it('keeps what is typed while an undo is under way', async () => {
    choose(store, 'hotel');
    await vi.advanceTimersByTimeAsync(10);
    server.delay = 50;
    const undone = store.undo();
    await vi.advanceTimersByTimeAsync(10);
    type(store, 'meanwhile', 'word');
    await vi.advanceTimersByTimeAsync(2000);
    await undone;
    expect(textOf(server.records, 'scene')).toBe(null);
    expect(textOf(server.records, 'claim')).toBe('meanwhile');
    expect(server.records).toEqual(store.getState().records);
  });

  it('drops a change of a box that the undo under way takes away', async () => {
    const id = `region:${regionId(1)}`;
    store.edit(put(initial, id, box(1, 5)), { mark: 'draw', typed: false });
    await vi.advanceTimersByTimeAsync(10);
    server.delay = 50;
    const undone = store.undo();
    await vi.advanceTimersByTimeAsync(10);
    store.edit(put(store.getState().records, id, box(1, 9)), { mark: 'move', typed: false });
    await vi.advanceTimersByTimeAsync(2000);
    await undone;
    expect(server.records).toEqual(initial);
    expect(store.getState()).toMatchObject({ records: initial, pending: 0, refused: null });
  });

  it('goes on after the undo of what was typed and deleted again', async () => {
    type(store, 'a', 'word');
    await vi.advanceTimersByTimeAsync(400);
    type(store, '', 'word');
    const undone = store.undo();
    await vi.advanceTimersByTimeAsync(20);
    await undone;
    choose(store, 'hotel');
    await vi.advanceTimersByTimeAsync(20);
    expect(store.getState()).toMatchObject({ pending: 0, refused: null });
    expect(textOf(server.records, 'scene')).toBe('hotel');
  });

  it('says so when there is nothing to undo', async () => {
    const outcome = expect(store.undo()).rejects.toThrow('There is nothing to undo.');
    await vi.advanceTimersByTimeAsync(20);
    await outcome;
    expect(store.getState()).toMatchObject({ failure: null, canUndo: false });
  });
});

describe('submitting', () => {
  it('saves first; the next edit begins a new version', async () => {
    type(store, 'done', 'word');
    const submitted = store.submit();
    await vi.advanceTimersByTimeAsync(20);
    await submitted;
    expect(store.getState()).toMatchObject({ state: 'submitted', version: 1 });
    choose(store, 'hotel');
    await vi.advanceTimersByTimeAsync(20);
    expect(store.getState()).toMatchObject({ state: 'draft', version: 2 });
    expect(server).toMatchObject({ state: 'draft', version: 2 });
  });

  it('does not submit again behind the back of the person who was told it failed', async () => {
    choose(store, 'hotel');
    await vi.advanceTimersByTimeAsync(10);
    server.fates = ['cut off before'];
    const outcome = expect(store.submit()).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(20_000);
    await outcome;
    expect(server.state).toBe('draft');
    expect(store.getState()).toMatchObject({ failure: null, state: 'draft' });
  });
});
