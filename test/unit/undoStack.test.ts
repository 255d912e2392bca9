import { describe, expect, it } from 'vitest';
import { undoStacks } from '../../electron/core/features/annotations/undoStack.ts';

/** A log in short: `a` is an edit of mark a, `-` one without a mark, `u` an undo, `r` a redo. */
const stacks = (log: string) =>
  undoStacks(
    log.split('').map((letter, sequence) => ({
      sequence,
      kind: letter === 'u' ? 'undo' : letter === 'r' ? 'redo' : 'edit',
      mark: letter === '-' ? null : letter,
    })),
  );

describe('what can be undone and redone', () => {
  it.each([
    ['', [], []],
    ['aab', [[0, 1], [2]], []],
    // A mark that comes again later is another gesture, and so is one that goes on after an undo or a redo.
    ['aba', [[0], [1], [2]], []],
    ['abua', [[0], [3]], []],
    ['aaura', [[0, 1], [4]], []],
    ['--', [[0], [1]], []],
    ['aabuu', [], [[2], [0, 1]]],
    ['aabuur', [[0, 1]], [[2]]],
    ['abuc', [[0], [3]], []],
    // Nothing to undo or redo: what a damaged log may say changes nothing.
    ['ur', [], []],
    ['auur', [[0]], []],
  ])('after %j', (log, undo, redo) => {
    expect(stacks(log)).toEqual({ undo, redo });
  });
});
