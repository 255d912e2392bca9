import { join } from 'node:path';
import { ORPCError, createORPCClient, safe } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import type { RouterClient } from '@orpc/server';
import sharp from 'sharp';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startBrowserHost } from '../../electron/hosts/browser/browserHost.ts';
import type { CoreRouter } from '../../electron/core/app/createCore.ts';
import { handleProtocols } from '../../electron/hosts/electron/imageProtocol.ts';
import { serveImage } from '../../electron/hosts/imageResponse.ts';
import { IMAGE_PROTOCOL } from '../../electron/hosts/electron/schemes.ts';
import { accessOf } from '../../electron/core/access/confinement.ts';
import type { AccessRule } from '../../shared/contract/accessRules.ts';
import type { StudySessionPage } from '../../shared/contract/studySessions.ts';
import type { ImageId } from '../../shared/base/ids.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { clientAs } from '../helpers/blindCasebook.ts';
import { put } from '../helpers/casebooks.ts';
import { called, outcome, procedureNames } from '../helpers/contractSweep.ts';
import { hostFetch } from '../helpers/hostFetch.ts';
import { drawFlag, photograph } from '../helpers/pictures.ts';
import { present } from '../helpers/present.ts';
import { realItems } from '../helpers/realData.ts';
import type { StudyCasebook } from '../helpers/study.ts';
import {
  LATER,
  byLink,
  cluedItems,
  goOn,
  completeStudySession,
  studyCasebook,
  timing,
} from '../helpers/study.ts';

/** What the contract says of each of its calls. */
const ACCESS: ReadonlyMap<string, AccessRule> = new Map(
  procedureNames().map((name) => [name, accessOf(name.split('.'))]),
);

/** All that is there for somebody who takes part in a study. */
const OPEN_TO_PARTICIPANTS = [
  'application.state',
  'application.reportError',
  'studySessions.mine',
  'studySessions.look',
  'studySessions.consent',
  'studySessions.proceed',
  'studySessions.answer',
  'studySessions.keep',
  'studySessions.back',
  'studySessions.present',
  'studySessions.withdraw',
];

async function participant(book: StudyCasebook) {
  return present((await book.participants(1))[0]);
}

