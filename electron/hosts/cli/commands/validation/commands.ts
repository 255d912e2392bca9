import type { CommandDeclaration } from '../../command.ts';
import { STATUS } from '../../options.ts';
import type { ProposalsOptions } from './proposals.ts';
import type { ValidationOptions } from './validation.ts';

export const proposalsCommand: CommandDeclaration = {
  usage: 'proposals <dir>',
  summary: 'compares verified boxes with a detector’s proposals',
  options: (command) =>
    command
      .option('--bootstrap <n>', 'bootstrap resamples for intervals; 0 for none', '1000')
      .option('--seed <n>', 'the same seed gives the same intervals', '1')
      .option('--csv', 'a CSV table on standard output', false),
  run: (invocation) => async (dir: string, options: ProposalsOptions) => {
    const { compareProposals } = await import('./proposals.ts');
    await compareProposals(invocation, dir, options);
  },
};

export const validationCommand: CommandDeclaration = {
  usage: 'validation <dir> [what]',
  summary: 'counts generated items by validation state; with to-fix, lists items to fix',
  options: (command) =>
    command
      .option('--funnel', 'the number of items that pass each gate, and why others fail', false)
      .option('--by <facet>', 'for --funnel: also for each value of a facet')
      .option('--status <list>', `for --funnel: only items that are ${STATUS}`, 'any')
      .option(
        '--consistency',
        'how far people agree with themselves in two rounds, and with each other',
        false,
      )
      .option('--first <round>', 'for --consistency: the first round', '1')
      .option('--second <round>', 'for --consistency: the second round', '2')
      .option('--bootstrap <n>', 'for --consistency: resamples; 0 for no intervals', '1000')
      .option('--seed <n>', 'the same seed gives the same intervals', '1')
      .option('--limit <n>', 'for to-fix: the maximum number')
      .option('--csv', 'a CSV table on standard output', false)
      .option('--names', 'people’s names in these tables (default: rater-1 and so on, as in exports)', false),
  run: (invocation) => async (dir: string, what: string | undefined, options: ValidationOptions) => {
    const { reportValidation } = await import('./validation.ts');
    await reportValidation(invocation, dir, what, options);
  },
};
