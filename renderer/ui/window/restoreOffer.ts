import { create } from 'zustand';

/** The casebook that a backup is offered for, and what is wrong with it. */
export interface RestoreOffer {
  readonly path: string;
  readonly why: string;
}

/** Which casebook the dialog is open for; null where it is closed. */
export const useRestoring = create<{ readonly of: RestoreOffer | null }>()(() => ({ of: null }));

/** Opens the dialog that restores a backup. */
export function offerRestoring(of: RestoreOffer): void {
  useRestoring.setState({ of });
}

/** Closes it. */
export function closeRestoring(): void {
  useRestoring.setState({ of: null });
}
