import { join } from 'node:path';
import { createORPCClient, safe } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import type { RouterClient } from '@orpc/server';
import sharp from 'sharp';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { startBrowserHost } from '../../electron/hosts/browser/browserHost.ts';
import type { CoreRouter } from '../../electron/core/app/createCore.ts';
import { handleProtocols } from '../../electron/hosts/electron/imageProtocol.ts';
import { serveImage } from '../../electron/hosts/imageResponse.ts';
import { IMAGE_PROTOCOL } from '../../electron/hosts/electron/schemes.ts';
import { put } from '../helpers/casebooks.ts';
import { hostFetch } from '../helpers/hostFetch.ts';
import { photograph } from '../helpers/pictures.ts';
import { goOn, LATER } from '../helpers/study.ts';
import { withPhotos } from '../helpers/confinedParticipant.ts';

describe('images', () => {
  it('are those of the step that is shown, scaled as the study says, and never kept', async () => {
    await using at = await withPhotos(400);
    const response = await at.ask(at.shown);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const { width, height, format } = await sharp(response.bytes).metadata();
    expect([width, height, format]).toEqual([400, 300, 'webp']);
    for (const variant of ['thumbnail', 'shown']) {
      const { status, bytes } = await at.ask(at.shown, variant);
      expect([status, bytes.equals(response.bytes)]).toEqual([200, true]);
    }
    for (const id of [at.other, v7()]) {
      const refused = await at.ask(id);
      expect([refused.status, refused.bytes.toString()]).toEqual([
        403,
        'There is no such image, or its file is missing.',
      ]);
    }
    // Coordinates stay those of the image itself.
    expect(at.page.now).toMatchObject({ images: [{ height: 900 }] });
    // The next item's image is there with its own step, and no sooner; the last one's is gone.
    let { page } = at;
    while (page.now.view === 'step' && page.now.images[0]?.id === at.shown)
      page = await goOn(at.window, at.studySessionId, page);
    expect([(await at.ask(at.shown)).status, (await at.ask(at.other)).status]).toEqual([403, 200]);
    while (page.now.view !== 'end') page = await goOn(at.window, at.studySessionId, page);
    expect([(await at.ask(at.shown)).status, (await at.ask(at.other)).status]).toEqual([403, 403]);
  });

  it('are whole where the study does not scale them, and for curators as ever', async () => {
    await using at = await withPhotos(null);
    const own = await sharp((await at.ask(at.shown)).bytes).metadata();
    expect([own.height, own.format]).toEqual([900, 'png']);
    for (const id of at.images) {
      const response = await serveImage(at.core, id, 'full', { personId: at.anaId, locked: false });
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toContain('immutable');
      await response.arrayBuffer();
    }
  });

  it('are in a try-out as participants get them, and only of the step that is shown', async () => {
    await using at = await withPhotos(400);
    const { studySessionId: id } = await at.ana.studies.tryOut({ id: at.study });
    let page = await at.ana.studySessions.look({ id });
    const get = async (imageId: string): Promise<[number, Buffer]> => {
      const session = { personId: at.anaId, locked: false };
      const response = await serveImage(at.core, imageId, 'shown', session);
      return [response.status, Buffer.from(await response.arrayBuffer())];
    };
    for (const imageId of at.images) expect((await get(imageId))[0]).toBe(403);
    while (page.now.view !== 'step') page = await goOn(at.ana, id, page);
    const shown = page.now.images[0]?.id;
    for (const imageId of at.images) {
      const [status, bytes] = await get(imageId);
      expect(status).toBe(imageId === shown ? 200 : 403);
      if (status === 200) expect((await sharp(bytes).metadata()).width).toBe(400);
    }
  });

  it('say nothing of how they were made', async () => {
    await using at = await withPhotos(null);
    const services = at.core.services();
    const marked = await sharp(photograph('locomotion-house-cat'))
      .withExif({ IFD0: { ImageDescription: `A ${LATER} clue` } })
      .jpeg()
      .toBuffer();
    expect(marked.toString('latin1')).toContain(LATER);
    const { id } = await services.images.add(put(at.folder.join('marked.jpg'), marked), at.anaId);
    for (const item of at.items)
      services.casebook.derived.items.setImage(
        item.id,
        { position: 0, role: 'photo', name: 'a photo', imageId: id },
        null,
      );
    const response = await at.ask(id);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const { bytes } = response;
    expect(bytes.toString('latin1')).not.toContain(LATER);
    expect((await sharp(bytes).metadata()).width).toBe((await sharp(marked).metadata()).width);
  });

  it('are guarded in the desktop window: its images and its calls are one session’s', async () => {
    await using at = await withPhotos(null);
    const handlers = new Map<string, (request: Request) => Promise<Response>>();
    const connectionOfWindow = { personId: at.personId, locked: true };
    handleProtocols(
      { protocol: { handle: (scheme, handler) => void handlers.set(scheme, handler) } },
      at.core,
      connectionOfWindow,
      join(at.folder.path, 'pages'),
    );
    const get = async (id: string): Promise<number | undefined> => {
      const response = await handlers.get(IMAGE_PROTOCOL)?.(
        new Request(`${IMAGE_PROTOCOL}://local/${id}/full`),
      );
      await response?.arrayBuffer();
      return response?.status;
    };
    expect([await get(at.shown), await get(at.other)]).toEqual([200, 403]);
  });

  it('are guarded in the browser by the cookie’s own session', async () => {
    await using at = await withPhotos(null);
    const host = await startBrowserHost({ core: at.core, pages: async () => new Response('') });
    const opened = await hostFetch(new Request(host.openUrl));
    const cookie = (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const get = async (id: string): Promise<number> => {
      const response = await hostFetch(new Request(`${host.url}image/${id}/full`, { headers: { cookie } }));
      await response.arrayBuffer();
      return response.status;
    };
    const link = new RPCLink({
      url: `${host.url}rpc`,
      headers: { cookie, origin: new URL(host.url).origin },
      fetch: hostFetch,
    });
    const client: RouterClient<CoreRouter> = createORPCClient(link);
    await client.people.workAs({ id: at.personId });
    expect([await get(at.shown), await get(at.other)]).toEqual([200, 403]);
    expect((await safe(client.people.list())).error).toMatchObject({ data: { code: 'forbidden' } });
    expect((await client.studySessions.look({ id: at.studySessionId })).now).toEqual(at.page.now);
    await host.close();
  });
});
