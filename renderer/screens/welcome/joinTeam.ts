import { create } from 'zustand';

/** Whether the dialog for an invitation is open. */
export const useJoinTeam = create<{ readonly opened: boolean }>()(() => ({ opened: false }));

/** Opens the dialog for an invitation. */
export function openJoinTeam(): void {
  useJoinTeam.setState({ opened: true });
}

/** Closes it. */
export function closeJoinTeam(): void {
  useJoinTeam.setState({ opened: false });
}
