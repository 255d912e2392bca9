import type { ImageRights } from '../../../../shared/benchmarks/benchmark.ts';
import type { ImageId, PersonId } from '../../../../shared/base/ids.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import type { RowOf } from '../../db/schema.ts';
import { Statements } from '../../db/statements.ts';
import type { ImageFacts } from '../../files/imageTasks.ts';

/** What a new row says of where its image comes from. */
interface ImageSource {
  readonly id: ImageId;
  /** The file elsewhere; null: the casebook has it. */
  readonly link: string | null;
  /** The name of the file that it came as; null: it was made of another image. */
  readonly origin: string | null;
  readonly derivedFrom: ImageId | null;
  /** In JSON. */
  readonly derivation: string | null;
  readonly createdBy: PersonId | null;
}

/** The rows of images. Every write expects the caller's transaction. */
export class ImageTable {
  readonly #statements: Statements;

  constructor(database: CasebookDatabase) {
    this.#statements = new Statements(database);
  }

  insert(source: ImageSource, facts: ImageFacts, at: number): void {
    this.#statements.run(
      `INSERT INTO image (id, sha256, format, extension, bytes, width, height, perceptual_hash, link, origin,
       derived_from, derivation, created_by, created_at)
     VALUES (@id, @sha256, @format, @extension, @bytes, @width, @height, @perceptualHash, @link, @origin,
       @derivedFrom, @derivation, @createdBy, @at)`,
      { ...facts, ...source, at },
    );
  }

  setLink(id: string, link: string | null): void {
    this.#statements.run('UPDATE image SET link = ? WHERE id = ?', link, id);
  }

  /** Notes rights where nothing is noted yet. */
  completeRights(id: string, { redistributable, ...rights }: ImageRights): void {
    this.#statements.run(
      `UPDATE image SET licence = coalesce(licence, @licence), attribution = coalesce(attribution, @attribution),
       url = coalesce(url, @url), redistributable = coalesce(redistributable, @redistributable) WHERE id = @id`,
      { ...rights, redistributable: redistributable === null ? null : Number(redistributable), id },
    );
  }

  /**
   * Notes the rights in an image that both have where nothing is noted here, and that it may not be redistributed where either
   * says so: otherwise what is forbidden there would be exported here. Gives whether anything changed.
   */
  uniteRights({ sha256, url, licence, attribution, redistributable }: RowOf<'image'>): boolean {
    const { changes } = this.#statements.run(
      `UPDATE image SET url = coalesce(url, @url), licence = coalesce(licence, @licence),
       attribution = coalesce(attribution, @attribution),
       redistributable = coalesce(min(redistributable, @redistributable), redistributable, @redistributable)
     WHERE sha256 = @sha256 AND (url IS NULL AND @url IS NOT NULL OR licence IS NULL AND @licence IS NOT NULL
       OR attribution IS NULL AND @attribution IS NOT NULL
       OR @redistributable IS NOT NULL AND (redistributable IS NULL OR redistributable > @redistributable))`,
      { sha256, url, licence, attribution, redistributable },
    );
    return changes > 0;
  }

  /** Says of every image that it may be redistributed. */
  licenseAll(licence: string, attribution: string): void {
    this.#statements.run(
      'UPDATE image SET licence = ?, attribution = ?, redistributable = 1',
      licence,
      attribution,
    );
  }
}
