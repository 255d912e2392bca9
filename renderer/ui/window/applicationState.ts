import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useEffect } from 'react';
import type {
  ApplicationSettings,
  ApplicationState,
  OpenCasebook,
  Person,
} from '../../../shared/contract/application.ts';
import { mayUseMachine, type Role } from '../../../shared/domain/status.ts';
import { client, type Failure, failureOf, onFailure, orpc } from '../../client/index.ts';
import { useListContext } from './listContext.ts';
import { useKeymap } from '../commands/keymap.ts';
import { queryClient } from '../../client/queryClient.ts';

/** What is open, preferences, recent casebooks. */
export function useApplicationState() {
  return useQuery(
    orpc.application.state.queryOptions({
      staleTime: Number.POSITIVE_INFINITY,
      // Another program can take the casebook over while nothing is being done here.
      refetchInterval: ({ state }) => (state.data?.casebook?.readOnly === null ? LOOK_AGAIN : false),
    }),
  );
}

/** Milliseconds. */
const LOOK_AGAIN = 10_000;

/**
 * A call was refused because the casebook can only be read, which the window may not know yet: the core says so of all
 * that is open, a moment after the call.
 */
function noticeRefusal({ code }: Failure): void {
  if (code !== 'in_use' && code !== 'read_only' && code !== 'damaged') return;
  const key = orpc.application.state.queryKey();
  const look = (): void => void queryClient.invalidateQueries({ queryKey: key });
  if (queryClient.getQueryData(key)?.casebook?.readOnly !== null) return;
  look();
  setTimeout(look, 500);
}

/**
 * The casebook that the frame stands around. It comes down the tree instead of from the cache: what is still drawn
 * while a casebook is being closed keeps seeing the one it was drawn for.
 */
export const CasebookContext = createContext<OpenCasebook | null>(null);

/** The open casebook; only for what is drawn while one is open. */
export function useCasebook(): OpenCasebook {
  const casebook = useContext(CasebookContext);
  if (casebook === null) throw new Error('No casebook is open.');
  return casebook;
}

/** The current user; only for what is drawn once there is one. */
export function usePerson(): Person {
  const { person } = useCasebook();
  if (person === null) throw new Error('There is no current user.');
  return person;
}

/** What of the machine is on offer here: its folders, which the system's own dialogs show to everybody, and the log. */
export function useMachine(): { readonly folders: boolean; readonly log: boolean } {
  const { data } = useApplicationState();
  const log = mayUseMachine(data?.casebook ?? null) && data?.signedIn !== 'invited';
  return { folders: log || data?.host === 'desktop', log };
}

/** Whether this browser is signed in over the network: then it can be signed out, and nobody else is chosen. */
export const useSignedIn = (): boolean => useApplicationState().data?.signedIn !== undefined;

/** Whether the current user looks after the casebook: imports, exports, settings, the state of items. */
export function useCurates(): boolean {
  return usePerson().roles.includes('curator');
}

/** Whether the open casebook is the current user’s alone: their device in a team, or a package for them. */
export function useOwnsCasebook(): boolean {
  const { packageFor, device } = useCasebook();
  const { id } = usePerson();
  return packageFor?.personId === id || device === id;
}

/** Whether the current user may change what is not their own answer: the state of items, tags, views. */
export function useMayCurate(): boolean {
  const writable = useWritable();
  return useCurates() && writable;
}

/** Who looks after others' work. */
export const OVERSEEING: readonly Role[] = ['curator', 'reviewer', 'adjudicator'];

/** Whether the current user looks after others' work, beside or instead of answering themselves. */
export function useOversees(): boolean {
  return usePerson().roles.some((role) => OVERSEEING.includes(role));
}

/** Whether this window may change the casebook. */
export function useWritable(): boolean {
  return useCasebook().readOnly === null;
}

/** Takes a casebook as the open one; everything read from another is forgotten. */
export async function enterCasebook(casebook: OpenCasebook | null): Promise<void> {
  const key = orpc.application.state.queryKey();
  const before = queryClient.getQueryData(key);
  if (before?.casebook?.path !== casebook?.path) {
    useListContext.getState().reset();
    queryClient.removeQueries({
      predicate: (query) => JSON.stringify(query.queryKey) !== JSON.stringify(key),
    });
  }
  queryClient.setQueryData(key, (state: ApplicationState | undefined) =>
    state === undefined ? state : { ...state, casebook },
  );
  await queryClient.invalidateQueries({ queryKey: key });
}

/** Makes somebody the current user; everything that somebody else was shown is forgotten. */
export async function enterCurrentUser(person: Person): Promise<void> {
  const key = orpc.application.state.queryKey();
  useListContext.getState().reset();
  queryClient.setQueryData(key, (state: ApplicationState | undefined) =>
    state === undefined || state.casebook === null
      ? state
      : { ...state, casebook: { ...state.casebook, person } },
  );
  queryClient.removeQueries({
    predicate: (query) => JSON.stringify(query.queryKey) !== JSON.stringify(key),
  });
  await queryClient.invalidateQueries({ queryKey: key });
}

/** Everything read from the casebook may be different now: a bulk change, an import, an undo. */
export async function casebookChanged(): Promise<void> {
  const state = JSON.stringify(orpc.application.state.queryKey());
  await queryClient.invalidateQueries({
    predicate: (query) => JSON.stringify(query.queryKey) !== state,
  });
}

/** What lists show of items is different now. */
export async function itemsChanged(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: orpc.items.key() }),
    queryClient.invalidateQueries({ queryKey: orpc.assignments.key() }),
  ]);
}

/** Changes preferences: at once here, then on disk. */
export async function saveSettings(change: Partial<ApplicationSettings>): Promise<void> {
  const key = orpc.application.state.queryKey();
  queryClient.setQueryData(key, (state: ApplicationState | undefined) =>
    state === undefined ? state : { ...state, settings: { ...state.settings, ...change } },
  );
  try {
    await client.application.saveSettings(change);
  } finally {
    await queryClient.invalidateQueries({ queryKey: key });
  }
}

/** Follows what calls are refused for. Gives the function that stops it. */
export const followRefusals = (): (() => void) => onFailure((error) => noticeRefusal(failureOf(error)));

/** Keeps the keymap as the settings say. */
export function useKeymapFromSettings(): void {
  const settings = useApplicationState().data?.settings;
  useEffect(() => {
    if (settings !== undefined)
      useKeymap.setState({ keyPreset: settings.keyPreset, keys: settings.keys }, true);
  }, [settings]);
}
