import { create } from 'zustand';
import { useItemsToExport } from '../../ui/items/selectedItems.ts';

export type ImportExportRequest =
  | { readonly kind: 'import'; readonly source?: string }
  | { readonly kind: 'export' }
  | { readonly kind: 'attach'; readonly folder?: string };

/** Which dialog of bringing in and handing out is open. */
export const useImportExportRequest = create<{ readonly request: ImportExportRequest | null }>()(() => ({
  request: null,
}));

/** Opens a dialog of bringing in or handing out. */
export function openImportExport(request: ImportExportRequest): void {
  useImportExportRequest.setState({ request });
}

/** Closes it. */
export function closeImportExport(): void {
  useImportExportRequest.setState({ request: null });
  useItemsToExport.setState({ chosen: null });
}
