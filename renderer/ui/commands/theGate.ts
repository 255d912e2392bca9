import { toast } from '../feedback/toast.tsx';
import { createGate } from './gate.ts';

/** The gate of this window: one for every screen on which items are answered one after the other. */
export const gate = createGate((note) => {
  toast(note, { brief: true, once: true });
});