describe('anybody who only takes part in a study', () => {
  it('can call nothing of the whole contract but their own study session', async () => {
    await using book = await studyCasebook();
    const { window, studySessionId } = await participant(book);
    // A procedure that nobody implements yet is there for nobody.
    const all = procedureNames().filter((name) => called(name, book.core.router) !== undefined);
    expect(all.length).toBeGreaterThan(90);
    for (const client of [window, byLink(book, studySessionId)]) {
      const refused = new Map<string, string>();
      for (const name of all) refused.set(name, await outcome(client, name));
      const open = all.filter((name) => refused.get(name) !== 'forbidden');
      expect(open.sort()).toEqual([...OPEN_TO_PARTICIPANTS].sort());
    }
  });

  it('learns of the casebook its title and nothing of where it lies or what is in it', async () => {
    await using book = await studyCasebook();
    const { window, handle, studySessionId } = await participant(book);
    await book.ana.casebooks.saveVocabulary({
      vocabulary: { scenes: ['a secret scene'], discardReasons: [], minimumSide: 1 },
    });
    for (const client of [window, byLink(book, studySessionId)]) {
      const state = await client.application.state();
      expect(state).toMatchObject({
        casebook: { path: '', title: 'A', vocabulary: {}, person: { handle, roles: ['participant'] } },
        recent: [],
        documents: '',
        electron: null,
      });
      expect(JSON.stringify(state)).not.toContain(book.folder.path);
    }
  });

  it('never becomes another user, whatever becomes of their roles or the casebook', async () => {
    await using book = await studyCasebook();
    const { window, personId } = await participant(book);
    await window.studySessions.mine();
    expect(await outcome(window, 'people.list')).toBe('forbidden');
    expect((await safe(window.people.workAs({ id: book.anaId }))).error).not.toBeNull();
    // No curator can do so while the study session lasts; another casebook that is merged can.
    book.database.prepare(`UPDATE person SET roles = '["curator"]' WHERE id = ?`).run(personId);
    expect(await outcome(window, 'items.counts')).toBe('forbidden');
    await book.ana.casebooks.close();
    expect(await outcome(window, 'casebooks.openSample')).toBe('forbidden');
    expect((await window.application.state()).casebook).toBeNull();
    const other = await book.core.keeper.create(book.folder.join('b.casebook'), {
      benchmark: 'generic',
      title: 'B',
      person: 'Ben',
    });
    expect(other.people.list()).toHaveLength(1);
    // Alone at a casebook everybody else is the current user at once.
    expect((await window.application.state()).casebook?.person).toBeNull();
    expect(await outcome(window, 'studySessions.mine')).toBe('forbidden');
  });

  it('by a personal link is locked in whatever other roles they hold', async () => {
    await using book = await studyCasebook();
    const bo = await book.ana.people.add({ handle: 'bo', name: '', roles: ['annotator'] });
    await book.ana.studies.open({ id: book.study });
    const enrolled = present((await book.ana.studies.enrol({ id: book.study, people: [bo.id] }))[0]);
    const linked = byLink(book, enrolled.studySessionId);
    expect((await linked.studySessions.mine()).map(({ id }) => id)).toEqual([enrolled.studySessionId]);
    expect(await outcome(linked, 'items.list')).toBe('forbidden');
    expect((await linked.application.state()).casebook?.person?.roles).toEqual(['participant']);
    // In a window of their own they do their other work.
    expect(await outcome(await clientAs(book.core, bo.id), 'items.list')).toBe('let in');
  });

  it('may hand their package back and open another, on their own machine', async () => {
    await using book = await withPhotos(300);
    const { personId } = book;
    const target = book.folder.join('P01.casebook-package');
    const stream = await book.ana.merging.package({ personId, target });
    for await (const _event of stream);
    await book.ana.casebooks.close();
    const own = await clientAs(book.core, null);
    const open = await own.casebooks.openPackage({ path: target, target: book.folder.join('own.casebook') });
    expect(open).toMatchObject({ person: { id: personId }, packageFor: { personId } });
    const studySession = present((await own.studySessions.mine())[0]);
    const pages = await completeStudySession(own, studySession.id);
    expect(pages.at(-1)?.now.view).toBe('end');
    // Two clued items, their steps the same as at home.
    expect(pages.filter(({ now }) => now.view === 'step')).toHaveLength(8);
    const theirs = [...ACCESS].filter(([, { who }]) => who.includes('participant') || who.includes('owner'));
    for (const [name] of ACCESS) {
      if (theirs.some(([each]) => each === name)) continue;
      expect([name, await outcome(own, name)]).toEqual([name, 'forbidden']);
    }
    for (const name of ['items.list', 'people.list', 'history.list', 'importExport.export', 'studies.list'])
      expect(theirs.map(([each]) => each)).not.toContain(name);
    // Going back to before an answer would be answering twice.
    await expect(own.casebooks.backups({ path: open.path })).rejects.toThrow(/only take part/u);
    const backup = 'any.sqlite';
    await expect(own.casebooks.restore({ path: open.path, backup })).rejects.toThrow(/only take part/u);
    const state = await own.application.state();
    expect(state.casebook?.vocabulary).toEqual({});
    const back = await own.merging.package({ personId, target: book.folder.join('back.casebook-package') });
    for await (const _event of back);
    await own.casebooks.close();
    await own.casebooks.open({ path: book.folder.join('a.casebook') });
    const services = book.core.services();
    const { ana } = book;
    await ana.people.workAs({ id: book.anaId });
    const merge = await ana.merging.merge({
      sources: [book.folder.join('back.casebook-package')],
      dryRun: false,
    });
    for await (const _event of merge);
    expect(services.participants.list(book.study)).toMatchObject([{ state: 'finished', answered: 8 }]);
  });
});

