import { type Agreement, agreementOf, type AnalysisRequest } from './analyse.ts';
import type { ResamplingMonitor } from '../intervals/bootstrap.ts';

/** One cell of the matrix of pairs; raters are given by their places in the request. */
export interface PairAgreement {
  readonly first: number;
  readonly second: number;
  readonly agreement: Agreement;
}

/** The figures of every two raters by themselves. Null where the watch cancelled it. */
export function agreementByPair(
  request: AnalysisRequest,
  watch: ResamplingMonitor = {},
): readonly PairAgreement[] | null {
  const raters = request.level === 'boxes' ? request.boxes.raters : request.ratings.raters;
  const result: PairAgreement[] = [];
  for (let first = 0; first < raters; first += 1) {
    for (let second = first + 1; second < raters; second += 1) {
      const agreement = agreementOf(ofTwo(request, first, second), watch);
      if (agreement === null) return null;
      result.push({ first, second, agreement });
    }
  }
  return result;
}

function ofTwo(request: AnalysisRequest, first: number, second: number): AnalysisRequest {
  if (request.level === 'boxes') {
    const { raters, boxes } = request.boxes;
    const ofBoth = boxes.filter((_, at) => at % raters === first || at % raters === second);
    return { ...request, boxes: { ...request.boxes, raters: 2, boxes: ofBoth } };
  }
  const { items, raters, codes } = request.ratings;
  const chosen = new Int32Array(2 * items);
  for (let item = 0; item < items; item += 1) {
    chosen[2 * item] = codes[item * raters + first] ?? -1;
    chosen[2 * item + 1] = codes[item * raters + second] ?? -1;
  }
  return { ...request, ratings: { ...request.ratings, raters: 2, codes: chosen } };
}
