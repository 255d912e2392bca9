import { z } from 'zod';
import type { ImageRights } from '../../../../shared/benchmarks/benchmark.ts';
import type { ImageId } from '../../../../shared/base/ids.ts';
import type { JsonObject } from '../../../../shared/base/json.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { ExportImage } from './exportItems.ts';

const ImageRow = z.object({
  format: z.string(),
  licence: z.string().nullable(),
  attribution: z.string().nullable(),
  redistributable: z
    .int()
    .nullable()
    .transform((value) => (value === null ? null : value === 1)),
  url: z.string().nullable(),
});
const NO_IMAGE = { format: null, licence: null, attribution: null, redistributable: null, url: null };

const Picture = z.object({ name: z.string(), imageId: z.string() });

/** What is known of an image beside its pixels. */
type KnownOfImage = Pick<ExportImage, keyof z.infer<typeof ImageRow>>;

/** Reads who may do what with the images of items. */
export class ExportedRights {
  readonly #casebook: Casebook;
  readonly #line;
  readonly #pictures;

  constructor(casebook: Casebook) {
    this.#casebook = casebook;
    this.#line = casebook.database.prepare<[string]>(
      `WITH RECURSIVE line (id, parent, depth) AS (
       SELECT id, derived_from, 0 FROM image WHERE id = ?
       UNION ALL SELECT m.id, m.derived_from, depth + 1 FROM image m JOIN line ON m.id = line.parent WHERE depth < 100)
     SELECT m.format, m.licence, m.attribution, m.redistributable, m.url
     FROM line JOIN image m ON m.id = line.id ORDER BY depth`,
    );
    this.#pictures = casebook.database.prepare<[string]>(
      `SELECT m.name, m.image_id AS imageId FROM item i JOIN item_image m ON m.item_id = i.id
     WHERE i.external_id = ? AND m.image_id IS NOT NULL`,
    );
  }

  /** Reads what is known of an item's images, each by its name, place and row. */
  ofItem(payload: JsonObject): (name: string, position: number, imageId: ImageId | null) => KnownOfImage {
    let said: ReadonlyMap<string, ImageRights> | null = null;
    return (name, position, imageId) => {
      if (imageId === null) return NO_IMAGE;
      const noted = this.#noted(imageId);
      if (noted.redistributable !== null) return noted;
      // What is not noted of an image is what its item says of it: a casebook may be older than the noting.
      said ??= this.#saidBy(payload);
      const own = said.get(name);
      const known = own === undefined ? noted : withMissing(noted, own);
      // Where nobody has said whether it may be redistributed, its sources decide.
      return known.redistributable === null && this.#isOfWithheld(payload, position)
        ? { ...known, redistributable: false }
        : known;
    };
  }

  /** What is noted of an image, or of the one that it was made from. */
  #noted(id: string): KnownOfImage {
    const [own, ...parents] = this.#line.all(id).map((raw) => ImageRow.parse(raw));
    return own === undefined ? NO_IMAGE : parents.reduce(withMissing, own);
  }

  /** What an item says of the rights in its images, by their names; only generated items come with that. */
  #saidBy(payload: JsonObject): ReadonlyMap<string, ImageRights> {
    const { benchmark } = this.#casebook;
    const parsed = benchmark.validation === undefined ? null : benchmark.parseItem(payload);
    if (parsed?.ok !== true) return new Map();
    return new Map(
      parsed.value.images.flatMap(({ name, rights }) => (rights === undefined ? [] : [[name, rights]])),
    );
  }

  /**
   * Whether the image in a place of an item was put together from any that may not be redistributed. One that its item has
   * under another name by now may be any of that item's.
   */
  #isOfWithheld(payload: JsonObject, position: number): boolean {
    return (this.#casebook.benchmark.composedOf?.(payload, position) ?? []).some(({ item, image }) => {
      const all = this.#pictures.all(item).map((row) => Picture.parse(row));
      const named = all.filter(({ name }) => name === image);
      return (named.length > 0 ? named : all).some(
        ({ imageId }) => this.#noted(imageId).redistributable === false,
      );
    });
  }
}

/** What is noted of an image, and, of what is not, what another says. */
function withMissing(noted: KnownOfImage, other: ImageRights): KnownOfImage {
  return {
    format: noted.format,
    licence: noted.licence ?? other.licence,
    attribution: noted.attribution ?? other.attribution,
    redistributable: noted.redistributable ?? other.redistributable,
    url: noted.url ?? other.url,
  };
}
