import type { BoxRatings } from '../../../../shared/agreement/boxes/boxAgreement.ts';
import type { LabelledBox } from '../../../../shared/agreement/boxes/matching.ts';
import type { Ratings } from '../../../../shared/agreement/ratings/ratings.ts';
import type { Comparison } from '../../../../shared/benchmarks/task.ts';
import type { FieldRating, RatedBox } from '../../../../shared/benchmarks/fieldRating.ts';
import { createShapeCount, type ShapedRegions } from '../../../../shared/foreign/comparedByBoxes.ts';
import { type Category, Codebook, numberOf } from './categories.ts';

export interface CategoryContent {
  readonly kind: 'categories';
  readonly categories: readonly Category[];
  readonly ratings: Ratings;
}

export interface BoxContent {
  readonly kind: 'boxes';
  /** By label. */
  readonly categories: readonly string[];
  readonly ratings: BoxRatings;
  /** How many regions are more than a box; null where all are boxes. */
  readonly shaped: ShapedRegions | null;
}

/** Takes ratings down one after the other, and lays them out once it is known how many there are. */
export interface Sheet {
  /** Takes down one more rating; false where it cannot be compared. The ratings of an item come together. */
  add(rating: FieldRating, item: number): boolean;
  /** Lays the ratings out; `at` says where each goes. */
  close(items: number, raters: number, at: (cell: number) => number): CategoryContent | BoxContent;
}

/** An empty sheet for a field that is compared in this way. */
export function createSheet(comparison: Comparison): Sheet {
  return comparison.level === 'boxes' ? boxSheet() : categorySheet(comparison);
}

function categorySheet(comparison: Comparison): Sheet {
  const codebook = new Codebook(comparison);
  const given: number[] = [];
  return {
    add(rating) {
      const code = codebook.codeOf(rating);
      if (code >= 0) given.push(code);
      return code >= 0;
    },
    close(items, raters, at) {
      const { categories, places } = codebook.close();
      const codes = new Int32Array(items * raters).fill(-1);
      given.forEach((code, cell) => (codes[at(cell)] = places[code] ?? -1));
      const values =
        comparison.level === 'interval'
          ? Float64Array.from(categories, ({ rating }) => numberOf(rating) ?? Number.NaN)
          : null;
      return {
        kind: 'categories',
        categories,
        ratings: { items, raters, categories: categories.length, codes, values },
      };
    },
  };
}

/** So far apart the images of an item are laid side by side: boxes on different images never overlap. */
const FAR = 2 ** 20;

function boxSheet(): Sheet {
  const given: (readonly LabelledBox[])[] = [];
  const codes = new Map<string, number>();
  const images = new Map<string, number>();
  const shapes = createShapeCount();
  let current = -1;
  const labelled = ({ region, category }: RatedBox): LabelledBox => {
    const { x, y, width, height, imageId } = region;
    shapes.add(region);
    return { x: x + FAR * numbered(images, imageId), y, width, height, label: numbered(codes, category) };
  };
  return {
    add(rating, item) {
      if (rating.kind !== 'boxes') return false;
      if (item !== current) images.clear();
      current = item;
      given.push(rating.boxes.map(labelled));
      return true;
    },
    close(items, raters, at) {
      const categories = [...codes.keys()].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
      const places = new Int32Array(categories.length);
      categories.forEach((name, place) => (places[codes.get(name) ?? 0] = place));
      const boxes: (readonly LabelledBox[] | null)[] = Array.from({ length: items * raters }, () => null);
      given.forEach((list, cell) => {
        boxes[at(cell)] = list.map((box) => ({ ...box, label: places[box.label] ?? 0 }));
      });
      return {
        kind: 'boxes',
        categories,
        ratings: { items, raters, labels: categories.length, boxes },
        shaped: shapes.counted(),
      };
    },
  };
}

function numbered(numbers: Map<string, number>, key: string): number {
  const known = numbers.get(key) ?? numbers.size;
  numbers.set(key, known);
  return known;
}
