import { everything } from '../../../core/access/viewpoint.ts';
import { ComparedItems } from '../../../../shared/contract/counting.ts';
import { AnswerAgreementRequest, MetricsRequest } from '../../../../shared/contract/metrics.ts';
import { renamedMetrics } from '../../../../shared/figures/renamed.ts';
import type { PersonId } from '../../../../shared/base/ids.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { Services } from '../../../core/app/services.ts';
import type { Invocation } from '../invocation.ts';
import { progressOf, withCasebook } from '../invocation.ts';
import { namingOf, tableLines, type TableOptions } from '../tableFormats.ts';
import { countedOption, WrongUsage, listed, asUsage, resamplesOption, seedOption } from '../usage.ts';
import { agreementDocument, agreementLines, documentOf, linesOf, tablesOf } from './metricsOutput.ts';

export interface MetricsOptions extends TableOptions {
  readonly respondent?: string;
  readonly judge?: string;
  readonly by?: string;
  readonly compare?: string;
  readonly against?: string;
  readonly condition?: string;
  /** `name=value`, each. */
  readonly parameter: readonly string[];
  readonly items: string;
  readonly readable: boolean;
  readonly absent: string;
  readonly undecided: string;
  readonly without?: string;
  readonly unfinished: boolean;
  readonly bootstrap: string;
  readonly seed: string;
}

/** `casebook metrics` */
export async function metricsCommand(
  invocation: Invocation,
  dir: string,
  options: MetricsOptions,
): Promise<void> {
  if (options.compare !== undefined) {
    const { compareCommand } = await import('./compare.ts');
    await compareCommand(invocation, dir, options, options.compare);
    return;
  }
  const [report, agreement, naming] = await withCasebook(dir, 'read', async (open) => {
    const request = requestOf(open, options);
    const { respondents, stratum, unfinished, bootstrap, seed } = request;
    const compared = AnswerAgreementRequest.parse({ respondents, stratum, unfinished, bootstrap, seed });
    try {
      const progress = progressOf(invocation);
      return [
        await open.metrics.report(request, progress, invocation.signal, everything),
        await open.metrics.agreement(compared, progress, invocation.signal, everything),
        namingOf(open, options),
      ] as const;
    } catch (error) {
      throw asUsage(error);
    }
  });
  invocation.output.result(
    { ...documentOf(report), agreement: agreementDocument(agreement) },
    tableLines(options, { topic: 'results', of: [report.benchmark] }, () =>
      tablesOf(renamedMetrics(report, naming)),
    ) ?? [...linesOf(report), ...agreementLines(agreement)],
  );
}

/** What is asked for. Throws for what is not there. */
export function requestOf(open: Services, options: MetricsOptions): ReturnType<typeof MetricsRequest.parse> {
  const { respondent, judge, by, readable, unfinished } = options;
  const items = ComparedItems.safeParse(options.items);
  if (!items.success) throw new WrongUsage(`--items: choose one of ${ComparedItems.options.join(', ')}.`);
  return MetricsRequest.parse({
    items: items.data,
    unreadable: readable ? 'left_out' : 'wrong',
    absent: countedOption('--absent', options.absent),
    undecided: countedOption('--undecided', options.undecided),
    ...(options.without === undefined
      ? {}
      : { without: listed(options.without).map((handle) => personOf(open, '--without', handle)) }),
    unfinished,
    bootstrap: resamplesOption(options.bootstrap),
    seed: seedOption(options.seed),
    ...(respondent === undefined
      ? {}
      : { respondents: listed(respondent).map((handle) => personOf(open, '--respondent', handle)) }),
    ...(judge === undefined ? {} : { judge: personOf(open, '--judge', judge) }),
    ...(by === undefined ? {} : { stratum: by }),
    ...(options.parameter.length === 0 ? {} : { parameters: parametersOf(options.parameter) }),
  });
}

/** Parameters of figures by name: numbers, or words. */
function parametersOf(given: readonly string[]): JsonObject {
  return Object.fromEntries(
    given.map((each) => {
      const [, name, value] = /^([^=]+)=(.+)$/u.exec(each) ?? [];
      if (name === undefined || value === undefined)
        throw new WrongUsage(`--parameter: "${each}" is not a name and a value, such as volumes=paper.`);
      const number = Number(value);
      return [name, Number.isNaN(number) ? value : number];
    }),
  );
}

/** The person of a handle. Throws for nobody, with who there is. */
export function personOf({ people }: Services, option: string, handle: string): PersonId {
  const person = people.called(handle);
  if (person !== undefined) return person.id;
  const handles = people.list().map((each) => each.handle);
  throw new WrongUsage(`${option}: there is no person "${handle}"; choose from ${handles.join(', ')}.`);
}
