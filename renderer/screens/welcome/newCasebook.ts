import { create } from 'zustand';

/** Whether the dialog for a new casebook is open. */
export const useNewCasebook = create<{ readonly opened: boolean }>()(() => ({ opened: false }));

/** Opens the dialog for a new casebook. */
export function openNewCasebook(): void {
  useNewCasebook.setState({ opened: true });
}

/** Closes it. */
export function closeNewCasebook(): void {
  useNewCasebook.setState({ opened: false });
}
