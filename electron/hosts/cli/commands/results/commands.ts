import type { ComparedItems } from '../../../../../shared/contract/counting.ts';
import { type CommandDeclaration, explained, RegistryOption, repeated } from '../../command.ts';
import { withTableOptions } from '../../options.ts';
import type { ItemsOptions } from './items.ts';
import type { MetricsOptions } from './request.ts';

const ABSENT =
  'answers that are absent from items answered otherwise: wrong (they count as wrong) or left-out';

const COMPARED_ITEMS: Readonly<Record<ComparedItems, string>> = {
  common: 'everybody answered them',
  together: 'participants together and every model',
  own: 'each respondent’s own',
};

async function describeParameters(): Promise<string> {
  const { benchmarks } = await import('../../../../../shared/benchmarks/registry.ts');
  const known = benchmarks.flatMap(({ title, metrics }) =>
    metrics?.parameters.help === undefined ? [] : [`${title}: ${metrics.parameters.help}`],
  );
  return ['a parameter of the figures, for this run', ...known, 'may be given several times'].join('; ');
}

export const metricsCommand: CommandDeclaration = {
  usage: 'metrics <dir>',
  summary: 'computes the benchmark’s own figures for people and models, with intervals',
  options: (command) =>
    withTableOptions(
      command
        .option('--respondent <handles>', 'only these, separated by commas')
        .option('--judge <handle>', 'only this judge’s verdicts (default: accepted verdicts)')
        .option('--by <facet>', 'also for each value of a facet, label or condition')
        .option(
          '--compare <figure>',
          'compares respondents by this figure instead: differences, tests, ranks',
        )
        .option('--against <handle>', 'with --compare: only with this one (or people)')
        .option('--condition <name>', 'with --compare: only answers in this condition')
        .option('--items <which>', `the items: ${explained(COMPARED_ITEMS)}`, 'common')
        .option('--without <handles>', 'without these, separated by commas')
        .addOption(
          new RegistryOption('--parameter <name=value>', describeParameters).argParser(repeated).default([]),
        )
        .option('--readable', 'only readable answers (default: the others count as wrong)', false)
        .option('--absent <how>', ABSENT, 'wrong')
        .option(
          '--undecided <how>',
          'items on which a verdict is undecided: left-out (for everybody) or wrong (the verdict counts as wrong)',
          'left-out',
        )
        .option('--unfinished', 'include unfinished participants', false)
        .option('--bootstrap <n>', 'bootstrap resamples of the items; 0 for none', '1000')
        .option('--seed <n>', 'the same seed gives the same intervals', '1'),
    ),
  run: (invocation) => async (dir: string, options: MetricsOptions) => {
    if (options.compare === undefined) {
      const { computeMetrics } = await import('./metrics.ts');
      await computeMetrics(invocation, dir, options);
    } else {
      const { compareRespondents } = await import('./compare.ts');
      await compareRespondents(invocation, dir, options, options.compare);
    }
  },
};

export const itemsCommand: CommandDeclaration = {
  usage: 'items <dir>',
  summary: 'computes how hard items are and how well they distinguish respondents (Rasch model)',
  options: (command) =>
    withTableOptions(
      command
        .option('--step <step>', 'only answers to this kind of step (default: the item as a whole)')
        .option('--judge <handle>', 'only this judge’s verdicts (default: accepted verdicts)')
        .option('--threshold <t>', 'how right, up to 1, a partly right answer must be to count', '0.5')
        .option('--variance <how>', 'of abilities: free (estimated) or fixed (at 1)', 'free')
        .option('--kept', 'list only items that pass the filter', false)
        .option('--readable', 'only readable answers (default: the others count as wrong)', false)
        .option('--absent <how>', ABSENT, 'wrong')
        .option('--unfinished', 'include unfinished participants', false),
    ),
  run: (invocation) => async (dir: string, options: ItemsOptions) => {
    const { computeItemStatistics } = await import('./items.ts');
    await computeItemStatistics(invocation, dir, options);
  },
};
