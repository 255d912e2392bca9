import type { RefObject } from 'react';
import { useCommands } from '../../ui/commands/commands.ts';
import { libraryCommands } from './commands.ts';
import { useLibraryLook } from './libraryLook.ts';
import { nothing, type Selection } from './selection.ts';

/** The Library's commands of searching, of what is shown, and of choosing items. */
export function useLibraryCommands({
  filtered,
  total,
  selection,
  searchRef,
  onSelect,
  onClearFilters,
}: {
  readonly filtered: boolean;
  /** How many items match. */
  readonly total: number;
  readonly selection: Selection;
  readonly searchRef: RefObject<HTMLInputElement | null>;
  readonly onSelect: (selection: Selection) => void;
  readonly onClearFilters: () => void;
}): void {
  const look = useLibraryLook();
  useCommands('library', [
    {
      ...libraryCommands.search,
      run: () => {
        searchRef.current?.focus();
        searchRef.current?.select();
      },
    },
    {
      ...libraryCommands.filters,
      run: () => useLibraryLook.setState({ filters: !look.filters }),
    },
    {
      ...libraryCommands.peek,
      run: () => useLibraryLook.setState({ peek: !look.peek }),
    },
    {
      ...libraryCommands.toggleView,
      run: () => useLibraryLook.setState({ view: look.view === 'grid' ? 'table' : 'grid' }),
    },
    { ...libraryCommands.clearFilters, enabled: () => filtered, run: onClearFilters },
    {
      ...libraryCommands.selectAll,
      enabled: () => total > 0,
      run: () => {
        onSelect({ kind: 'all' });
      },
    },
    {
      ...libraryCommands.deselect,
      run: () => {
        if (selection === nothing) return false;
        onSelect(nothing);
        return true;
      },
    },
  ]);
}
