import { create } from 'zustand';
import type { ItemSelection } from '../../../shared/contract/items.ts';
import { runCommand } from '../commands/commands.ts';

/** Items that were chosen in the Library to be exported; null: the whole casebook is. */
export const useItemsToExport = create<{
  readonly chosen: { readonly items: ItemSelection; readonly count: number } | null;
}>()(() => ({ chosen: null }));

/** Opens the dialog of exporting for these items alone. */
export function exportOnly(items: ItemSelection, count: number): void {
  useItemsToExport.setState({ chosen: { items, count } });
  runCommand('transfer.export');
}
