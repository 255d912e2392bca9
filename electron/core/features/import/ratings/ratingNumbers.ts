import type { Benchmark } from '../../../../../shared/benchmarks/benchmark.ts';
import type { FieldLevel } from '../../../../../shared/contract/importExport.ts';
import type { JsonObject } from '../../../../../shared/base/json.ts';
import { isNumber } from '../../../../../shared/base/csv.ts';
import { type Decimals, notationOf, plainNumber } from '../../../formats/reading/csvNumbers.ts';
import type { ReportBuilder } from '../../../formats/reading/importReport.ts';
import type { StagedField, StagedRatings } from '../../../formats/ratings/ratingStaging.ts';
import { cellOf } from '../../../formats/ratings/ratingValues.ts';

interface Options {
  readonly benchmark: Benchmark;
  readonly vocabulary: JsonObject;
  readonly levels: Readonly<Record<string, FieldLevel>>;
  readonly hints: ReadonlyMap<string, FieldLevel>;
  /** How numbers are written, where that was said. */
  readonly decimals: Decimals | undefined;
  readonly report: ReportBuilder;
}

/**
 * The ratings with numbers as programs write them. A field whose values are all numbers in one country's notation is
 * converted; names and texts stay. If its values alone are ambiguous (1,234), the source's other fields decide; else
 * the import asks, and leaves the field out.
 */
export function withPlainNumbers(staging: StagedRatings, options: Options): StagedRatings {
  const { report } = options;
  const numeric = staging.fields.filter((field) => mayBeNumbers(field, staging, options));
  const found = numeric.map(
    (field) => [field, notationOf(valuesOf(staging, field), options.decimals)] as const,
  );
  const usual = found.map(([, { kind }]) => kind).find((kind) => kind === 'comma' || kind === 'point');
  const written = new Map<number, Decimals>();
  const unclear = new Set<number>();
  for (const [field, notation] of found) {
    if (notation.kind === 'plain' || notation.kind === 'none') continue;
    const decimals = notation.kind === 'unclear' ? usual : notation.kind;
    const { example } = notation;
    if (decimals === undefined) {
      unclear.add(field.id);
      askForDecimals(field.name, example, report);
    } else {
      written.set(field.id, decimals);
      report.warn(
        null,
        field.name,
        `Numbers with a decimal ${decimals}: “${example}” is ${plainNumber(example, decimals)}.`,
      );
    }
  }
  if (written.size + unclear.size === 0) return staging;
  const withPlain = <T extends { readonly value: string }>(field: number, each: T): T => {
    const decimals = written.get(field);
    return decimals === undefined ? each : { ...each, value: plainNumber(each.value, decimals) };
  };
  return {
    fields: staging.fields.filter(({ id }) => !unclear.has(id)),
    distinct: (field, most) => staging.distinct(field, most),
    *valuesOf(field) {
      for (const each of staging.valuesOf(field)) yield withPlain(field, each);
    },
    *answers() {
      for (const answer of staging.answers()) {
        const values = answer.values.filter(({ field }) => !unclear.has(field));
        if (values.length > 0) yield { ...answer, values: values.map((each) => withPlain(each.field, each)) };
      }
    },
  };
}

function askForDecimals(field: string, example: string, report: ReportBuilder): void {
  const readings: [point: string, comma: string] = [
    plainNumber(example, 'point'),
    plainNumber(example, 'comma'),
  ];
  report.asks.decimals ??= { field, example, readings };
  report.skip(
    'the source',
    field,
    `Is “${example}” ${readings[0]} or ${readings[1]}? Say whether numbers have a decimal point or a decimal comma (--decimals point or --decimals comma).`,
  );
}

function* valuesOf(staging: StagedRatings, { id }: StagedField): Generator<string> {
  for (const { value } of staging.valuesOf(id)) yield value;
}

/** Whether a field is compared as numbers, or that is not known yet. */
function mayBeNumbers(
  field: StagedField,
  staging: StagedRatings,
  { benchmark, vocabulary, levels, hints }: Options,
): boolean {
  const { name, task } = field;
  const known = benchmark.tasks
    .filter(({ id }) => task === null || id === task)
    .flatMap((each) => each.fields(vocabulary))
    .filter((each) => each.name === name);
  if (known.some(({ comparison: { level } }) => level !== 'interval' && level !== 'ordinal')) return false;
  const asked = levels[name] ?? hints.get(name);
  if (asked !== undefined && asked.level !== 'interval' && asked.level !== 'ordinal') return false;
  // What is on a scale as it is there stays so.
  const scales = [
    ...known.map(({ comparison }) => (comparison.level === 'ordinal' ? comparison.order.map(cellOf) : [])),
    asked?.order ?? [],
  ];
  const isOnScale = (scale: readonly string[]): boolean =>
    scale.length > 0 &&
    (scale.some((each) => !isNumber(each)) ||
      [...valuesOf(staging, field)].every((each) => scale.includes(each)));
  return !scales.some(isOnScale);
}
