import { create } from 'zustand';
import type { ChainLetter } from '../../../shared/benchmarks/mcsbench/options.ts';
import type { ItemId } from '../../../shared/base/ids.ts';
import { useDesk } from '../../ui/form/context.ts';
import type { FormField } from './criteria.ts';

/** A chain of a probe. */
export interface ChainPlace {
  readonly probe: 1 | 2 | 3;
  readonly letter: ChainLetter;
}

/** What the form and the stage over the image show of an item; none of it is saved. */
export interface FormView {
  /** What somebody went to by a key, and digits answer now; null: what is asked next. */
  readonly at: FormField | null;
  /** The chain that is beside the gold one; null: the chains are not shown. */
  readonly chain: ChainPlace | null;
  /** Whether all chains of the probe stand side by side. */
  readonly overview: boolean;
  /** The lens of an error type whose first digit is pressed, from 0. */
  readonly lens: number | null;
}

const FRESH: FormView = { at: null, chain: null, overview: false, lens: null };

const useStored = create<{ readonly itemId: ItemId | null; readonly view: FormView }>()(() => ({
  itemId: null,
  view: FRESH,
}));

/** What is shown of the Desk's item, and the way to change it; another item begins anew. */
export function useFormView(): readonly [FormView, (change: Partial<FormView>) => void] {
  const { itemId } = useDesk().session;
  const view = useStored((stored) => (stored.itemId === itemId ? stored.view : FRESH));
  return [
    view,
    (change) => {
      const stored = useStored.getState();
      const before = stored.itemId === itemId ? stored.view : FRESH;
      useStored.setState({ itemId, view: { ...before, ...change } });
    },
  ];
}
