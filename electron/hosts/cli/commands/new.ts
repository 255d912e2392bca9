import { resolve } from 'node:path';
import { benchmarks } from '../../../../shared/benchmarks/registry.ts';
import { makeCasebook } from '../../../core/features/casebooks/create.ts';
import { readMetaText } from '../../../core/db/meta.ts';
import type { Invocation } from '../invocation.ts';
import { withPorts } from '../invocation.ts';
import { WrongUsage } from '../usage.ts';

export interface NewOptions {
  readonly benchmark: string;
  readonly title: string;
  readonly person?: string;
}

/** `casebook new` */
export async function newCommand({ output }: Invocation, dir: string, options: NewOptions): Promise<void> {
  const { benchmark, title, person } = options;
  if (!benchmarks.some(({ id }) => id === benchmark)) {
    throw new WrongUsage(
      `--benchmark: "${benchmark}" is not among ${benchmarks.map(({ id }) => id).join(', ')}.`,
    );
  }
  await withPorts(async (ports) => {
    const casebook = await makeCasebook(resolve(dir), { benchmark, title, person }, ports);
    const made = { path: casebook.path, benchmark, title: readMetaText(casebook.database, 'title') };
    casebook.close();
    output.result(made, [`Created ${made.path} (${made.title}, ${benchmark}).`]);
  });
}
