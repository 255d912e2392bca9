import { create } from 'zustand';

/** What of the person's work is not on disk yet; the top bar shows it. */
export interface SaveState {
  /** Edits on their way. */
  readonly pending: number;
  /** Why edits did not reach the disk; they are kept and tried again. */
  readonly failed: { readonly message: string } | null;
  readonly set: (state: {
    readonly pending: number;
    readonly failed: { readonly message: string } | null;
  }) => void;
}

export const useSaveState = create<SaveState>()((set) => ({
  pending: 0,
  failed: null,
  set: ({ pending, failed }) => set({ pending, failed }),
}));
