import { create } from 'zustand';

/** The casebook that a backup is offered for, and what is wrong with it. */
export interface Restoring {
  readonly path: string;
  readonly why: string;
}

/** Which casebook the dialog is open for; null where it is closed. */
export const useRestoring = create<{ readonly of: Restoring | null }>()(() => ({ of: null }));

/** Opens the dialog that restores a backup. */
export function offerRestoring(of: Restoring): void {
  useRestoring.setState({ of });
}

/** Closes it. */
export function closeRestoring(): void {
  useRestoring.setState({ of: null });
}
