import { z } from 'zod';
import type { ImageRights, ParsedItem } from '../../../../../shared/benchmarks/benchmark.ts';
import type { ImageId } from '../../../../../shared/base/ids.ts';
import type { Casebook } from '../../../derived/casebook.ts';
import type { ReportBuilder } from '../../../formats/reading/importReport.ts';

const Row = z.object({
  id: z.string(),
  licence: z.string().nullable(),
  attribution: z.string().nullable(),
  url: z.string().nullable(),
  redistributable: z
    .literal([0, 1])
    .nullable()
    .transform((value) => (value === null ? null : value === 1)),
});

const NAMES = {
  licence: 'licence',
  attribution: 'attribution',
  url: 'address',
  redistributable: 'redistribution',
} as const satisfies Record<keyof ImageRights, string>;
const KEYS = ['licence', 'attribution', 'url', 'redistributable'] as const;

/** What is noted of the rights in the picture that an image came as, or was cut from. */
type NotedRights = z.infer<typeof Row>;

/** What is noted of the rights in images, of the picture that came, not of what was cut from it. */
export class ImageRightsNotes {
  readonly #root;
  readonly #table;

  constructor({ database, records }: Casebook) {
    this.#root = database.prepare<[string]>(
      `WITH RECURSIVE line (id, parent) AS (
       SELECT id, derived_from FROM image WHERE id = ?
       UNION SELECT m.id, m.derived_from FROM image m JOIN line ON m.id = line.parent)
     SELECT m.id, m.licence, m.attribution, m.url, m.redistributable
     FROM line JOIN image m ON m.id = line.id WHERE line.parent IS NULL`,
    );
    this.#table = records.imageTable;
  }

  /** Null where there is no such image. */
  of(imageId: ImageId): NotedRights | null {
    return Row.nullable().parse(this.#root.get(imageId) ?? null);
  }

  /**
   * Records the rights that an item states for an image, in the caller's transaction, unless some are recorded: a
   * curator's word stands.
   * @returns where it says something else, in words
   */
  add(imageId: ImageId, rights: ImageRights): readonly string[] {
    const noted = this.of(imageId);
    if (noted === null) return [];
    if (KEYS.some((key) => noted[key] === null && rights[key] !== null))
      this.#table.completeRights(noted.id, rights);
    return rightsDifferences(noted, rights);
  }
}

/** Where two say something else of the rights in an image, in words. */
export const rightsDifferences = (stays: ImageRights, other: ImageRights): readonly string[] =>
  KEYS.flatMap((key) => difference(key, stays, other));

/** Where two say something else of one right, in words. */
function difference(key: keyof ImageRights, stays: ImageRights, other: ImageRights): readonly string[] {
  const [own, said] = [stays[key], other[key]];
  return own === null || said === null || own === said
    ? []
    : [`Its ${NAMES[key]} is noted as ${inWords(own)}; here it is ${inWords(said)}. The first note stays.`];
}

const inWords = (value: string | boolean): string =>
  typeof value === 'string' ? `“${value}”` : value ? 'allowed' : 'not allowed';

/** Warns of items of a source that say different things of one image. */
export function warnOfDifferentRights(items: Iterable<ParsedItem>, report: ReportBuilder): void {
  const first = new Map<string, ImageRights>();
  for (const { externalId, images } of items) {
    for (const { name, rights } of images) {
      if (rights === undefined) continue;
      const before = first.get(name);
      if (before === undefined) first.set(name, rights);
      else
        for (const message of rightsDifferences(before, rights))
          report.warn(externalId, 'images', `${name}: ${message}`);
    }
  }
}
