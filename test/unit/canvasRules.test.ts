import { describe, expect, it } from 'vitest';
import { neighbourInOrder } from '../../renderer/canvas/canvasHandle.ts';
import { whyNotDrawn } from '../../renderer/canvas/drawingRefusal.ts';
import { type EngineProps, isAnotherBox, shownChanges } from '../../renderer/canvas/shownChanges.ts';
import { ENGLISH } from '../../renderer/canvas/text.ts';
import { defaultViewOptions } from '../../renderer/canvas/types.ts';
import { dragEffect, type DragEffect, selectionAfterClick } from '../../renderer/canvas/tools/pressRules.ts';

describe('a drag', () => {
  const press = { isOnBox: false, isOnMovable: false, shift: false, touch: false };
  const onBox = { ...press, isOnBox: true };
  const onChosen = { ...onBox, isOnMovable: true };
  const rights = { dragDraws: false, dragPans: false, readOnly: false, hasChangeable: true };
  it.each<[string, typeof press, Partial<typeof rights>, DragEffect]>([
    ['on nothing selects', press, {}, 'select'],
    ['on nothing draws where drags draw', press, { dragDraws: true }, 'draw'],
    ['within a box draws where drags draw', onBox, { dragDraws: true }, 'draw'],
    ['on a chosen box moves it even so', onChosen, { dragDraws: true }, 'move'],
    ['of a finger moves the image', { ...onBox, touch: true }, {}, 'pan'],
    ['of a finger on a chosen box moves it', { ...onChosen, touch: true }, {}, 'move'],
    ['on nothing moves the image where drags pan', press, { dragPans: true }, 'pan'],
    [
      'on a locked box moves the image where drags pan',
      onBox,
      { dragPans: true, hasChangeable: false },
      'pan',
    ],
    ['on a box moves it where drags pan', onBox, { dragPans: true }, 'move'],
    ['on a box with Shift selects', { ...onBox, shift: true }, {}, 'select'],
    ['on a box does nothing where nothing may change', onBox, { readOnly: true }, 'none'],
    ['on a locked box is refused', onBox, { hasChangeable: false }, 'refuse'],
  ])('%s', (_, from, change, effect) => {
    expect(dragEffect(from, { ...rights, ...change })).toBe(effect);
  });
});

describe('a click', () => {
  const stack = [{ id: 'small' }, { id: 'middle' }, { id: 'large' }];
  it.each([
    ['on nothing clears the selection', [], ['a'], false, false, []],
    ['on nothing with Shift keeps it', [], ['a'], true, false, ['a']],
    ['selects the smallest', stack, [], false, false, ['small']],
    ['again goes one deeper', stack, ['small'], false, true, ['middle']],
    ['again after the largest begins anew', stack, ['large'], false, true, ['small']],
    ['elsewhere selects the smallest', stack, ['middle'], false, false, ['small']],
    ['again with several selected selects the smallest', stack, ['middle', 'a'], false, true, ['small']],
    ['with Shift adds the smallest', stack, ['a'], true, true, ['a', 'small']],
    ['with Shift takes it away', stack, ['a', 'small'], true, false, ['a']],
  ] as const)('%s', (_, boxes, selection, shift, again, after) => {
    expect(selectionAfterClick(boxes, selection, { shift, again })).toEqual(after);
  });
});

describe('the box after the selected ones', () => {
  const ids = ['a', 'b', 'c'];
  it.each([
    [[], 1, 'a'],
    [[], -1, 'c'],
    [['b'], 1, 'c'],
    [['b'], -1, 'a'],
    [['c'], 1, undefined],
    [['a'], -1, undefined],
    [['a', 'b'], 1, 'c'],
    [['b', 'c'], -1, 'a'],
  ] as const)('%j, direction %i: %s', (selection, direction, next) => {
    expect(neighbourInOrder(ids, selection, direction)).toBe(next);
  });
});

describe('drawing', () => {
  const ready = { decoded: { status: 'ready' } } as const;
  const owner = { activeLabel: 'clue' };
  it.each([
    ['goes on', owner, ready, null],
    ['needs an owner', null, ready, ENGLISH('canvasNothingToDrawOn')],
    ['needs an image', owner, undefined, ENGLISH('canvasNothingToDrawOn')],
    ['is over where it is read', { ...owner, readOnly: true }, ready, ENGLISH('canvasReadOnly')],
    ['waits for the image', owner, { decoded: { status: 'loading' } }, ENGLISH('canvasWait')],
    ['waits for a file that is missing', owner, { decoded: null }, ENGLISH('canvasWait')],
    ['needs a label', { activeLabel: null }, ready, 'Choose a label before drawing.'],
    ['says why in its words', { activeLabel: null, drawingBlocked: 'Full.' }, ready, 'Full.'],
  ] as const)('%s', (_, props, pane, reason) => {
    expect(whyNotDrawn(props, pane, ENGLISH)).toBe(reason);
  });
});

describe('what the owner changes', () => {
  const image = { id: 'a', url: '/a.png', width: 10, height: 10 };
  const before: EngineProps = {
    images: [image],
    regions: [],
    labels: [],
    activeLabel: null,
    selection: [],
    viewOptions: defaultViewOptions,
    foreignSets: {},
    newRegionId: () => 'new',
    onCommit: () => undefined,
    onSelectionChange: () => undefined,
  };
  it.each<[string, Partial<EngineProps>, readonly string[], boolean, boolean]>([
    ['nothing that is shown', { activeLabel: 'car', onCommit: () => undefined }, [], false, false],
    ['the same images in a new list', { images: [{ ...image }] }, ['images'], false, false],
    ['other images', { images: [{ ...image, id: 'b' }] }, ['images'], true, true],
    ['its boxes', { regions: [] }, ['regions'], false, false],
    ['that nothing may change', { readOnly: true }, ['readOnly'], false, true],
  ])('%s', (_, change, changed, hasOtherImages, endsGestures) => {
    const found = shownChanges(before, { ...before, ...change });
    expect({ ...found, changed: [...found.changed] }).toEqual({ changed, hasOtherImages, endsGestures });
  });

  it('is everything at first', () => {
    expect(shownChanges(null, before).changed.size).toBeGreaterThan(5);
    expect(shownChanges({ ...before, readOnly: true }, { ...before, readOnly: true }).endsGestures).toBe(
      false,
    );
  });
});

it.each([
  ['the same box', {}, false],
  ['a moved box', { x: 1 }, true],
  ['a box with another label', { label: 'sign' }, true],
  ['a box with a note', { note: 'Half hidden.' }, false],
] as const)('%s in hand', (_, change, other) => {
  const region = { id: 'r', imageId: 'a', label: 'car', x: 0, y: 0, width: 5, height: 5, note: null };
  expect(isAnotherBox(region, { ...region, ...change })).toBe(other);
  expect(isAnotherBox(region, undefined)).toBe(true);
  expect(isAnotherBox(undefined, region)).toBe(true);
});
