import type { Agreement } from '../../../../shared/agreement/analysis/analyse.ts';
import type { Coefficient } from '../../../../shared/contract/agreement.ts';

/** The figures of an agreement as they go over the wire, by name. */
export function coefficientsOf({ figures }: Agreement): Record<string, Coefficient> {
  return Object.fromEntries(
    Object.entries(figures).map(([name, figure]) => [
      name,
      {
        value: figure.value,
        undefined: figure.undefined,
        se: figure.standardError,
        ci95: figure.interval === null ? null : [...figure.interval],
        method: figure.method,
        no_interval: figure.noInterval,
        ci95_bootstrap: figure.bootstrapInterval === null ? null : [...figure.bootstrapInterval],
      },
    ]),
  );
}

/** No watch in a worker says yes to being cancelled: there it is the telling of progress that ends the work, by throwing. */
export function requireFinished<T>(result: T | null): T {
  if (result === null) throw new Error('The figures were cancelled.');
  return result;
}
