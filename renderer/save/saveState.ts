import { create } from 'zustand';

/** Where one kind of work stands: edits of documents, verdicts. */
export interface SaveProgress {
  readonly pending: number;
  readonly failed: { readonly message: string } | null;
}

/** What of the person's work is not on disk yet; the top bar shows it. */
export interface SaveState {
  /** Edits being sent. */
  readonly pending: number;
  /** Why edits did not reach the disk; they are kept and tried again. */
  readonly failed: { readonly message: string } | null;
  /** What each kind of work last said; the above is all of it together. */
  readonly parts: Readonly<Record<string, SaveProgress>>;
  readonly set: (saving: SaveProgress, part?: string) => void;
}

const NOTHING: SaveProgress = { pending: 0, failed: null };

export const useSaveState = create<SaveState>()((set) => ({
  pending: 0,
  failed: null,
  parts: {},
  set: ({ pending, failed }, part = 'documents') => {
    set((state) => {
      const before = state.parts[part] ?? NOTHING;
      if (before.pending === pending && before.failed?.message === failed?.message) return state;
      const parts = { ...state.parts, [part]: { pending, failed } };
      const all = Object.values(parts);
      return {
        parts,
        pending: all.reduce((sum, each) => sum + each.pending, 0),
        failed: all.find((each) => each.failed !== null)?.failed ?? null,
      };
    });
  },
}));
