import { rowName } from '../../../../shared/figures/resultsTables.ts';
import { ORIGINAL } from '../../../../shared/benchmarks/observatory/queries/entities.ts';
import { GUIDANCE } from '../../../../shared/benchmarks/observatory/queries/answerFile.ts';
import { KINDS, type QueryKindId } from '../../../../shared/benchmarks/observatory/queries/kinds.ts';
import {
  DOMAINS,
  familyName,
  of,
  taskName,
} from '../../../../shared/benchmarks/observatory/metrics/names.ts';
import { ObservatoryParameters } from '../../../../shared/benchmarks/observatory/metrics/parameters.ts';
import type { Domain } from '../../../../shared/benchmarks/observatory/schema.ts';
import { transformationTitle } from '../../../../shared/benchmarks/observatory/transformationTitles.ts';
import type { ItemFilter } from '../../../../shared/contract/items.ts';
import type { Figure, MetricsReport, MetricsRow } from '../../../../shared/contract/metrics.ts';
import type { Print } from '../../../../shared/figures/exportTable.ts';

/** A figure that can be looked at by transformation. */
export interface FigureByTransformation {
  readonly id: string;
  readonly title: string;
  /** What the axis says. */
  readonly axis: string;
  readonly domain: Domain;
  readonly kind: QueryKindId;
  /** Its id among the figures; null: transfer retention, which has one for each transformation. */
  readonly metric: string | null;
  readonly print: Print;
}

const PERCENT: Print = { factor: 100, digits: 1 };
const PLAIN: Print = { factor: 1, digits: 3 };

/** Accuracy, mIoU and transfer retention of both domains. */
export const FIGURES: readonly FigureByTransformation[] = DOMAINS.flatMap(
  (domain): FigureByTransformation[] => [
    ...(['matching', 'grid'] as const).map((kind): FigureByTransformation => {
      const metric = `${taskName(domain, kind)}_accuracy`;
      return {
        id: metric,
        title: `${domain}: ${titleOf(kind)}`,
        axis: 'accuracy',
        domain,
        kind,
        metric,
        print: PERCENT,
      };
    }),
    ...GUIDANCE.map((kind): FigureByTransformation => {
      const metric = `${taskName(domain, kind)}_miou`;
      return {
        id: metric,
        title: `${domain}: ${titleOf(kind)}`,
        axis: 'mIoU',
        domain,
        kind,
        metric,
        print: PERCENT,
      };
    }),
    {
      id: `${domain.toLowerCase()}_retention`,
      title: `${domain}: Transfer retention`,
      axis: 'transfer retention',
      domain,
      kind: 'guided',
      metric: null,
      print: PLAIN,
    },
  ],
);

function titleOf(kind: QueryKindId): string {
  return KINDS.find(({ id }) => id === kind)?.title ?? kind;
}

/** A transformation with one figure of each respondent. */
export interface TransformationFigures {
  readonly name: string;
  readonly title: string;
  readonly group: TransformationGroup;
  /** By the respondent's key. */
  readonly figures: ReadonlyMap<string, Figure>;
}

/** Families as the figures' parameters list them; what they do not list is of neither. */
export const GROUPS = ['ID', 'OOD', 'Other'] as const;
export type TransformationGroup = (typeof GROUPS)[number];

/** What respondents come to on the originals, and so what variants are to be seen against. */
export interface Reference {
  readonly key: string;
  readonly name: string;
  readonly figure: Figure | undefined;
}

/**
 * One figure by transformation, those of ID first, in the order of the parameters.
 * @param report divided by transformation
 */
export function byTransformation(
  report: MetricsReport,
  rows: readonly MetricsRow[],
  figure: FigureByTransformation,
): readonly TransformationFigures[] {
  const { transformations } = ObservatoryParameters.parse(report.parameters);
  const there = new Map(
    (report.stratum?.values ?? []).flatMap(({ value, rows: of }) =>
      value === null || value === ORIGINAL ? [] : [[value, of] as const],
    ),
  );
  const listed = new Set([...transformations.ID, ...transformations.OOD]);
  const named: readonly (readonly [TransformationGroup, readonly string[]])[] = [
    ['ID', transformations.ID],
    ['OOD', transformations.OOD],
    ['Other', [...there.keys()].filter((name) => !listed.has(name))],
  ];
  return named.flatMap(([group, names]) =>
    names.flatMap((name): TransformationFigures[] => {
      const own = there.get(name);
      const figures = new Map(
        rows.flatMap((row) => {
          const found =
            own?.[row.key] === undefined ? undefined : figureOf(row, own[row.key] ?? {}, name, figure);
          return found === undefined || found.n === 0 ? [] : [[row.key, found] as const];
        }),
      );
      return figures.size === 0 ? [] : [{ name, title: transformationTitle(name), group, figures }];
    }),
  );
}

function figureOf(
  row: MetricsRow,
  own: Readonly<Record<string, Figure>>,
  name: string,
  { domain, metric }: FigureByTransformation,
): Figure | undefined {
  if (metric !== null) return own[metric];
  const guided = `${taskName(domain, 'guided')}_miou`;
  const listed = row.figures[of(`${domain.toLowerCase()}_retention`, name)];
  const on = own[guided];
  // Only what was answered on it has a retention, whatever was answered on originals.
  if (on === undefined || on.n === 0) return undefined;
  if (listed !== undefined) return listed;
  const original = row.figures[familyName(guided, 'Org')];
  const isDefined =
    on.value !== null && original?.value !== undefined && original.value !== null && original.value > 0;
  return {
    value: isDefined ? (on.value ?? 0) / (original.value ?? 1) : null,
    undefined: isDefined ? null : 'The originals’ mIoU is 0, so there is nothing to compare with.',
    n: on.n + (original?.n ?? 0),
    ci95: null,
    interval: null,
  };
}

/** The figure on originals; of transfer retention there is none but 1. */
export function referencesOf(
  rows: readonly MetricsRow[],
  { metric }: FigureByTransformation,
): readonly Reference[] {
  return rows.map((row) => ({
    key: row.key,
    name: rowName(row),
    figure:
      metric === null
        ? { value: 1, undefined: null, n: 0, ci95: null, interval: null }
        : row.figures[familyName(metric, ORIGINAL)],
  }));
}

/** The Library's filter for the questions behind a figure of a transformation; null: of the originals. */
export function transformedFilter({ domain, kind }: FigureByTransformation, name: string): ItemFilter {
  return { facets: { kind: [titleOf(kind)], domain: [domain], transformation: [name] } };
}
