/** What a drag from a press on the canvas does. `none`: nothing. `refuse`: nothing, and it is said why. */
export type DragEffect = 'draw' | 'pan' | 'select' | 'move' | 'refuse' | 'none';

/** What is known of a press when a drag begins. */
export interface PointerPress {
  readonly isOnBox: boolean;
  /** The press was on a box that was chosen, and can be moved. */
  readonly isOnMovable: boolean;
  readonly shift: boolean;
  readonly touch: boolean;
}

/** What the canvas allows a drag to do. */
export interface DragRights {
  /** A drag draws a box where it does not move one. */
  readonly dragDraws: boolean;
  /** A drag that does nothing else moves the image. */
  readonly dragPans: boolean;
  readonly readOnly: boolean;
  /** A selected box can be changed. */
  readonly hasChangeable: boolean;
}

/**
 * What a drag does. What is to be drawn may begin within a box, as letters do in a word; a box that was chosen is moved. A finger
 * moves the image everywhere but on a box that was chosen before.
 */
export function dragEffect(press: PointerPress, rights: DragRights): DragEffect {
  if (!press.isOnMovable && rights.dragDraws) return 'draw';
  if (press.touch && !press.isOnMovable) return 'pan';
  if (rights.dragPans && (!press.isOnBox || !rights.hasChangeable)) return 'pan';
  if (!press.isOnBox || press.shift) return 'select';
  if (rights.readOnly) return 'none';
  return rights.hasChangeable ? 'move' : 'refuse';
}

/**
 * The selection after a click on boxes that lie over each other, smallest first. With Shift the smallest is added or taken
 * away; a click on the same spot goes one box deeper.
 */
export function selectionAfterClick(
  stack: readonly { readonly id: string }[],
  selection: readonly string[],
  { shift, again }: { readonly shift: boolean; readonly again: boolean },
): readonly string[] {
  const [smallest] = stack;
  if (smallest === undefined) return shift ? selection : [];
  if (shift) {
    const others = selection.filter((id) => id !== smallest.id);
    return others.length < selection.length ? others : [...others, smallest.id];
  }
  const at = stack.findIndex(({ id }) => selection.includes(id));
  const next = again && selection.length === 1 ? stack[(at + 1) % stack.length] : smallest;
  return next === undefined ? selection : [next.id];
}
