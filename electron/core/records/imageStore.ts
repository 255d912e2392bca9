import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { ImageId, type PersonId } from '../../../shared/base/ids.ts';
import type { Json } from '../../../shared/base/json.ts';
import type { Casebook } from './casebook.ts';
import { unorderedId } from '../base/ports.ts';
import { flushToDisk } from '../files/durable.ts';
import type { ImagePool } from '../files/imagePool.ts';
import type { ImageFolders } from '../files/imagePaths.ts';
import { imagePath, thumbnailPath } from '../files/imagePaths.ts';
import type { ImageFacts, IngestAnswer } from '../files/imageTasks.ts';
import type { Derivation } from '../../../shared/contract/images.ts';

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

/**
 * Images by content: the same bytes are one file and one row, however often they come in. A file is stored first
 * and gets its row in the caller's transaction, before which {@link ImageStore.flush} sees to it that no row refers to
 * bytes which a power cut could take away. Until then it is held, and {@link ImageStore.release} takes away what no row
 * came to refer to, so that a cancelled import leaves nothing.
 */
export interface ImageStore {
  /**
   * Takes a file in and holds it. Throws UnreadableImage where the file is at fault, a CasebookError where the
   * disk is.
   */
  hold(
    file: string,
    options: { readonly link: boolean; readonly signal?: AbortSignal },
  ): Promise<StoredImage>;
  /** The same for a cropped or redacted image. */
  holdDerived(file: string, derivation: Derivation): Promise<StoredImage>;
  /** Waits until held images are on the disk; before the transaction that gives them their rows. */
  flush(
    images: Iterable<StoredImage>,
    watch?: { readonly signal?: AbortSignal; readonly progress?: (done: number, total: number) => void },
  ): Promise<void>;
  /** The row of a held and flushed image, made where the content has none; expects the caller's transaction. */
  row(image: StoredImage, origin: ImageOrigin): { readonly id: ImageId; readonly added: boolean };
  /** Ends the holding; files that no row refers to and nobody else holds go away. */
  release(images: Iterable<StoredImage>): Promise<void>;
}

/** Where nobody can call it off. */
const never = new AbortController().signal;

/** The image store of an open casebook. */
export function createImageStore(casebook: Casebook, pool: ImagePool): ImageStore {
  const { database, ports } = casebook;
  const folders: ImageFolders = casebook.folders;
  const bySha = database.prepare<[string], { id: string; link: string | null; extension: string }>(
    'SELECT id, link, extension FROM image WHERE sha256 = ?',
  );
  const insert = database.prepare(
    `INSERT INTO image (id, sha256, format, extension, bytes, width, height, perceptual_hash, link, origin,
       derived_from, derivation, created_by, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const setLink = database.prepare<[string | null, string]>('UPDATE image SET link = ? WHERE id = ?');
  const held = new Map<string, number>();
  /** Files of contents that may not be on the disk yet. */
  const unflushed = new Map<string, string>();

  const keep = (answer: IngestAnswer, file: string, link: boolean): StoredImage => {
    const sha256 = answer.kind === 'known' ? answer.sha256 : answer.facts.sha256;
    if (answer.kind === 'image' && !link)
      unflushed.set(sha256, imagePath(folders, sha256, answer.facts.extension));
    held.set(sha256, (held.get(sha256) ?? 0) + 1);
    return { sha256, facts: answer.kind === 'known' ? null : answer.facts, file, link };
  };

  const discard = async (image: StoredImage): Promise<void> => {
    if (image.facts === null) return;
    const row = bySha.get(image.sha256);
    if (row === undefined) await rm(thumbnailPath(folders, image.sha256), { force: true });
    if (row === undefined || row.link !== null) {
      unflushed.delete(image.sha256);
      await rm(imagePath(folders, image.sha256, image.facts.extension), { force: true });
    }
  };

  return {
    async hold(file, { link, signal }) {
      const task = { file: resolve(file), folders, link };
      const answer = await pool.ingest({ ...task, force: false }, signal);
      const row = answer.kind === 'known' ? bySha.get(answer.sha256) : undefined;
      if (answer.kind === 'known' && (row === undefined || (row.link !== null && !link))) {
        // Left behind by a program that was killed: no row says what it is, or that it is here at all.
        return keep(await pool.ingest({ ...task, force: true }, signal), task.file, link);
      }
      return keep(answer, task.file, link);
    },
    async holdDerived(file, derivation) {
      return keep(await pool.derive({ file, folders, derivation }), file, false);
    },
    async flush(images, { signal = never, progress } = {}) {
      const waiting = new Map<string, string>();
      for (const { sha256 } of images) {
        const file = unflushed.get(sha256);
        if (file !== undefined) waiting.set(sha256, file);
      }
      await flushToDisk([...waiting.values()], folders.images, signal, (done) =>
        progress?.(done, waiting.size),
      );
      for (const sha256 of waiting.keys()) unflushed.delete(sha256);
    },
    row(image, { createdBy, derivedFrom }) {
      if (unflushed.has(image.sha256)) throw new Error(`The image ${image.sha256} may not be on the disk.`);
      const existing = bySha.get(image.sha256);
      if (existing !== undefined) {
        // The store has the bytes now, so the file elsewhere is not needed any more.
        if (existing.link !== null && !image.link) setLink.run(null, existing.id);
        // The linked file was moved, and here it is again.
        if (existing.link !== null && image.link && !existsSync(existing.link)) {
          setLink.run(image.file, existing.id);
        }
        return { id: ImageId.parse(existing.id), added: false };
      }
      if (image.facts === null) throw new Error(`The image ${image.sha256} lost its row.`);
      const { facts } = image;
      const id = ImageId.parse(unorderedId(ports));
      insert.run(
        id,
        facts.sha256,
        facts.format,
        facts.extension,
        facts.bytes,
        facts.width,
        facts.height,
        facts.perceptualHash,
        image.link ? image.file : null,
        derivedFrom === undefined ? basename(image.file) : null,
        derivedFrom?.id ?? null,
        derivedFrom === undefined ? null : JSON.stringify(derivedFrom.derivation),
        createdBy,
        ports.now(),
      );
      return { id, added: true };
    },
    async release(images) {
      for (const image of images) {
        const left = (held.get(image.sha256) ?? 1) - 1;
        if (left > 0) held.set(image.sha256, left);
        else {
          held.delete(image.sha256);
          await discard(image);
        }
      }
    },
  };
}
