import { navigate as navigateHash, useHashLocation } from 'wouter/use-hash-location';
import type { ItemId, SittingId } from '../../shared/domain/ids.ts';

/** Every place in the app that has an address. */
export const places = {
  library: '/library',
  work: '/work',
  desk: (item: ItemId) => `/desk/${item}`,
  agreement: '/agreement',
  adjudicate: '/adjudicate',
  adjudicateItem: (item: ItemId) => `/adjudicate/${item}`,
  health: '/health',
  history: '/history',
  historyOf: (item: ItemId) => `/history/${item}`,
  sittings: '/sitting',
  sitting: (sitting: SittingId) => `/sitting/${sitting}`,
  team: '/team',
  settings: '/settings',
} as const;

/** The place stands after the `#`: it works without a server that knows the paths, and survives a reload. */
export const hashRouting = { hook: useHashLocation } as const;

/** Goes to a place. */
export function goTo(path: string): void {
  navigateHash(path);
}
