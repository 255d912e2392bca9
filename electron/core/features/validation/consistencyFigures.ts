import { agreementOf, type AnalysisRequest } from '../../../../shared/agreement/analysis/analyse.ts';
import { type CoefficientName, titleOf } from '../../../../shared/agreement/coefficients/coefficients.ts';
import type { AgreementFigure, Interval } from '../../../../shared/agreement/ratings/ratings.ts';
import type { Comparison } from '../../../../shared/benchmarks/task.ts';
import type { Consistency, ConsistencyReport } from '../../../../shared/contract/validation.ts';
import { ItemId } from '../../../../shared/base/ids.ts';
import { requireFinished } from '../../derived/agreement/figures.ts';
import type { RepeatedField, RepeatedRating, RepeatedRatings } from './repeatedRatings.ts';

/** Resamples of the intervals, 0 for none, and what decides their chance. */
export interface ResamplingOptions {
  readonly resamples: number;
  readonly seed: number;
}

/** Which rating stands where: a row for each thing compared, a column for each of those who are; -1 where there is none. */
interface Layout {
  readonly rows: number;
  readonly columns: number;
  readonly places: Int32Array;
}

/** The intersection over union from which on two boxes are the same. */
const SAME_BOX = 0.5;

/**
 * How consistent raters are between two rounds. Test and retest: each person's latest rating in one round against their
 * own in the other, about the same edition; pooled, a row is such a pair, and intervals resample pairs. Between people:
 * one round's ratings of the current edition. Fields without anything to compare are left out.
 * @param look called before each field and now and then while it is resampled; what it throws ends the work
 */
export function consistencyOf(
  repeated: RepeatedRatings,
  { first, second }: { readonly first: number; readonly second: number },
  resampling: ResamplingOptions,
  look: () => void,
): ConsistencyReport {
  const { ratings } = repeated;
  const pairs = pairsOf(ratings, first, second);
  const people = [...new Set(pairs.map(({ from }) => from.person))].sort((a, b) => a.localeCompare(b, 'en'));
  const figures = (layout: Layout): Consistency[] =>
    repeated.fields.flatMap((field) => figureOf(field, layout, resampling, look) ?? []);
  const compared = pairs.filter(isComparable);
  return {
    first,
    second,
    people: people.map((person) => {
      const own = compared.filter(({ from }) => from.person === person);
      return {
        person,
        items: own.length,
        fields: figures(layoutOfPairs(own)),
        changed: own.flatMap(({ from, to }) =>
          from.decision === to.decision || from.hidden
            ? []
            : [
                {
                  id: ItemId.parse(from.itemId),
                  externalId: from.externalId,
                  from: from.decision,
                  to: to.decision,
                },
              ],
        ),
      };
    }),
    pooled: figures(layoutOfPairs(compared)),
    between: [...new Set([first, second])].map((round) => {
      const { layout, raters } = layoutOfRound(ratings, round);
      return { round, raters, fields: raters < 2 ? [] : figures(layout) };
    }),
    outdated: pairs.length - compared.length,
  };
}

/** Somebody's two ratings of one item, and where they stand. */
interface Pair {
  readonly from: RepeatedRating;
  readonly to: RepeatedRating;
  readonly places: readonly [first: number, second: number];
}

const isComparable = ({ from, to }: Pair): boolean => from.editionId === to.editionId;

function pairsOf(ratings: readonly RepeatedRating[], first: number, second: number): Pair[] {
  const waiting = new Map<string, number>();
  const pairs: Pair[] = [];
  ratings.forEach((rating, place) => {
    const key = JSON.stringify([rating.itemId, rating.person]);
    const other = waiting.get(key);
    const before = other === undefined ? undefined : ratings[other];
    if (other === undefined || before === undefined) {
      waiting.set(key, place);
      return;
    }
    pairs.push(
      before.round === first && rating.round === second
        ? { from: before, to: rating, places: [other, place] }
        : { from: rating, to: before, places: [place, other] },
    );
  });
  return pairs;
}

function layoutOfPairs(pairs: readonly Pair[]): Layout {
  return { rows: pairs.length, columns: 2, places: Int32Array.from(pairs.flatMap(({ places }) => places)) };
}

