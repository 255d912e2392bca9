import type { CommandDeclaration } from '../../command.ts';
import { STATUS } from '../../options.ts';
import type { DeleteOptions } from './delete.ts';
import type { ListOptions } from './list.ts';
import type { SplitOptions } from './split.ts';

export const deleteCommand: CommandDeclaration = {
  usage: 'delete <dir>',
  summary: 'deletes items with everything about them; History brings them back',
  inApp: 'Library: select the items, then Delete…',
  options: (command) =>
    command
      .requiredOption('--items <names>', 'the names of the items, separated by commas')
      .option('--yes', 'delete (default: only say what would be deleted)', false),
  run: (invocation) => async (dir: string, options: DeleteOptions) => {
    const { deleteItems } = await import('./delete.ts');
    await deleteItems(invocation, dir, options);
  },
};

export const listCommand: CommandDeclaration = {
  usage: 'list <dir> <what>',
  summary: 'lists items, people, tasks or annotations',
  options: (command) =>
    command
      .option('--status <list>', `only for items that are ${STATUS}`)
      .option('--search <text>', 'only items whose texts contain these words')
      .option('--limit <n>', 'the maximum number'),
  run: (invocation) => async (dir: string, what: string, options: ListOptions) => {
    const { list } = await import('./list.ts');
    await list(invocation, dir, what, options);
  },
};

export const splitCommand: CommandDeclaration = {
  usage: 'split <dir>',
  summary:
    'counts items by split; puts items into a split, or divides them by shares (no image or entity in two splits)',
  inApp: 'Library: select the items, then Split…',
  options: (command) =>
    command
      .option('--set <name>', 'put the items into this split')
      .option('--clear', 'take the items out of their split', false)
      .option('--shares <list>', 'divide the items: train=0.8,test=0.2')
      .option('--seed <n>', 'with --shares: the same seed gives the same splits', '1')
      .option(
        '--stratify <facet>',
        'with --shares: keep the shares within each value of a facet, or within each label',
      )
      .option('--status <list>', `only items that are ${STATUS}`)
      .option('--search <text>', 'only items whose texts contain these words'),
  run: (invocation) => async (dir: string, options: SplitOptions) => {
    const { splitItems } = await import('./split.ts');
    await splitItems(invocation, dir, options);
  },
};
