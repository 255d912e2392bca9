import { act, render, screen } from '@testing-library/react';
import { createRef, useLayoutEffect, useState } from 'react';
import { describe, expect, it } from 'vitest';
import type { ForeignPart } from '../../shared/foreign/foreignPart.ts';
import { Canvas } from '../../renderer/canvas/Canvas.tsx';
import { type CanvasChange, type CanvasRegion, defaultViewOptions } from '../../renderer/canvas/types.ts';
import type { CanvasHandle } from '../../renderer/canvas/canvasHandle.ts';

const images = [{ id: 'image', url: null, width: 200, height: 100, name: 'spoon.png' }];
const labels = [
  { id: 'a', name: 'reflection', color: '#e69f00' },
  { id: 'b', name: 'slippers', color: '#56b4e9' },
];
const box = (id: string, x: number): CanvasRegion => ({
  id,
  imageId: 'image',
  label: 'a',
  x,
  y: 10,
  width: 20,
  height: 20,
  note: null,
});

/** Runs something that React answers at once. */
function run(what: () => unknown): void {
  act(() => {
    what();
  });
}

interface Owner {
  readonly handle: { readonly current: CanvasHandle | null };
  readonly changes: { gesture: string; change: CanvasChange }[];
  readonly selections: (readonly string[])[];
  /** Gives the canvas other regions, as an undo or a refusal would. */
  readonly give: (regions: readonly CanvasRegion[]) => void;
}

/** An owner that stores what it is told, unless it refuses. */
function mount(
  regions: readonly CanvasRegion[],
  options: { readOnly?: boolean; refuse?: boolean } = {},
): Owner {
  const handle = createRef<CanvasHandle>();
  const changes: Owner['changes'] = [];
  const selections: Owner['selections'] = [];
  let give: Owner['give'] = () => undefined;

  function Holder(): React.JSX.Element {
    const [kept, setKept] = useState(regions);
    const [selection, setSelection] = useState<readonly string[]>([]);
    useLayoutEffect(() => {
      give = setKept;
    }, []);
    return (
      <Canvas
        ref={handle}
        images={images}
        labels={labels}
        regions={kept}
        selection={selection}
        activeLabel="a"
        readOnly={options.readOnly ?? false}
        viewOptions={defaultViewOptions}
        newRegionId={() => `new-${changes.length}`}
        onSelectionChange={(ids) => {
          selections.push(ids);
          setSelection(ids);
        }}
        onCommit={(change, gesture) => {
          changes.push({ change, gesture });
          setKept((before) => {
            if (options.refuse === true) return [...before];
            const updated = new Map(change.updated.map((region) => [region.id, region]));
            return [
              ...before
                .filter((region) => !change.removed.includes(region.id))
                .map((region) => updated.get(region.id) ?? region),
              ...change.added,
            ];
          });
        }}
      />
    );
  }

  render(<Holder />);
  return { handle, changes, selections, give: (next) => run(() => give(next)) };
}

describe('the canvas and its owner', () => {
  it('is named after its image and takes the keyboard', () => {
    const { handle } = mount([]);
    const surface = screen.getByRole('application', { name: 'Image spoon.png' });
    run(() => handle.current?.focus());
    expect(surface).toHaveFocus();
    expect(screen.getByText('This image is missing.')).toBeVisible();
  });

  it('tells of each edit once, and shows what its owner gives back', () => {
    const { handle, changes } = mount([box('one', 10), box('two', 50)]);
    run(() => handle.current?.selectNext());
    run(() => handle.current?.nudge(5, -100));
    expect(changes).toEqual([
      { gesture: 'nudge', change: { added: [], removed: [], updated: [{ ...box('one', 15), y: 0 }] } },
    ]);
    expect(screen.getByText(/x 15 y 0 w 20 h 20 px/)).toBeInTheDocument();
    run(() => handle.current?.setLabel('b'));
    run(() => handle.current?.deleteSelection());
    expect(changes.map(({ gesture }) => gesture)).toEqual(['nudge', 'label', 'delete']);
    expect(screen.getByText('1 box')).toBeInTheDocument();
    expect(screen.getByText('Nothing selected')).toBeInTheDocument();
  });

  it('goes back to the old state when its owner refuses', () => {
    const { handle, changes } = mount([box('one', 10)], { refuse: true });
    run(() => handle.current?.selectNext());
    run(() => handle.current?.nudge(5, 0));
    expect(changes).toHaveLength(1);
    expect(screen.getByText(/x 10 y 10 w/)).toBeInTheDocument();
  });

  it('follows its owner when regions vanish under a selection', () => {
    const { handle, give, changes } = mount([box('one', 10), box('two', 50)]);
    run(() => handle.current?.selectAll());
    give([box('two', 50)]);
    run(() => handle.current?.nudge(1, 0));
    expect(changes[0]?.change.updated.map((region) => region.id)).toEqual(['two']);
  });

  it('answers whether a command had anything to do', () => {
    const { handle, changes } = mount([box('one', 10)]);
    const canvas = handle.current;
    expect(canvas?.deleteSelection()).toBe(false);
    expect(canvas?.toggleHideSelection()).toBe(false);
    expect(canvas?.confirm()).toBe(false);
    expect(canvas?.escape()).toBe(false);
    run(() => expect(canvas?.selectNext()).toBe(true));
    run(() => expect(canvas?.selectNext()).toBe(false));
    run(() => expect(canvas?.escape()).toBe(true));
    expect(changes).toEqual([]);
  });

  it('gives a duplicate nothing of what the file says of its original', () => {
    const foreign: ForeignPart = { format: 'coco', source: '{}', shapes: ['polygon'], box: [10, 10, 20, 20] };
    const { handle, changes } = mount([{ ...box('one', 10), foreign }]);
    run(() => handle.current?.selectAll());
    run(() => handle.current?.duplicateSelection());
    expect(changes.map(({ change }) => change.added.map(({ foreign: part }) => part))).toEqual([[undefined]]);
  });

  it('can be looked at and not changed where it is read-only', () => {
    const { handle, changes, selections } = mount([box('one', 10)], { readOnly: true });
    run(() => handle.current?.selectNext());
    run(() => {
      handle.current?.nudge(1, 0);
      handle.current?.resizeBy(1, 0);
      handle.current?.duplicateSelection();
      handle.current?.deleteSelection();
      handle.current?.draw();
    });
    expect(selections).toEqual([['one']]);
    expect(changes).toEqual([]);
    expect(screen.getAllByText('You cannot change boxes here.').length).toBeGreaterThan(0);
  });
});
