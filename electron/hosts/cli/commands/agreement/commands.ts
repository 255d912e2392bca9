import { type CommandDeclaration, RegistryOption } from '../../command.ts';
import { STATUS, withTableOptions } from '../../options.ts';
import type { AgreementOptions } from './agreement.ts';

export const agreementCommand: CommandDeclaration = {
  usage: 'agreement <dir>',
  summary: 'computes how far raters agree on a field, with intervals',
  options: (command) =>
    withTableOptions(
      command
        .option('--field <name>', 'see casebook list DIR tasks')
        .option(
          '--judges',
          'people against LLM judges, and people with each other, instead of a field',
          false,
        )
        .option('--task <name>', 'required if several tasks have a field of that name')
        .option('--raters <handles>', 'only these people, separated by commas')
        .option('--round <n>', 'the round (default: the latest)')
        .addOption(
          new RegistryOption('--coefficient <names>', async () => {
            const { COEFFICIENT_NAMES } =
              await import('../../../../../shared/agreement/coefficients/coefficients.ts');
            return `only these, separated by commas: ${COEFFICIENT_NAMES.join(', ')}`;
          }),
        )
        .option('--bootstrap <n>', 'bootstrap resamples of the items; 0 for none', '1000')
        .option('--seed <n>', 'the same seed gives the same intervals', '1')
        .option('--stratum <name>', 'also for each value of a facet, label or split')
        .option('--threshold <iou>', 'the minimum overlap for two boxes to count as the same', '0.5')
        .option('--status <list>', STATUS, 'any'),
    ),
  run: (invocation) => async (dir: string, options: AgreementOptions) => {
    if (options.judges) {
      const { compareJudges } = await import('./judgeAgreement.ts');
      await compareJudges(invocation, dir, options);
    } else {
      const { computeAgreement } = await import('./agreement.ts');
      await computeAgreement(invocation, dir, options);
    }
  },
};
