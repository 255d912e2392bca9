import { AgreementRequest } from '../../../../../shared/contract/agreement.ts';
import { renamedAgreement } from '../../../../../shared/figures/renamed.ts';
import { everything } from '../../../../core/access/viewpoint.ts';
import type { Services } from '../../../../core/app/services.ts';
import { type Invocation, progressOf, statusOption, withCasebook } from '../../invocation.ts';
import { personOption } from '../../people.ts';
import { namingOf, tableLines, type TableOptions } from '../../tableFormats.ts';
import { asUsage, listed, numberOption, resamplesOption, seedOption, WrongUsage } from '../../usage.ts';
import { documentOf, linesOf, tablesOf } from './agreementOutput.ts';

export interface AgreementOptions extends TableOptions {
  readonly task?: string;
  readonly field?: string;
  readonly judges: boolean;
  readonly raters?: string;
  readonly round?: string;
  readonly coefficient?: string;
  readonly bootstrap: string;
  readonly seed: string;
  readonly stratum?: string;
  readonly threshold: string;
  readonly status: string;
}

/** `casebook agreement` */
export async function computeAgreement(
  invocation: Invocation,
  dir: string,
  options: AgreementOptions,
): Promise<void> {
  const [report, naming] = await withCasebook(dir, 'read', async (open) => {
    const request = requestOf(open, options);
    try {
      const progress = progressOf(invocation);
      return [
        await open.agreement.figures(request, everything, progress, invocation.signal),
        namingOf(open, options),
      ] as const;
    } catch (error) {
      throw asUsage(error);
    }
  });
  const { stratum } = options;
  const lines = tableLines(
    options,
    { topic: 'agreement', of: [report.task, report.title, `round ${String(report.round)}`] },
    () => tablesOf(renamedAgreement(report, naming), stratum),
  );
  invocation.output.result(documentOf(report, stratum !== undefined), lines ?? linesOf(report));
}

function requestOf(open: Services, options: AgreementOptions): ReturnType<typeof AgreementRequest.parse> {
  const { raters, round, coefficient, stratum } = options;
  const status = statusOption(options.status);
  return AgreementRequest.parse({
    task: taskOf(open, options),
    field: fieldOption(options),
    bootstrap: resamplesOption(options.bootstrap),
    seed: seedOption(options.seed),
    threshold: thresholdOption(options.threshold),
    filter: status === null ? {} : { status },
    ...(raters === undefined
      ? {}
      : { raters: listed(raters).map((handle) => personOption(open, '--raters', handle)) }),
    ...(round === undefined ? {} : { round: roundOption(round) }),
    ...(coefficient === undefined ? {} : { coefficients: listed(coefficient) }),
    ...(stratum === undefined ? {} : { stratum }),
  });
}

/** The task asked for, or the only one that has the field. */
function taskOf({ casebook, settings }: Services, options: AgreementOptions): string {
  const { task } = options;
  const field = fieldOption(options);
  const vocabulary = settings.vocabulary();
  const tasks = casebook.benchmark.tasks.map((each) => ({
    id: each.id,
    fields: each.fields(vocabulary).map(({ name }) => name),
  }));
  if (task !== undefined && !tasks.some(({ id }) => id === task)) {
    throw new WrongUsage(
      `--task: there is no task "${task}"; choose one of ${tasks.map(({ id }) => id).join(', ')}.`,
    );
  }
  const among = task === undefined ? tasks : tasks.filter(({ id }) => id === task);
  const found = among.filter(({ fields }) => fields.includes(field));
  const [only, another] = found;
  if (only === undefined) {
    const names = [...new Set(among.flatMap(({ fields }) => fields))];
    throw new WrongUsage(`--field: there is no field "${field}"; choose one of ${names.join(', ')}.`);
  }
  if (another !== undefined) {
    throw new WrongUsage(
      `--field: several tasks have a field "${field}"; name one with --task: ${found.map(({ id }) => id).join(', ')}.`,
    );
  }
  return only.id;
}

function fieldOption({ field }: AgreementOptions): string {
  if (field === undefined) throw new WrongUsage('Give --field NAME, or --judges.');
  return field;
}

function roundOption(text: string): number {
  const round = numberOption('--round', text);
  if (round < 1) throw new WrongUsage('--round: rounds start at 1.');
  return round;
}

function thresholdOption(text: string): number {
  const threshold = /^\d*\.?\d+$/u.test(text) ? Number(text) : Number.NaN;
  if (!(threshold > 0 && threshold <= 1)) {
    throw new WrongUsage(`--threshold: "${text}" is not a number above 0 and up to 1.`);
  }
  return threshold;
}
