import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createGate, type Gate, type Press } from '../../renderer/ui/commands/gate.ts';

const key = (name: string, more: Partial<Press> = {}): Press => ({
  key: name,
  isRepeat: false,
  isHarmless: false,
  isPlain: true,
  ...more,
});
const CLICK: Press = { key: null, isRepeat: false, isHarmless: false, isPlain: true };

let notes: string[];
let gate: Gate;
let isSeen: boolean;

beforeEach(() => {
  notes = [];
  gate = createGate((note) => notes.push(note));
  isSeen = true;
});

/** Work under way until it is let go. */
function work() {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return { done: gate.during(async () => promise), end: () => resolve(undefined) };
}

const watch = () => gate.watch({ isSeen: () => isSeen, dropped: () => 'The image is not there.' });

describe('the gate', () => {
  it('stands open where nothing has to be seen', () => {
    expect(gate.pass(key('KeyU'))).toBe('passes');
    expect(notes).toEqual([]);
  });

  it('drops answers while an item is submitted, and says so', async () => {
    const { done, end } = work();
    expect(gate.state.getState()).toEqual({ isShut: true, isBusy: true });
    expect(gate.pass(key('KeyU'))).toBe('dropped');
    expect(gate.pass(CLICK)).toBe('dropped');
    expect(notes).toEqual(Array(2).fill('Key ignored: the next item was not on screen yet.'));
    end();
    await done;
    expect(gate.state.getState()).toEqual({ isShut: false, isBusy: false });
    expect(gate.pass(key('KeyU'))).toBe('passes');
  });

  it('opens after work that fails', async () => {
    await expect(
      gate.during(async () => {
        await Promise.resolve();
        throw new Error('The disk is full.');
      }),
    ).rejects.toThrow('The disk is full.');
    expect(gate.isOpen()).toBe(true);
  });

  it('lets steps to other items wait for the submission, in order, and runs them then', async () => {
    const done: string[] = [];
    const { end } = work();
    expect(gate.pass(key('PageDown', { isHarmless: true }))).toBe('waits');
    gate.afterwards(() => done.push('next'));
    gate.afterwards(() => done.push('next again'));
    expect(done).toEqual([]);
    end();
    await vi.waitFor(() => expect(done).toEqual(['next', 'next again']));
    gate.afterwards(() => done.push('at once'));
    expect(done).toEqual(['next', 'next again', 'at once']);
  });

  it('drops answers until the item is on screen, while steps to other items pass', () => {
    const stop = watch();
    isSeen = false;
    expect(gate.pass(key('KeyU'))).toBe('dropped');
    expect(notes).toEqual(['The image is not there.']);
    expect(gate.pass(key('PageDown', { isHarmless: true }))).toBe('passes');
    isSeen = true;
    expect(gate.pass(key('KeyU'))).toBe('passes');
    isSeen = false;
    stop();
    expect(gate.pass(key('KeyU'))).toBe('passes');
  });

  it('waits for all that has to be seen', () => {
    watch();
    let isImageSeen = false;
    gate.watch({ isSeen: () => isImageSeen, dropped: () => 'No image.' });
    expect(gate.isOpen()).toBe(false);
    isImageSeen = true;
    expect(gate.isOpen()).toBe(true);
  });

  it('keeps a key that is held down off the next item until it is pressed anew', () => {
    watch();
    expect(gate.pass(key('KeyY'))).toBe('passes');
    expect(gate.pass(key('KeyY', { isRepeat: true }))).toBe('passes');
    isSeen = false;
    expect(gate.pass(key('KeyY', { isRepeat: true }))).toBe('dropped');
    isSeen = true;
    expect(gate.pass(key('KeyY', { isRepeat: true }))).toBe('dropped');
    gate.released('KeyY');
    expect(gate.pass(key('KeyY'))).toBe('passes');
    expect(gate.pass(key('KeyY', { isRepeat: true }))).toBe('passes');
    expect(notes).toEqual([]);
  });

  it('wants a second press of the same key for an item that stays on screen after it was submitted', () => {
    let isOnScreen = true;
    gate.guard(() => isOnScreen);
    expect(gate.pass(key('KeyU'))).toBe('dropped');
    expect(gate.pass(key('KeyI'))).toBe('dropped');
    expect(gate.pass(key('KeyZ', { isPlain: false }))).toBe('passes');
    expect(notes).toEqual(Array(2).fill('This item is submitted. Press the key again to change it.'));
    expect(gate.pass(key('KeyI'))).toBe('passes');
    expect(gate.pass(key('KeyU'))).toBe('passes');
    gate.guard(() => isOnScreen);
    expect(gate.pass(CLICK)).toBe('passes');
    expect(gate.pass(key('KeyU'))).toBe('passes');
    gate.guard(() => isOnScreen);
    isOnScreen = false;
    expect(gate.pass(key('KeyU'))).toBe('passes');
  });

  it('wants none once the screen was left, no matter who opens the item next', () => {
    const leave = gate.watch({ isSeen: () => true, dropped: () => '' });
    gate.guard(() => true);
    leave();
    gate.watch({ isSeen: () => true, dropped: () => '' });
    expect(gate.pass(key('KeyU'))).toBe('passes');
    expect(notes).toEqual([]);
  });
});
