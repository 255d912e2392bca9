import { globalCommand } from '../../ui/commands/globalCommands.ts';

const GROUP = 'In and out';

/** Import and export, on offer while a casebook is open. */
export const importExportCommands = {
  import: globalCommand('transfer.import', 'Import…', GROUP, ['Ctrl+I']),
  export: globalCommand('transfer.export', 'Export…', GROUP, ['Ctrl+E']),
  attach: globalCommand('transfer.attach', 'Attach missing images…', GROUP, []),
};
