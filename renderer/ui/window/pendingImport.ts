import { create } from 'zustand';

/** A data set that waits for the casebook that it is to be imported into. */
export interface PendingImport {
  /** Where the core can read it. */
  readonly source: string;
  /** What the casebook may be called. */
  readonly title: string;
}

/** What was dropped before there was a casebook: a new one is offered for it. */
export const usePendingImport = create<{ readonly pending: PendingImport | null }>()(() => ({
  pending: null,
}));

/** Offers a new casebook for a data set. */
export function offerCasebookFor(pending: PendingImport): void {
  usePendingImport.setState({ pending });
}

/** Nothing waits any more: it is being imported, or nobody wants it. */
export function clearPendingImport(): void {
  usePendingImport.setState({ pending: null });
}