function layoutOfRound(
  ratings: readonly RepeatedRating[],
  round: number,
): { readonly layout: Layout; readonly raters: number } {
  const rows = new Map<string, number>();
  const columns = new Map<string, number>();
  const chosen = [...ratings.entries()].filter(([, rating]) => rating.round === round && rating.isCurrent);
  for (const [, { itemId, person }] of chosen) {
    rows.set(itemId, rows.get(itemId) ?? rows.size);
    columns.set(person, columns.get(person) ?? columns.size);
  }
  const places = new Int32Array(rows.size * columns.size).fill(-1);
  for (const [place, { itemId, person }] of chosen)
    places[(rows.get(itemId) ?? 0) * columns.size + (columns.get(person) ?? 0)] = place;
  return { layout: { rows: rows.size, columns: columns.size, places }, raters: columns.size };
}

/** Null where nobody said anything that could be compared. */
function figureOf(
  { field, content }: RepeatedField,
  layout: Layout,
  resampling: ResamplingOptions,
  look: () => void,
): Consistency | null {
  look();
  const coefficient = coefficientFor(field.comparison, layout.columns);
  if (coefficient === null) return null;
  const shares: readonly CoefficientName[] = field.comparison.level === 'boxes' ? [] : [PERCENT];
  const asked = {
    coefficients: [...shares, coefficient],
    bootstrap: resampling.resamples === 0 ? null : { ...resampling },
  };
  const { figures, items, notPairable } = requireFinished(
    agreementOf({ ...asked, ...saidIn(field.comparison, content, layout) }, { progress: look }),
  );
  if (items === notPairable) return null;
  const share = shownOf(figures[PERCENT]);
  return {
    field: field.name,
    title: field.title,
    coefficient: titleOf(coefficient),
    items: items - notPairable,
    agreement: share.value,
    agreementInterval: share.interval,
    agreementBootstrapInterval: share.bootstrapInterval,
    ...shownOf(figures[coefficient]),
  };
}

/** A coefficient with its intervals, null where there is none. */
const shownOf = (figure: AgreementFigure | undefined) => ({
  value: figure?.value ?? null,
  interval: endsOf(figure?.interval),
  noInterval: figure?.noInterval ?? null,
  bootstrapInterval: endsOf(figure?.bootstrapInterval),
  why: figure?.undefined ?? null,
});

const PERCENT = 'percent_agreement';

const endsOf = (interval: Interval | null | undefined): [number, number] | null =>
  interval === null || interval === undefined ? null : [interval[0], interval[1]];

/**
 * The coefficient of a field: of two columns Cohen's kappa, for ordered categories weighted by the square of how far they
 * are apart; of more Krippendorff's alpha; of sets alpha with MASI distances, of boxes F1.
 */
function coefficientFor({ level }: Comparison, columns: number): CoefficientName | null {
  switch (level) {
    case 'nominal':
      return columns === 2 ? 'cohen_kappa' : 'krippendorff_alpha';
    case 'ordinal':
      return columns === 2 ? 'cohen_kappa_quadratic' : 'krippendorff_alpha';
    case 'interval':
      return 'krippendorff_alpha';
    case 'set':
      return 'alpha_masi';
    case 'boxes':
      return 'box_f1';
    case 'text':
      return null;
  }
}

type FieldRequest = AnalysisRequest extends infer Request
  ? Request extends AnalysisRequest
    ? Omit<Request, 'bootstrap' | 'coefficients'>
    : never
  : never;

/** What was said in a field, laid out. */
function saidIn({ level }: Comparison, content: RepeatedField['content'], layout: Layout): FieldRequest {
  const { rows: items, columns: raters, places } = layout;
  if (content.kind === 'boxes') {
    const boxes = Array.from(places, (place) => content.ratings.boxes[place] ?? null);
    return {
      level: 'boxes',
      boxes: { items, raters, labels: content.ratings.labels, boxes },
      threshold: SAME_BOX,
    };
  }
  const { categories, values } = content.ratings;
  const codes = places.map((place) => (place < 0 ? -1 : (content.ratings.codes[place] ?? -1)));
  const ratings = { items, raters, categories, codes, values };
  switch (level) {
    case 'set':
      return {
        level,
        ratings,
        sets: content.categories.map(({ rating }) => (rating.kind === 'set' ? rating.members : [])),
      };
    case 'nominal':
    case 'ordinal':
    case 'interval':
      return { level, ratings, offered: categories };
    case 'boxes':
    case 'text':
      throw new Error(`A field that is ${level} has no categories.`);
  }
}
