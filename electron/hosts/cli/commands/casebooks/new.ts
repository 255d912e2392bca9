import { resolve } from 'node:path';
import { benchmarks } from '../../../../../shared/benchmarks/registry.ts';
import { makeCasebook } from '../../../../core/features/casebooks/create.ts';
import { makeSample } from '../../../../core/app/sample/make.ts';
import { readMetaText } from '../../../../core/db/meta.ts';
import { type Invocation, withPorts } from '../../invocation.ts';
import { WrongUsage } from '../../usage.ts';

export interface NewOptions {
  readonly benchmark: string;
  readonly title: string;
  readonly person?: string;
  readonly sample: boolean;
}

async function makeEmpty(...given: Parameters<typeof makeCasebook>) {
  const casebook = await makeCasebook(...given);
  const made = { path: casebook.path, title: readMetaText(casebook.database, 'title') };
  casebook.close();
  return made;
}

/** `casebook new` */
export async function makeNew({ output }: Invocation, dir: string, options: NewOptions): Promise<void> {
  const { benchmark, title, person, sample } = options;
  if (!benchmarks.some(({ id }) => id === benchmark)) {
    throw new WrongUsage(
      `--benchmark: "${benchmark}" is not among ${benchmarks.map(({ id }) => id).join(', ')}.`,
    );
  }
  await withPorts(async (ports) => {
    const make = sample ? makeSample : makeEmpty;
    const made = { benchmark, ...(await make(resolve(dir), { benchmark, title, person }, ports)) };
    output.result(made, [`Created ${made.path} (${made.title}, ${benchmark}).`]);
  });
}
