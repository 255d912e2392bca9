import type { Benchmark } from '../../../../../shared/benchmarks/benchmark.ts';
import type { FieldLevel } from '../../../../../shared/contract/importExport.ts';
import type { JsonObject } from '../../../../../shared/base/json.ts';
import { isNumber } from '../../../formats/reading/csvCells.ts';
import { type Decimals, notationOf, plainNumber } from '../../../formats/reading/csvNumbers.ts';
import type { ReportBuilder } from '../../../formats/reading/importReport.ts';
import type { RatingStaging, StagedField } from '../../../formats/ratings/ratingStaging.ts';
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
 * The same ratings with numbers as programs write them: a field of which all values are numbers in the notation of a country
 * has them in that. Fields that are compared by names or as texts keep their values to the letter. Where values alone do not
 * tell (1,234), the other fields of the source do; where these do not, it is asked, and the field is left out.
 */
export function withPlainNumbers(staging: RatingStaging, options: Options): RatingStaging {
  const { report } = options;
  const numeric = staging.fields.filter((field) => mayBeNumbers(field, staging, options));
  const found = numeric.map(
    (field) => [field, notationOf(valuesOf(staging, field), options.decimals)] as const,
  );
  const usual = found.find(([, { kind }]) => kind === 'comma' || kind === 'point')?.[1];
  const written = new Map<number, Decimals>();
  const unclear = new Set<number>();
  for (const [field, notation] of found) {
    const { kind } = notation;
    if (kind === 'plain' || kind === 'none') continue;
    const decimals =
      kind !== 'unclear'
        ? kind
        : usual?.kind === 'comma'
          ? 'comma'
          : usual?.kind === 'point'
            ? 'point'
            : null;
    const { example } = notation;
    if (decimals !== null) {
      written.set(field.id, decimals);
      report.warn(
        null,
        field.name,
        `Numbers with a decimal ${decimals}: “${example}” is ${plainNumber(example, decimals)}.`,
      );
      continue;
    }
    unclear.add(field.id);
    const readings: [point: string, comma: string] = [
      plainNumber(example, 'point'),
      plainNumber(example, 'comma'),
    ];
    report.asks.decimals ??= { field: field.name, example, readings };
    report.skip(
      'the source',
      field.name,
      `Is “${example}” ${readings[0]} or ${readings[1]}? Say whether numbers have a decimal point or a decimal comma (--decimals point or --decimals comma).`,
    );
  }
  if (written.size + unclear.size === 0) return staging;
  const plain = (field: number, value: string): string => {
    const decimals = written.get(field);
    return decimals === undefined ? value : plainNumber(value, decimals);
  };
  return {
    ...staging,
    fields: staging.fields.filter(({ id }) => !unclear.has(id)),
    *valuesOf(field) {
      for (const { value, line } of staging.valuesOf(field)) yield { value: plain(field, value), line };
    },
    *answers() {
      for (const answer of staging.answers()) {
        const values = answer.values.filter(({ field }) => !unclear.has(field));
        if (values.length > 0)
          yield {
            ...answer,
            values: values.map((each) => ({ ...each, value: plain(each.field, each.value) })),
          };
      }
    },
  };
}

function* valuesOf(staging: RatingStaging, { id }: StagedField): Generator<string> {
  for (const { value } of staging.valuesOf(id)) yield value;
}

/** Whether a field is compared as numbers, or that is not known yet. */
function mayBeNumbers(
  field: StagedField,
  staging: RatingStaging,
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
  // What is on a scale as it stands there stays so.
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
