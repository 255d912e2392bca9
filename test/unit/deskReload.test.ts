import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DeskStore } from '../../renderer/save/document/deskStore.ts';
import type { Json } from '../../shared/base/json.ts';
import { DeskServer, type Fate } from '../helpers/deskServer.ts';
import { choose, field, initial, openStore, put, textOf, type } from '../helpers/openDeskStore.ts';

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

/** The page goes away and is loaded again after some milliseconds. */
async function reload(desk: DeskStore, disk: DeskServer, milliseconds: number): Promise<DeskStore> {
  const left = desk.leave();
  desk.dispose();
  await vi.advanceTimersByTimeAsync(milliseconds);
  return openStore(disk, 0, left);
}

/** Undoes step by step; gives the texts seen on the way. */
async function undoAll(desk: DeskStore): Promise<(Json | undefined)[]> {
  const seen: (Json | undefined)[] = [];
  while (desk.getState().canUndo) {
    const undone = desk.undo();
    await vi.advanceTimersByTimeAsync(1000);
    await undone;
    seen.push(textOf(desk.getState().records, 'claim'));
  }
  return seen;
}

describe('a page loaded anew in the middle of typing', () => {
  /** Three words: the first is under way, the others wait. */
  async function typeWords(): Promise<void> {
    type(store, 'one ', 'first');
    void store.flush();
    await vi.advanceTimersByTimeAsync(0);
    type(store, 'one two ', 'second');
    type(store, 'one two three', 'third');
  }

  async function expectAllOnDisk(): Promise<void> {
    expect(textOf(store.getState().records, 'claim')).toBe('one two three');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(textOf(server.records, 'claim')).toBe('one two three');
    expect(store.getState()).toMatchObject({ pending: 0, failure: null, refused: null });
    expect(store.getState().records).toEqual(server.records);
  }

  it('sends nothing twice where everything arrived', async () => {
    await typeWords();
    store = await reload(store, server, 100);
    await expectAllOnDisk();
    expect(server.calls).toEqual(['edit', 'edit']);
    expect(await undoAll(store)).toEqual(['one ', '']);
  });

  it('loses nothing where what was sent last arrived first', async () => {
    server.arrivals = [50, 1];
    await typeWords();
    store = await reload(store, server, 200);
    await expectAllOnDisk();
    expect(await undoAll(store)).toEqual(['one two ', 'one ', '']);
  });

  it('loses nothing where what was under way was cancelled', async () => {
    server.fates = ['cut off before'];
    await typeWords();
    store = await reload(store, server, 200);
    await expectAllOnDisk();
    expect(await undoAll(store)).toEqual(['one two ', 'one ', '']);
  });

  it('loses nothing where nothing arrived', async () => {
    server.fates = ['cut off before', 'cut off before'];
    await typeWords();
    store = await reload(store, server, 200);
    await expectAllOnDisk();
  });

  it('asks again where the document was opened before anything arrived', async () => {
    server.arrivals = [20, 30];
    server.delay = 50;
    await typeWords();
    store = await reload(store, server, 10);
    expect(server.revision).toBe(0);
    await expectAllOnDisk();
    expect(server.accepted.map((edit) => edit.mark)).toEqual(['first', 'second']);
    expect(await undoAll(store)).toEqual(['one ', '']);
  });

  it('asks again where the last arrives between two of the edits sent once more', async () => {
    server.fates = ['cut off before'];
    server.arrivals = [1, 160];
    server.delay = 50;
    await typeWords();
    store = await reload(store, server, 20);
    await vi.advanceTimersByTimeAsync(60);
    expect(server.revision).toBe(1);
    type(store, 'one two three four', 'fourth');
    expect(store.getState().records).not.toEqual(server.records);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(textOf(server.records, 'claim')).toBe('one two three four');
    expect(store.getState()).toMatchObject({ pending: 0, failure: null, refused: null });
    expect(await undoAll(store)).toEqual(['one two three', 'one ', '']);
  });

  it('does not refuse an edit because a command of the page before arrived late', async () => {
    choose(store, 'hotel');
    await vi.advanceTimersByTimeAsync(10);
    server.arrivals = [40];
    const undone = expect(store.undo()).rejects.toThrow('closed');
    await vi.advanceTimersByTimeAsync(1);
    store = await reload(store, server, 10);
    server.delay = 50;
    type(store, 'mine', 'word');
    await vi.advanceTimersByTimeAsync(20_000);
    await undone;
    expect(textOf(server.records, 'scene')).toBe(null);
    expect(textOf(server.records, 'claim')).toBe('mine');
    expect(store.getState()).toMatchObject({ pending: 0, failure: null, refused: null });
  });

  it('lays what was typed while an undo was under way over what the undo left', async () => {
    type(store, 'first', 'word');
    await vi.advanceTimersByTimeAsync(400);
    const undone = expect(store.undo()).rejects.toThrow('closed');
    type(store, 'first, typed on', 'next word');
    server.fates = ['cut off before'];
    store = await reload(store, server, 100);
    await undone;
    expect(server.records).toEqual(initial);
    await vi.advanceTimersByTimeAsync(1000);
    expect(textOf(server.records, 'claim')).toBe('first, typed on');
    expect(store.getState()).toMatchObject({ pending: 0, failure: null, refused: null });
  });

  it('does not go on telling of a failure once what could not be saved was taken back', async () => {
    server.fates = ['disk full', 'disk full'];
    type(store, 'x', 'word');
    await vi.advanceTimersByTimeAsync(320);
    expect(store.getState()).toMatchObject({ pending: 1, failure: { code: 'disk_full' } });
    type(store, '', 'word');
    expect(store.getState()).toMatchObject({ pending: 0, failure: null });
    server.fates = [];
    choose(store, 'hotel');
    await vi.advanceTimersByTimeAsync(10);
    expect(textOf(server.records, 'scene')).toBe('hotel');
  });

  it('can still take back step by step what came to nothing and never arrived', async () => {
    server.fates = ['disk full'];
    choose(store, 'hotel');
    await vi.advanceTimersByTimeAsync(10);
    store.edit(put(store.getState().records, 'field:scene', field('scene', null)), {
      mark: 'choose none',
      typed: false,
    });
    store = await reload(store, server, 100);
    await vi.advanceTimersByTimeAsync(100);
    expect(server.records).toEqual(initial);
    const undone = store.undo();
    await vi.advanceTimersByTimeAsync(10);
    await undone;
    expect(textOf(server.records, 'scene')).toBe('hotel');
  });

  it('sends everything on leaving while it is being asked where the document stands', async () => {
    server.fates = ['cut off before'];
    server.delay = 50;
    choose(store, 'hotel');
    await vi.advanceTimersByTimeAsync(560);
    expect(server.calls).toEqual(['edit', 'open']);
    store.leave();
    store.dispose();
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.calls).toEqual(['edit', 'open', 'edit']);
    expect(textOf(server.records, 'scene')).toBe('hotel');
  });

  it('saves what the disk had no room for before', async () => {
    server.fates = ['disk full', 'disk full'];
    choose(store, 'hotel');
    await vi.advanceTimersByTimeAsync(10);
    store = await reload(store, server, 100);
    expect(textOf(store.getState().records, 'scene')).toBe('hotel');
    await vi.advanceTimersByTimeAsync(10);
    expect(textOf(server.records, 'scene')).toBe('hotel');
  });

  it('gives way to what another window did since, saves what still fits, and shows what does not', async () => {
    server.fates = ['cut off before', 'cut off before'];
    await typeWords();
    choose(store, 'hotel');
    const left = store.leave();
    store.dispose();
    await vi.advanceTimersByTimeAsync(100);
    for (const text of ['theirs', 'theirs,', 'theirs, longer'])
      server.editElsewhere(put(server.records, 'field:claim', field('claim', text)));
    store = openStore(server, 0, left);
    await vi.advanceTimersByTimeAsync(1000);
    expect(textOf(server.records, 'claim')).toBe('theirs, longer');
    expect(textOf(server.records, 'scene')).toBe('hotel');
    expect(store.getState().records).toEqual(server.records);
    expect(store.getState().refused?.lost.map(({ updated }) => updated['field:claim']?.[1])).toEqual([
      field('claim', 'one two three'),
    ]);
  });

  it('says nothing of what another window did elsewhere in the document', async () => {
    await typeWords();
    const left = store.leave();
    store.dispose();
    await vi.advanceTimersByTimeAsync(100);
    for (const scene of ['hotel', 'dining'])
      server.editElsewhere(put(server.records, 'field:scene', field('scene', scene)));
    store = openStore(server, 0, left);
    await expectAllOnDisk();
    expect(textOf(server.records, 'scene')).toBe('dining');
    expect(server.accepted).toHaveLength(2);
  });

  it('leaves nothing behind where everything is on disk', async () => {
    choose(store, 'hotel');
    await vi.advanceTimersByTimeAsync(10);
    expect(store.leave()).toBe(null);
  });

  it('loses nothing and doubles nothing, whatever becomes of its calls and however often', async () => {
    const fate = fc.constantFrom<Fate[]>('done', 'cut off before', 'cut off after', 'disk full');
    const doing = fc.oneof(
      { weight: 4, arbitrary: fc.constant('type' as const) },
      { weight: 2, arbitrary: fc.constantFrom('choose' as const, 'reload' as const) },
      { weight: 3, arbitrary: fc.nat(600) },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(doing, { minLength: 3, maxLength: 25 }),
        fc.array(fc.tuple(fate, fc.nat(1500)), { maxLength: 25 }),
        fc.integer({ min: 1, max: 100 }),
        fc.nat(300),
        async (steps, fates, delay, pause) => {
          const disk = new DeskServer(initial);
          disk.delay = delay;
          disk.fates = fates.map(([each]) => each);
          disk.arrivals = fates.map(([, milliseconds]) => milliseconds);
          let desk = openStore(disk);
          let text = '';
          let scene: string | null = null;
          for (const [index, each] of steps.entries()) {
            if (each === 'type') {
              text += `${String(index)} `;
              type(desk, text, `word ${String(index)}`);
            } else if (each === 'choose') {
              scene = `scene ${String(index)}`;
              choose(desk, scene);
            } else if (each === 'reload') desk = await reload(desk, disk, pause);
            else await vi.advanceTimersByTimeAsync(each);
            expect(textOf(desk.getState().records, 'claim')).toBe(text);
            expect(textOf(desk.getState().records, 'scene')).toBe(scene);
          }
          disk.fates = [];
          disk.arrivals = [];
          await vi.advanceTimersByTimeAsync(120_000);
          expect(desk.getState()).toMatchObject({ pending: 0, failure: null, refused: null });
          expect(desk.getState().records).toEqual(disk.records);
          expect([textOf(disk.records, 'claim'), textOf(disk.records, 'scene')]).toEqual([text, scene]);
          // Every step back takes something away; nothing comes back that a step before took.
          const texts = (await undoAll(desk)).map((seen) => (typeof seen === 'string' ? seen.length : -1));
          expect(texts).toEqual([...texts].sort((a, b) => b - a));
          expect(disk.records).toEqual(initial);
          desk.dispose();
        },
      ),
      { numRuns: 300 },
    );
  });
});
