import { CasebookError } from '../../../../shared/base/errors.ts';
import type { Benchmark } from '../../../../shared/benchmarks/benchmark.ts';
import type { Formats } from '../catalogue.ts';
import type { Format } from '../format.ts';

/** Whether a format has a place for what a benchmark's casebooks hold. */
function canHold(benchmark: Benchmark, format: Format): boolean {
  const own = format.reads?.of === 'items' ? format.reads.benchmark : format.description.benchmark;
  return own === undefined ? format.fits?.(benchmark) !== false : own === benchmark.id;
}

/** The formats in which a benchmark's casebooks can be exported, in the order in which people see them. */
export const exportsOf = (benchmark: Benchmark, formats: Formats): readonly Format[] =>
  formats.list.flatMap(({ id }) => {
    const format = formats.find(id);
    return format?.writes !== undefined && canHold(benchmark, format) ? [format] : [];
  });

/** Throws `invalid_input`, naming the formats that do, where a format cannot hold a benchmark. */
export function assertCanHold(benchmark: Benchmark, format: Format, formats: Formats): void {
  if (canHold(benchmark, format)) return;
  const { id, title } = format.description;
  throw new CasebookError(
    'invalid_input',
    `This casebook is for ${benchmark.title}, which the format “${title}” (${id}) cannot hold.`,
    `Nothing was written. Use one of these formats: ${exportsOf(benchmark, formats)
      .map(({ description }) => description.id)
      .join(', ')}.`,
  );
}
