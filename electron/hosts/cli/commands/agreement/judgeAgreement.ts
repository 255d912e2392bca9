import { counted } from '../../../../../shared/base/counts.ts';
import type { Coefficient } from '../../../../../shared/contract/agreement.ts';
import type { VerdictAgreement } from '../../../../../shared/contract/verdicts.ts';
import type { ExportTable } from '../../../../../shared/figures/exportTable.ts';
import { titleOfCoefficient } from '../../../../../shared/figures/agreementTables.ts';
import { judgeTitle } from '../../../../../shared/figures/judgeName.ts';
import { kappaOf, peopleTable, trustTable } from '../../../../../shared/figures/judgeTables.ts';
import { renamedVerdicts } from '../../../../../shared/figures/renamed.ts';
import { type Invocation, progressOf, withCasebook } from '../../invocation.ts';
import { namingOf, tableLines } from '../../tableFormats.ts';
import { table } from '../../output.ts';
import { resamplesOption, seedOption } from '../../usage.ts';
import type { AgreementOptions } from './agreement.ts';
import { intervalOf, number } from './agreementOutput.ts';

/** `casebook agreement --judges`: people against LLM judges, and people with each other. */
export async function compareJudges(
  invocation: Invocation,
  dir: string,
  options: AgreementOptions,
): Promise<void> {
  const bootstrap = resamplesOption(options.bootstrap);
  const seed = seedOption(options.seed);
  const [found, naming] = await withCasebook(dir, 'read', async (open) => {
    const progress = progressOf(invocation);
    return [
      await open.verdicts.agreement({ bootstrap, seed }, null, progress, invocation.signal),
      namingOf(open, options),
    ] as const;
  });
  const tables = (): ExportTable[] => {
    const leaving = renamedVerdicts(found, naming);
    return [
      ...(found.comparisons.length === 0 ? [] : [trustTable(leaving)]),
      ...(found.people.length === 0 ? [] : [peopleTable(leaving)]),
    ];
  };
  const lines = tableLines(options, { topic: 'judges', of: [] }, tables);
  if (lines !== null && found.comparisons.length === 0)
    invocation.output.message(
      'There is no table of LLM judges: none judged an answer that people judged, too.',
    );
  invocation.output.result(found, lines ?? judgeLines(found));
}

function judgeLines({ comparisons, people }: VerdictAgreement): string[] {
  if (comparisons.length === 0 && people.length === 0)
    return ['Nobody has judged anything that another judged, too.'];
  const shown = (figure: Coefficient | undefined): string =>
    figure === undefined || figure.value === null
      ? (figure?.undefined ?? '-')
      : `${number(figure.value)} ${intervalOf(figure)}`;
  return [
    'LLM judges against people (before decisions) and against accepted verdicts (after)',
    ...table([
      ['judge', 'criterion', 'n', 'kappa before', 'n', 'kappa after', 'higher', 'lower'],
      ...comparisons.map(({ judge, title, level, before, after, errors }) => [
        judgeTitle(judge),
        title,
        before.units,
        shown(kappaOf(before.coefficients, level)),
        after.units,
        shown(kappaOf(after.coefficients, level)),
        errors.higher,
        errors.lower,
      ]),
    ]),
    ...people.flatMap(({ title, judges, units, coefficients }) => [
      '',
      `People on ${title} (${judges.map(({ name }) => name).join(', ')}; ${counted(units, 'answer')})`,
      ...table(
        Object.entries(coefficients).map(([name, figure]) => [titleOfCoefficient(name), shown(figure)]),
      ),
    ]),
  ];
}
