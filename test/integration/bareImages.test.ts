import { mkdirSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Core, createCore } from '../../electron/core/app/createCore.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { serveImage } from '../../electron/hosts/imageResponse.ts';
import type { ImageId, PersonId } from '../../shared/base/ids.ts';
import { assignItems } from '../helpers/blindCasebook.ts';
import { quietly } from '../helpers/casebooks.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { photograph } from '../helpers/pictures.ts';
import { present } from '../helpers/present.ts';

const ARTIST = 'Ada Planted';
const NAMES = ['1.jpg', '2.png', '3.webp', '4.avif', '5.tiff'];

const folder = temporaryFolder();
let core: Core;
let people: Readonly<Record<'cara' | 'ann' | 'judy' | 'rex', PersonId>>;
let images: readonly ImageId[];

beforeAll(async () => {
  for (const name of NAMES) {
    mkdirSync(dirname(folder.join('in', name)), { recursive: true });
    await sharp(photograph('locomotion-house-cat'))
      .resize(120)
      .withExif({ IFD0: { Artist: ARTIST } })
      .toFile(folder.join('in', name));
  }
  core = createCore(testPorts(folder.path));
  const open = await core.keeper.create(folder.join('a.casebook'), {
    benchmark: 'caughtcheating',
    title: 'A',
    person: 'cara',
  });
  const cara = present(open.people.list()[0]);
  await open.importExport.import({ source: folder.join('in'), format: 'images' }, cara, quietly);
  const { rows } = open.items.list({}, { by: 'imported', descending: false }, 0, 10, everything);
  const add = (handle: string, roles: Parameters<typeof open.people.add>[0]['roles']): PersonId =>
    open.people.add({ handle, name: '', roles }, cara.id).id;
  people = {
    cara: cara.id,
    ann: add('ann', ['annotator']),
    judy: add('judy', ['judge']),
    rex: add('rex', ['reviewer', 'annotator']),
  };
  const ids = rows.map(({ id }) => id);
  assignItems(core, ids, [people.ann], 1);
  // The reviewer has yet to rate all but the first.
  assignItems(core, ids.slice(1), [people.rex], 1);
  images = rows.flatMap(({ imageId }) => (imageId === null ? [] : [imageId]));
});
afterAll(async () => {
  await core.close();
  folder[Symbol.dispose]();
});

/** What the window of somebody gets of an image; nobody: of a window where nobody was chosen yet. */
async function got(at: number, who: keyof typeof people | null, variant = 'full') {
  const session = { personId: who === null ? null : people[who], locked: false };
  const response = await serveImage(core, images[at] ?? '', variant, session);
  expect(response.status).toBe(200);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(response.headers.get('content-length')).toBe(String(bytes.length));
  return { headers: response.headers, bytes, isSigned: bytes.toString('latin1').includes(ARTIST) };
}

const pixelsOf = (bytes: Buffer): Promise<Buffer> => sharp(bytes).raw().toBuffer();

describe.each(NAMES.map((name, at) => ({ name, at })))('$name', ({ name, at }) => {
  it('says who took it to those who may know, and to nobody else; the pixels are the same', async () => {
    const curators = await got(at, 'cara');
    // A still is shown of what windows cannot draw, and holds pixels alone.
    expect(curators.isSigned).toBe(!name.endsWith('.tiff'));
    for (const who of ['ann', 'judy', null] as const) {
      const blind = await got(at, who);
      expect([who, blind.isSigned]).toEqual([who, false]);
      expect(await pixelsOf(blind.bytes)).toEqual(await pixelsOf(curators.bytes));
    }
    // The first is not outstanding to the reviewer, the others are.
    expect((await got(at, 'rex')).isSigned).toBe(at === 0);
  });

  it('has no thumbnail that says it', async () => {
    for (const who of ['cara', 'ann'] as const)
      expect((await got(at, who, 'thumbnail')).isSigned).toBe(false);
  });

  it('comes without a name or a time of the file', async () => {
    const { headers } = await got(at, 'ann');
    for (const header of ['content-disposition', 'etag', 'last-modified'])
      expect(headers.get(header)).toBeNull();
  });

  it('is kept by the window only where the next person in it may have the same bytes', async () => {
    expect((await got(at, 'ann')).headers.get('cache-control')).toContain('immutable');
    const { headers, isSigned } = await got(at, 'cara');
    expect(headers.get('cache-control')).toBe(isSigned ? 'no-store' : 'private, max-age=31536000, immutable');
  });
});

it('leaves the casebook’s own files as they are, and no copies of JPEG, PNG and WebP in the cache', async () => {
  const { folders } = core.services().casebook;
  const files = readdirSync(folders.thumbnails, { recursive: true }).map(String);
  expect(files.filter((file) => /\.(?:jpg|clean)/u.test(file))).toEqual([]);
  const { path } = core.services().images.files.original(images[0] ?? '');
  expect((await sharp(path).metadata()).exif).toBeDefined();
});
