import type { CommandDefinition } from '../../ui/commands/commands.ts';

/** The commands of the Library. */
export const libraryCommands = {
  search: library('search', 'Search', ['/', 'Ctrl+F'], { whileTyping: true }),
  filters: library('filters', 'Show or hide the filters', ['F']),
  clearFilters: library('clearFilters', 'Clear all filters', []),
  toggleView: library('toggleView', 'Switch between grid and table', ['V']),
  open: library('open', 'Open the item at the Desk', ['Enter'], { keyOnly: true }),
  peek: library('peek', 'Show or hide the item’s details', ['P']),
  select: library('select', 'Select or deselect the item', ['Space'], { keyOnly: true }),
  selectAll: library('selectAll', 'Select all items that match', ['Ctrl+A']),
  deselect: library('deselect', 'Clear the selection', ['Escape']),
  accept: library('accept', 'Accept the selected items', ['Shift+A']),
  review: library('review', 'Put the selected items in review', ['Shift+R']),
  reject: library('reject', 'Reject the selected items', ['Shift+X']),
  draft: library('draft', 'Make the selected items drafts', ['Shift+D']),
  tag: library('tag', 'Tag the selected items…', ['T']),
  left: library('left', 'Item to the left', ['ArrowLeft'], { keyOnly: true }),
  right: library('right', 'Item to the right', ['ArrowRight'], { keyOnly: true }),
  up: library('up', 'Item above', ['ArrowUp'], { keyOnly: true }),
  down: library('down', 'Item below', ['ArrowDown'], { keyOnly: true }),
  extendLeft: library('extendLeft', 'Extend the selection to the left', ['Shift+ArrowLeft'], {
    keyOnly: true,
  }),
  extendRight: library('extendRight', 'Extend the selection to the right', ['Shift+ArrowRight'], {
    keyOnly: true,
  }),
  extendUp: library('extendUp', 'Extend the selection upwards', ['Shift+ArrowUp'], { keyOnly: true }),
  extendDown: library('extendDown', 'Extend the selection downwards', ['Shift+ArrowDown'], {
    keyOnly: true,
  }),
  pageUp: library('pageUp', 'A page up', ['PageUp'], { keyOnly: true }),
  pageDown: library('pageDown', 'A page down', ['PageDown'], { keyOnly: true }),
  first: library('first', 'First item', ['Home'], { keyOnly: true }),
  last: library('last', 'Last item', ['End'], { keyOnly: true }),
} as const satisfies Readonly<Record<string, CommandDefinition>>;

function library(
  name: string,
  title: string,
  defaultKeys: readonly string[],
  options: Pick<CommandDefinition, 'keyOnly' | 'whileTyping'> = {},
): CommandDefinition {
  return {
    id: `library.${name}`,
    title,
    group: options.keyOnly === true ? 'Moving in the Library' : 'Library',
    defaultKeys,
    scope: 'library',
    ...options,
  };
}
