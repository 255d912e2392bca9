import type { ResamplingMonitor } from '../intervals/bootstrap.ts';
import { type Agreement, agreementOf, type AnalysisRequest } from './analyse.ts';

/** Items by scene, task, level, domain or whatever divides them. */
export interface ItemStrata {
  readonly names: readonly string[];
  /** The stratum of each item, by its place in the names; -1: in none. */
  readonly of: Int32Array;
}

export interface StratumAgreement {
  readonly stratum: string;
  readonly agreement: Agreement;
}

/** The same figures for each stratum by itself, with the same seed. Null where the watch cancelled it. */
export function agreementByStratum(
  request: AnalysisRequest,
  strata: ItemStrata,
  watch: ResamplingMonitor = {},
): readonly StratumAgreement[] | null {
  const result: StratumAgreement[] = [];
  for (const [at, stratum] of strata.names.entries()) {
    const items: number[] = [];
    strata.of.forEach((of, item) => {
      if (of === at) items.push(item);
    });
    const agreement = agreementOf(chooseItems(request, items), watch);
    if (agreement === null) return null;
    result.push({ stratum, agreement });
  }
  return result;
}

/** The request with some of the items. */
function chooseItems(whole: AnalysisRequest, items: readonly number[]): AnalysisRequest {
  const groups = whole.groups == null ? null : Int32Array.from(items, (item) => whole.groups?.[item] ?? -1);
  const request = { ...whole, groups };
  if (request.level === 'boxes') {
    const { raters, boxes } = request.boxes;
    return {
      ...request,
      boxes: {
        ...request.boxes,
        items: items.length,
        boxes: items.flatMap((item) => boxes.slice(item * raters, (item + 1) * raters)),
      },
    };
  }
  const { raters, codes } = request.ratings;
  const chosen = new Int32Array(items.length * raters);
  items.forEach((item, at) => chosen.set(codes.subarray(item * raters, (item + 1) * raters), at * raters));
  return { ...request, ratings: { ...request.ratings, items: items.length, codes: chosen } };
}
