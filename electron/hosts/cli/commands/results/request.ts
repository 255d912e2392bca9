import { ComparedItems } from '../../../../../shared/contract/counting.ts';
import { MetricsRequest } from '../../../../../shared/contract/metrics.ts';
import type { JsonObject } from '../../../../../shared/base/json.ts';
import type { Services } from '../../../../core/app/services.ts';
import { personOption } from '../../people.ts';
import type { TableOptions } from '../../tableFormats.ts';
import { countedOption, listed, resamplesOption, seedOption, WrongUsage } from '../../usage.ts';

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
      : { without: listed(options.without).map((handle) => personOption(open, '--without', handle)) }),
    unfinished,
    bootstrap: resamplesOption(options.bootstrap),
    seed: seedOption(options.seed),
    ...(respondent === undefined
      ? {}
      : { respondents: listed(respondent).map((handle) => personOption(open, '--respondent', handle)) }),
    ...(judge === undefined ? {} : { judge: personOption(open, '--judge', judge) }),
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
