import type { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { CompleteReply, MissingRequest, PART_BYTES, Sha256 } from '../../../shared/hub/protocol.ts';
import { type DeviceDoor, READING, WRITING } from './devices.ts';
import { imagesInDatabase } from './images.ts';
import { RefusedRequest } from './refusals.ts';
import { requireImageWriter } from './rights.ts';

const ImagePart = z.object({
  sha256: Sha256,
  upload: z.uuid(),
  number: z.coerce.number().int().min(0).max(1000),
});

/** Images, in parts: which are missing, what is sent, what is fetched. */
export function addImageRoutes(app: Hono, door: DeviceDoor): void {
  app.post('/v1/images/missing', async (context) => {
    const { images } = MissingRequest.parse(await context.req.json());
    const missing = await door.enter(context, READING, (transaction, account) => {
      requireImageWriter(account);
      return imagesInDatabase(transaction).missing(
        account,
        images.map(({ sha256 }) => sha256),
      );
    });
    return context.json({ missing });
  });
  app.put('/v1/images/:sha256/:upload/:number', bodyLimit({ maxSize: PART_BYTES }), async (context) => {
    const { sha256, upload, number } = ImagePart.parse(context.req.param());
    const content = new Uint8Array(await context.req.arrayBuffer());
    if (content.length === 0) throw new RefusedRequest('invalid', 'The part of the image is empty.');
    await door.enter(context, WRITING, (transaction, account) => {
      requireImageWriter(account);
      return imagesInDatabase(transaction).keep(account, sha256, upload, number, content);
    });
    return context.body(null, 204);
  });
  app.post('/v1/images/:sha256/:upload/complete', async (context) => {
    const { sha256, upload } = ImagePart.omit({ number: true }).parse(context.req.param());
    const complete = await door.enter(context, WRITING, (transaction, account) => {
      requireImageWriter(account);
      return imagesInDatabase(transaction).complete(account, sha256, upload);
    });
    return context.json(CompleteReply.parse({ complete }));
  });
  app.get('/v1/images/:sha256/:number', async (context) => {
    const { sha256, number } = ImagePart.omit({ upload: true }).parse(context.req.param());
    const part = await door.enter(context, READING, (transaction, account) =>
      imagesInDatabase(transaction).part(account, sha256, number),
    );
    if (part === null) throw new RefusedRequest('forbidden', 'The hub has no such image for you.');
    return context.body(new Uint8Array(part.content), 200, {
      'content-type': 'application/octet-stream',
      'casebook-parts': String(part.parts),
    });
  });
}
