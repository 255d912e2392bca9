import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DeskStore } from '../../renderer/save/document/deskStore.ts';
import type { LeftBehind } from '../../renderer/save/document/leftBehind.ts';
import type { AnsweredEdition } from '../../shared/contract/annotations.ts';
import { makeDiff } from '../../shared/base/diff.ts';
import type { DocumentDiff, DocumentRecord, DocumentRecords } from '../../shared/domain/document.ts';
import { fieldRecords, toRecords } from '../../shared/domain/document.ts';
import { EditionId, ImageId, RegionId } from '../../shared/base/ids.ts';
import type { Json } from '../../shared/base/json.ts';
import type { Fate } from '../helpers/deskServer.ts';
import { DeskServer } from '../helpers/deskServer.ts';
import { regionRecord } from '../helpers/regions.ts';

const initial = toRecords(fieldRecords({ claim: '', scene: null, label: null }));
const imageId = ImageId.parse('01890000-0000-7000-8000-0000000000aa');

const regionId = (number: number) =>
  RegionId.parse(`01890000-0000-7000-8000-0000000001${String(number).padStart(2, '0')}`);

function box(number: number, x: number): DocumentRecord {
  return regionRecord({
    id: regionId(number),
    imageId,
    label: 'clue-1',
    x,
    y: 0,
    width: 10,
    height: 10,
    order: number,
  });
}

const field = (name: string, value: Json): DocumentRecord => ({ type: 'field', name, value });

/** The change that puts a record in its place, or takes it away. */
function put(records: DocumentRecords, id: string, record: DocumentRecord | null): DocumentDiff {
  const after = { ...records };
  if (record === null) delete after[id];
  else after[id] = record;
  return makeDiff<DocumentRecord>(records, after);
}

function openStore(server: DeskServer, active = 0, leftBehind: LeftBehind | null = null): DeskStore {
  return new DeskStore({
    document: server.document(),
    transport: server,
    now: () => Date.now(),
    takeActiveTime: () => active,
    leftBehind,
  });
}

function type(store: DeskStore, text: string, mark: string): void {
  store.edit(put(store.getState().records, 'field:claim', field('claim', text)), { mark, typed: true });
}

function choose(store: DeskStore, scene: string, mark = `choose ${scene}`): void {
  store.edit(put(store.getState().records, 'field:scene', field('scene', scene)), { mark, typed: false });
}

function textOf(records: DocumentRecords, name: string): Json | undefined {
  const record = records[`field:${name}`];
  return record?.type === 'field' ? record.value : undefined;
}

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

/** The page goes away and is loaded anew: opened again after so many milliseconds. */
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

describe('undo and redo', () => {
  it('saves what is typed first, then takes it back word by word', async () => {
    type(store, 'one', 'first');
    type(store, 'one two', 'second');
    const undone = store.undo();
    // Redo can be pressed at once: what is on its way counts as done.
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

type Step =
  | { readonly do: 'type'; readonly text: string; readonly word: number }
  | { readonly do: 'choose'; readonly scene: string }
  | { readonly do: 'box'; readonly number: number; readonly x: number }
  | { readonly do: 'remove'; readonly number: number }
  | { readonly do: 'undo' | 'redo' | 'submit' | 'flush' | 'retry' | 'leave' }
  | { readonly do: 'wait'; readonly milliseconds: number }
  | { readonly do: 'fate'; readonly fate: Fate };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('type'), text: fc.string({ maxLength: 4 }), word: fc.nat(3) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('choose'), scene: fc.constantFrom('hotel', 'dining') }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('box'), number: fc.nat(3), x: fc.nat(50) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove'), number: fc.nat(3) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('undo', 'redo', 'submit', 'flush', 'retry', 'leave') }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('wait'), milliseconds: fc.nat(700) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('fate'),
      fate: fc.constantFrom<Fate[]>('done', 'disk full', 'cut off before', 'cut off after'),
    }),
  },
);

describe('whatever happens in whatever order', () => {
  it('ends with the same document here and on disk, nothing refused, nothing waiting', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 40 }),
        fc.integer({ min: 1, max: 200 }),
        async (steps, delay) => {
          const disk = new DeskServer(initial);
          disk.delay = delay;
          const desk = openStore(disk);
          const settled: Promise<unknown>[] = [];
          let lastText: string | null = null;
          let ended = false;
          for (const each of steps) {
            const { records } = desk.getState();
            switch (each.do) {
              case 'type':
                type(desk, each.text, `word ${String(each.word)}`);
                lastText = each.text;
                break;
              case 'choose':
                choose(desk, each.scene);
                break;
              case 'box':
                desk.edit(put(records, `region:${regionId(each.number)}`, box(each.number, each.x)), {
                  mark: `box ${String(each.number)} ${String(each.x)}`,
                  typed: false,
                });
                break;
              case 'remove':
                desk.edit(put(records, `region:${regionId(each.number)}`, null), {
                  mark: 'remove',
                  typed: false,
                });
                break;
              case 'undo':
              case 'redo':
                ended = true;
                settled.push(desk[each.do]().catch((error: unknown) => error));
                break;
              case 'submit':
                settled.push(desk.submit().catch((error: unknown) => error));
                break;
              case 'flush':
                settled.push(desk.flush());
                break;
              case 'retry':
                desk.retry();
                break;
              case 'leave':
                desk.leave();
                break;
              case 'wait':
                await vi.advanceTimersByTimeAsync(each.milliseconds);
                break;
              case 'fate':
                disk.fates.push(each.fate);
                break;
            }
            if (each.do === 'type') expect(textOf(desk.getState().records, 'claim')).toBe(each.text);
          }
          disk.fates = [];
          await vi.advanceTimersByTimeAsync(120_000);
          await Promise.all(settled);
          expect(desk.getState()).toMatchObject({ pending: 0, failure: null, refused: null, running: null });
          expect(desk.getState().records).toEqual(disk.records);
          expect(desk.getState()).toMatchObject({ state: disk.state, version: disk.version });
          if (!ended && lastText !== null) expect(textOf(disk.records, 'claim')).toBe(lastText);
          desk.dispose();
        },
      ),
      { numRuns: 300 },
    );
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
