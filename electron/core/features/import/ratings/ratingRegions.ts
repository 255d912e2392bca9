import { z } from 'zod';
import type { ParsedItem } from '../../../../../shared/benchmarks/benchmark.ts';
import type { Task } from '../../../../../shared/benchmarks/task.ts';
import type { RegionRecord } from '../../../../../shared/domain/document.ts';
import { clampToImage } from '../../../../../shared/base/geometry.ts';
import { ImageId, type ItemId, RegionId } from '../../../../../shared/base/ids.ts';
import type { JsonObject } from '../../../../../shared/base/json.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import type { ImageIntake } from '../intake/imageIntake.ts';
import type { BoxCell } from '../../../formats/ratings/ratingValues.ts';
import { carriedPart, sameRegion, toPixels, withIdentities } from '../regions.ts';

interface RegionRequest {
  readonly task: Task;
  readonly answer: JsonObject;
  readonly boxes: readonly BoxCell[];
}

const Picture = z.object({
  name: z.string(),
  imageId: ImageId.nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
});
type Picture = z.infer<typeof Picture>;

/** Places raters' boxes on the images of items, in the vocabulary that holds after the import. */
export class RatingRegions {
  readonly #casebook: Casebook;
  readonly #vocabulary: JsonObject;
  readonly #pictures;

  constructor(casebook: Casebook, vocabulary: JsonObject) {
    this.#casebook = casebook;
    this.#vocabulary = vocabulary;
    this.#pictures = casebook.database.prepare<[string]>(
      `SELECT p.name, p.image_id AS imageId, m.width, m.height FROM item_image p LEFT JOIN image m ON m.id = p.image_id
     WHERE p.item_id = ? ORDER BY p.position`,
    );
  }

  /**
   * The boxes as they will stand, as far as their images are known by now, and how many are on images that come in
   * with them; names what cannot be placed.
   */
  foresee({
    item,
    made,
    intake,
    skip,
    ...asked
  }: RegionRequest & {
    readonly item: { readonly id: ItemId } | null;
    readonly made: ParsedItem | null;
    readonly intake: ImageIntake;
    readonly skip: (field: string | null, reason: string) => void;
  }): { readonly placed: readonly RegionRecord[]; readonly coming: number } {
    const known = item === null ? [] : this.#picturesOf(item.id);
    const described = (made?.images ?? []).map(({ name }): Picture => ({
      name,
      imageId: null,
      width: null,
      height: null,
    }));
    const all = item === null ? described : known;
    const placed: RegionRecord[] = [];
    let coming = 0;
    for (const [order, cell] of asked.boxes.entries()) {
      const picture = all[cell.image - 1];
      // What comes in with the ratings has no row yet.
      const kind = picture === undefined ? 'missing' : intake.result(picture.name).kind;
      if (picture?.imageId === null && (kind === 'found' || kind === 'stored')) {
        const problem = this.#labelProblem(asked, cell);
        if (problem === null) coming += 1;
        else skip('boxes', problem);
        continue;
      }
      const region = this.#regionOf(asked, cell, picture, order);
      if (typeof region === 'string') skip('boxes', region);
      else placed.push({ ...region, id: RegionId.parse(this.#casebook.ports.newId()) });
    }
    return { placed, coming };
  }

  /** The boxes as they stand; what cannot be placed is left away. */
  place({
    itemId,
    before,
    ...asked
  }: RegionRequest & { readonly itemId: ItemId; readonly before: readonly RegionRecord[] }): RegionRecord[] {
    const all = this.#picturesOf(itemId);
    const placed = asked.boxes.flatMap((cell, order) => {
      const region = this.#regionOf(asked, cell, all[cell.image - 1], order);
      return typeof region === 'string' ? [] : [region];
    });
    return withIdentities(placed, before, this.#casebook.ports.newId);
  }

  #picturesOf(itemId: ItemId): Picture[] {
    return this.#pictures.all(itemId).map((row) => Picture.parse(row));
  }

  #regionOf(
    { task, answer }: RegionRequest,
    cell: BoxCell,
    picture: Picture | undefined,
    order: number,
  ): Omit<RegionRecord, 'id'> | string {
    if (picture === undefined) return `It has no image ${String(cell.image)} for a box.`;
    const { imageId, width, height, name } = picture;
    if (imageId === null || width === null || height === null) {
      return `The image ${name} is missing, so the box cannot be imported. Give the folder of images, or attach the image first.`;
    }
    const label = task.boxes?.labelForCategory(answer, this.#vocabulary, cell.label, cell.attributes) ?? null;
    if (label === null) return this.#labelProblem({ task, answer, boxes: [] }, cell) ?? '';
    const box = clampToImage(cell.relative ? toPixels(cell, { width, height }) : cell, { width, height });
    const { note, attributes, foreign } = cell;
    return { type: 'region', imageId, label, ...box, note, attributes, order, ...carriedPart(foreign, box) };
  }

  #labelProblem({ task, answer }: RegionRequest, { label, attributes }: BoxCell): string | null {
    return (task.boxes?.labelForCategory(answer, this.#vocabulary, label, attributes) ?? null) === null
      ? (task.boxes?.whyNoLabel?.(answer, label) ?? `The item has no label “${label}”.`)
      : null;
  }
}

/** Whether two raters' boxes, or two versions of one's, are the same, whatever their order. */
export function sameRegions(a: readonly RegionRecord[], b: readonly RegionRecord[]): boolean {
  if (a.length !== b.length) return false;
  const left = [...b];
  return a.every((region) => {
    const at = left.findIndex((each) => sameRegion(each, region));
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
}
