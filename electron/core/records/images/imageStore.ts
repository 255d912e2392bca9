import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { ImageId, type PersonId } from '../../../../shared/base/ids.ts';
import type { Json } from '../../../../shared/base/json.ts';
import type { CasebookFiles } from '../casebook.ts';
import { unorderedId } from '../../base/ports.ts';
import { flushToDisk } from '../../files/durable.ts';
import type { ImagePool } from '../../files/imagePool.ts';
import { type ImageFolders, imagePath, thumbnailPath } from '../../files/imagePaths.ts';
import type { ImageFacts, IngestAnswer } from '../../files/imageTasks.ts';
import { ImageTable } from './imageTable.ts';
import type { Derivation } from '../../../../shared/contract/images.ts';

/** A file that is in the store, or linked, but may not have a row yet. */
export interface StoredImage {
  readonly sha256: string;
  /** Null where the content has a row already. */
  readonly facts: ImageFacts | null;
  readonly file: string;
  readonly link: boolean;
}

/** What a new row says of where its image comes from. */
export interface ImageOrigin {
  readonly createdBy: PersonId | null;
  readonly derivedFrom?: { readonly id: ImageId; readonly derivation: Json };
}

/** Where nobody can call it off. */
const never = new AbortController().signal;

/**
 * Images by content: the same bytes are one file and one row. A file is stored first and gets its row in the caller's
 * transaction; {@link ImageStore.flush} comes before, so that no row refers to bytes that a power cut could lose.
 * {@link ImageStore.release} removes files without a row, so that a cancelled import leaves nothing.
 */
export class ImageStore {
  readonly #casebook: CasebookFiles;
  readonly #pool: ImagePool;
  readonly #folders: ImageFolders;
  readonly #bySha;
  readonly #table;
  readonly #held = new Map<string, number>();
  /** Files of contents that may not be on the disk yet. */
  readonly #unflushed = new Map<string, string>();

  constructor(casebook: CasebookFiles, pool: ImagePool) {
    this.#casebook = casebook;
    this.#pool = pool;
    const { database } = casebook;
    this.#folders = casebook.folders;
    this.#bySha = database.prepare<[string], { id: string; link: string | null; extension: string }>(
      'SELECT id, link, extension FROM image WHERE sha256 = ?',
    );
    this.#table = new ImageTable(database);
  }

  /**
   * Takes a file in and holds it. Throws UnreadableImage where the file is at fault, a CasebookError where the
   * disk is.
   */
  async hold(
    file: string,
    { link, signal }: { readonly link: boolean; readonly signal?: AbortSignal },
  ): Promise<StoredImage> {
    const task = { file: resolve(file), folders: this.#folders, link };
    const answer = await this.#pool.ingest({ ...task, force: false }, signal);
    const row = answer.kind === 'known' ? this.#bySha.get(answer.sha256) : undefined;
    if (answer.kind === 'known' && (row === undefined || (row.link !== null && !link))) {
      // Left behind by a program that was killed: no row says what it is, or that it is here at all.
      return this.#keep(await this.#pool.ingest({ ...task, force: true }, signal), task.file, link);
    }
    return this.#keep(answer, task.file, link);
  }

  /** The same for a cropped or redacted image. */
  async holdDerived(file: string, derivation: Derivation): Promise<StoredImage> {
    return this.#keep(await this.#pool.derive({ file, folders: this.#folders, derivation }), file, false);
  }

  /** Waits until held images are on the disk; before the transaction that gives them their rows. */
  async flush(
    images: Iterable<StoredImage>,
    {
      signal = never,
      progress,
    }: { readonly signal?: AbortSignal; readonly progress?: (done: number, total: number) => void } = {},
  ): Promise<void> {
    const waiting = new Map<string, string>();
    for (const { sha256 } of images) {
      const file = this.#unflushed.get(sha256);
      if (file !== undefined) waiting.set(sha256, file);
    }
    await flushToDisk([...waiting.values()], this.#folders.images, signal, (done) =>
      progress?.(done, waiting.size),
    );
    for (const sha256 of waiting.keys()) this.#unflushed.delete(sha256);
  }

  /** The row of a held and flushed image, made where the content has none; expects the caller's transaction. */
  row(
    image: StoredImage,
    { createdBy, derivedFrom }: ImageOrigin,
  ): { readonly id: ImageId; readonly added: boolean } {
    if (this.#unflushed.has(image.sha256))
      throw new Error(`The image ${image.sha256} may not be on the disk.`);
    const existing = this.#bySha.get(image.sha256);
    if (existing !== undefined) {
      // The store has the bytes now, so the file elsewhere is not needed any more.
      if (existing.link !== null && !image.link) this.#table.setLink(existing.id, null);
      // The linked file was moved, and here it is again.
      if (existing.link !== null && image.link && !existsSync(existing.link)) {
        this.#table.setLink(existing.id, image.file);
      }
      return { id: ImageId.parse(existing.id), added: false };
    }
    if (image.facts === null) throw new Error(`The image ${image.sha256} lost its row.`);
    const id = ImageId.parse(unorderedId(this.#casebook.ports));
    this.#table.insert(
      {
        id,
        link: image.link ? image.file : null,
        origin: derivedFrom === undefined ? basename(image.file) : null,
        derivedFrom: derivedFrom?.id ?? null,
        derivation: derivedFrom === undefined ? null : JSON.stringify(derivedFrom.derivation),
        createdBy,
      },
      image.facts,
      this.#casebook.ports.now(),
    );
    return { id, added: true };
  }

  /** Ends the holding; files that no row refers to and nobody else holds go away. */
  async release(images: Iterable<StoredImage>): Promise<void> {
    for (const image of images) {
      const left = (this.#held.get(image.sha256) ?? 1) - 1;
      if (left > 0) this.#held.set(image.sha256, left);
      else {
        this.#held.delete(image.sha256);
        await this.#discard(image);
      }
    }
  }

  #keep(answer: IngestAnswer, file: string, link: boolean): StoredImage {
    const sha256 = answer.kind === 'known' ? answer.sha256 : answer.facts.sha256;
    if (answer.kind === 'image' && !link)
      this.#unflushed.set(sha256, imagePath(this.#folders, sha256, answer.facts.extension));
    this.#held.set(sha256, (this.#held.get(sha256) ?? 0) + 1);
    return { sha256, facts: answer.kind === 'known' ? null : answer.facts, file, link };
  }

  async #discard(image: StoredImage): Promise<void> {
    if (image.facts === null) return;
    const row = this.#bySha.get(image.sha256);
    if (row === undefined) await rm(thumbnailPath(this.#folders, image.sha256), { force: true });
    if (row === undefined || row.link !== null) {
      this.#unflushed.delete(image.sha256);
      await rm(imagePath(this.#folders, image.sha256, image.facts.extension), { force: true });
    }
  }
}
