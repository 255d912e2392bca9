import {
  type Agreement,
  agreementOf,
  type BoxRequest,
  type CategoryRequest,
  type SetRequest,
} from './analyse.ts';
import type { ResamplingMonitor } from '../intervals/bootstrap.ts';
import { boxesOfLabel } from '../boxes/boxAgreement.ts';
import type { Ratings } from '../ratings/ratings.ts';

/** The figures of one part of a field: a category, a member of sets, a label of boxes. */
export interface PartAgreement<Part> {
  readonly part: Part;
  readonly agreement: Agreement;
}

/**
 * The figures of each category against all others: Fleiss' kappa of a category (Fleiss 1971, section 4) is the one
 * of the field with two categories, and so for the other coefficients. Null where the watch cancelled it.
 */
export function agreementByCategory(
  { coefficients, bootstrap, ratings, groups = null }: CategoryRequest,
  watch: ResamplingMonitor = {},
): readonly PartAgreement<number>[] | null {
  const categories = Array.from({ length: ratings.categories }, (_, category) => category);
  return collect(categories, (category) =>
    agreementOf(
      {
        level: 'nominal',
        ratings: yesOrNo(ratings, (code) => code === category),
        offered: 2,
        bootstrap,
        groups,
        ...(coefficients === undefined ? {} : { coefficients }),
      },
      watch,
    ),
  );
}

/** The figures of each member of the sets: whether raters agree that it belongs in. Null where it was cancelled. */
export function agreementByMember(
  { bootstrap, ratings, sets, groups = null }: SetRequest,
  watch: ResamplingMonitor = {},
): readonly PartAgreement<string>[] | null {
  const members = [...new Set(sets.flat())].sort();
  return collect(members, (member) => {
    const holds = sets.map((set) => set.includes(member));
    return agreementOf(
      {
        level: 'nominal',
        ratings: yesOrNo(ratings, (code) => holds[code] === true),
        offered: 2,
        bootstrap,
        groups,
      },
      watch,
    );
  });
}

/** The figures of the boxes of each label by themselves. Null where the watch cancelled it. */
export function agreementByLabel(
  request: BoxRequest,
  watch: ResamplingMonitor = {},
): readonly PartAgreement<number>[] | null {
  const labels = Array.from({ length: request.boxes.labels }, (_, label) => label);
  return collect(labels, (label) =>
    agreementOf({ ...request, boxes: boxesOfLabel(request.boxes, label) }, watch),
  );
}

function collect<Part>(
  parts: readonly Part[],
  of: (part: Part) => Agreement | null,
): readonly PartAgreement<Part>[] | null {
  const result: PartAgreement<Part>[] = [];
  for (const part of parts) {
    const agreement = of(part);
    if (agreement === null) return null;
    result.push({ part, agreement });
  }
  return result;
}

/** The ratings as a question of two categories: 1 for yes, 0 for no. */
function yesOrNo(ratings: Ratings, isYes: (code: number) => boolean): Ratings {
  const codes = ratings.codes.map((code) => (code < 0 ? -1 : isYes(code) ? 1 : 0));
  return { ...ratings, categories: 2, values: null, codes };
}