describe('what reaches a participant before an answer stands', () => {
  const fixtures: [string, () => readonly JsonObject[] | null][] = [
    ['items made up', () => cluedItems(9)],
    ['the published items, where they are present', () => realItems()],
  ];
  it.each(fixtures)('holds nothing of what comes after it: %s', async (_name, load) => {
    // Without the published items, the made-up ones were swept already.
    const items = load() ?? cluedItems(3);
    await using book = await studyCasebook({ items, settings: { breakEvery: 5 } });
    const one = await participant(book);
    const client = byLink(book, one.studySessionId);
    // By the image: claims of several items can be worded alike.
    const tellings = new Map(
      book.items.map(({ images, payload }) => [text(images[0]), tellingTexts(payload)]),
    );
    const told = new Set<string>();
    let page: StudySessionPage = await client.studySessions.look({ id: one.studySessionId });
    let claims = 0;
    const shapes = new Set<string>();
    for (;;) {
      const { now } = page;
      const heard = JSON.stringify([
        page,
        await client.studySessions.mine(),
        await client.application.state(),
      ]);
      if (now.view === 'step' && now.step === 'main_ins') {
        claims += 1;
        // A clued item looks like an unclued one.
        shapes.add(JSON.stringify(page, (key, value: unknown) => (HARMLESS.has(key) ? '' : value)));
        if (claims === items.length) expect(page.progress).toEqual({ done: claims, total: items.length });
      }
      for (const secret of secretsLeft(tellings, told))
        expect(heard).not.toContain(JSON.stringify(secret).slice(1, -1));
      expect(heard).not.toMatch(
        /clued|_images|data_path|\.png|\.jpe?g|https?:|"label"|"scene"|"plan"|itemId/u,
      );
      if (now.view === 'end') break;
      page = await goOn(client, one.studySessionId, page);
      // Once its claim is answered, an item's own questions may be asked.
      if (now.view === 'step' && now.step === 'main_ins') told.add(text(now.images[0]?.id));
    }
    expect(claims).toBe(items.length);
    expect(shapes.size).toBe(1);
    const answered = items.reduce(
      (sum, item) => sum + 1 + list(item['p_sub_ins']).length + list(item['r_sub_ins']).length,
      0,
    );
    expect(
      book.database
        .prepare('SELECT count(*) FROM response WHERE session_id = ?')
        .pluck()
        .get(one.studySessionId),
    ).toBe(answered);
  });

  it('is not helped by asking for what comes later', async () => {
    await using book = await studyCasebook();
    const { studySessionId: id } = await participant(book);
    const client = byLink(book, id);
    let page = await client.studySessions.consent({ id });
    while (page.now.view !== 'step') page = await goOn(client, id, page);
    const { entry } = page.now;
    const answer = { kind: 'yes_no', value: 'yes' } as const;
    const refusals = [];
    for (const [at, step] of [
      [entry, 'p_sub_ins/0'],
      [entry + 1, 'main_ins'],
      [entry + 900, 'main_ins'],
      [entry, `p_sub_ins/900`],
    ] as const) {
      refusals.push(
        await safe(client.studySessions.answer({ id, entry: at, step, answer, timing, timedOut: false })),
      );
      refusals.push(await safe(client.studySessions.keep({ id, entry: at, step, answer, timing })));
    }
    for (const { error } of refusals) {
      expect(error).toBeInstanceOf(ORPCError);
      expect(JSON.stringify([error?.message, error instanceof ORPCError ? error.data : null])).not.toContain(
        LATER,
      );
    }
    expect(await client.studySessions.look({ id })).toEqual(page);
  });
});

/** What may differ between the pages of two claims. */
const HARMLESS = new Set(['prompt', 'id', 'entry', 'done', 'width', 'height']);

const text = (value: unknown): string => z.string().parse(value);
const list = (value: unknown): string[] => z.array(z.string()).nullish().parse(value) ?? [];

/** The texts of an item that nobody may see before its claim is answered. */
function tellingTexts(item: JsonObject): string[] {
  return [
    ...list(item['p_sub_ins']),
    ...list(item['r_sub_ins']),
    ...list(item['non_detm_cue']),
    z.string().nullish().parse(item['detm_cue']) ?? '',
    text(item['data_path']),
    z.string().nullish().parse(item['url']) ?? '',
  ].filter((each) => each.trim() !== '');
}

/** What is still to be kept back: of items whose claim is not answered, unless an answered one says the same. */
function secretsLeft(tellings: ReadonlyMap<string, readonly string[]>, told: ReadonlySet<string>): string[] {
  const known = [...tellings].flatMap(([image, texts]) => (told.has(image) ? [...texts] : []));
  return [...tellings].flatMap(([image, texts]) =>
    told.has(image) ? [] : texts.filter((each) => !known.some((other) => other.includes(each))),
  );
}

/** Two items in the order of the study, each with a real photo of 1200 x 900 pixels. */
async function withPhotos(imageSide: number | null) {
  const book = await studyCasebook({
    items: cluedItems(2),
    settings: { imageSide, order: 'fixed', breakEvery: null },
  });
  const services = book.core.services();
  const images: ImageId[] = [];
  for (const [index, item] of book.items.entries()) {
    const path = await drawFlag(book.folder.join(`${LATER}-${String(index)}.png`), 1200 + index, 900);
    const { id } = await services.images.add(path, book.anaId);
    services.casebook.derived.items.setImage(
      item.id,
      { position: 0, role: 'photo', name: 'a photo', imageId: id },
      null,
    );
    images.push(id);
  }
  const { window, studySessionId, personId } = await participant(book);
  const session = { personId, locked: false };
  const ask = async (id: string, variant = 'full') => {
    const response = await serveImage(book.core, id, variant, session);
    const { status, headers } = response;
    return { status, headers, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  let page = await window.studySessions.consent({ id: studySessionId });
  while (page.now.view !== 'step') page = await goOn(window, studySessionId, page);
  const shown = present(page.now.images[0]?.id);
  const other = present(images.find((each) => each !== shown));
  return { ...book, window, studySessionId, personId, ask, page, shown, other, images };
}

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
