import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { HubAccount, MissingReply } from '../../../shared/hub/protocol.ts';
import { all, type HubTransaction } from './database.ts';

/**
 * Where a hub keeps the bytes of images: in PostgreSQL, in parts. An object store would be another of these. All work in a
 * transaction that a device has entered.
 */
export interface HubImages {
  /** Those that the hub lacks, each with the parts of this device's unfinished upload. */
  missing(account: HubAccount, images: readonly string[]): Promise<MissingReply['missing']>;
  /** Keeps a part; the same part again changes nothing. */
  keep(
    account: HubAccount,
    image: string,
    upload: string,
    number: number,
    content: Uint8Array,
  ): Promise<void>;
  /** Hashes an upload, and shows the image from now on where the hash is right; whether it is. */
  complete(account: HubAccount, image: string, upload: string): Promise<boolean>;
  /** One part of an image that the person may see, with the number of parts; null where there is none for them. */
  part(
    account: HubAccount,
    image: string,
    number: number,
  ): Promise<{ content: Uint8Array; parts: number } | null>;
}

const bytesOf = (sha256: string): Buffer => Buffer.from(sha256, 'hex');
const Part = z.object({ content: z.instanceof(Uint8Array) });

/** Images in the tables `image_part` and `image`. */
export function imagesInDatabase(sql: HubTransaction): HubImages {
  return {
    async missing(account, images) {
      const known = await storedImages(sql, images);
      const wanted = images.filter((image) => !known.has(image));
      const parts = await all(
        sql`SELECT encode(sha256, 'hex') AS sha256, upload, array_agg(number ORDER BY number) AS parts
          FROM casebook.image_part WHERE casebook = ${account.casebook} AND device = ${account.device}
            AND sha256 IN (SELECT decode(sha, 'hex') FROM unnest(${wanted}::text[]) AS sha) GROUP BY sha256, upload`,
        z.object({ sha256: z.string(), upload: z.string(), parts: z.array(z.int()) }),
      );
      const begun = new Map(parts.map((each) => [each.sha256, each]));
      return wanted.map((sha256) => {
        const upload = begun.get(sha256);
        return { sha256, upload: upload?.upload ?? null, parts: upload?.parts ?? [] };
      });
    },
    async keep(account, image, upload, number, content) {
      await sql`INSERT INTO casebook.image_part (casebook, sha256, upload, number, device, content)
        VALUES (${account.casebook}, ${bytesOf(image)}, ${upload}, ${number}, ${account.device}, ${content})
        ON CONFLICT DO NOTHING`;
    },
    async complete(account, image, upload) {
      const hash = createHash('sha256');
      let [bytes, parts] = [0, 0];
      for (; ; parts += 1) {
        // One at a time: an image may be larger than what a process should hold.
        const [part] = await all(
          sql`SELECT content FROM casebook.image_part WHERE casebook = ${account.casebook}
            AND sha256 = ${bytesOf(image)} AND upload = ${upload} AND number = ${parts}`,
          Part,
        );
        if (part === undefined) break;
        hash.update(part.content);
        bytes += part.content.length;
      }
      if (parts === 0 || hash.digest('hex') !== image) return false;
      await sql`INSERT INTO casebook.image (casebook, sha256, upload, bytes, parts)
        VALUES (${account.casebook}, ${bytesOf(image)}, ${upload}, ${bytes}, ${parts}) ON CONFLICT DO NOTHING`;
      return true;
    },
    async part(account, image, number) {
      const [part] = await all(
        sql`SELECT p.content, i.parts
          FROM casebook.image i JOIN casebook.image_part p USING (casebook, sha256, upload)
          WHERE i.casebook = ${account.casebook} AND i.sha256 = ${bytesOf(image)}
            AND p.number = ${number} AND p.number < i.parts`,
        Part.extend({ parts: z.int() }),
      );
      return part ?? null;
    },
  };
}

/** Those of these images that the hub has whole; for those who oversee. */
export async function storedImages(sql: HubTransaction, images: readonly string[]): Promise<Set<string>> {
  if (images.length === 0) return new Set();
  const stored = await all(
    sql`SELECT sha256 FROM casebook.stored_images(${[...images]}::text[]) AS sha256`,
    z.object({ sha256: z.string() }),
  );
  return new Set(stored.map(({ sha256 }) => sha256));
}
