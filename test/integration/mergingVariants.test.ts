import { expect, it } from 'vitest';
import { createCasebook } from '../../electron/core/derived/casebook.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { createServices, type Services } from '../../electron/core/app/services.ts';
import { shelf } from '../helpers/branches.ts';
import { quietly } from '../helpers/casebooks.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { present } from '../helpers/present.ts';
import { putQuestionEntities, questionEntities } from '../helpers/questionBook.ts';

const FACE = 'c1';

const faceOf = ({ items }: Services) => {
  const { rows } = items.list({}, { by: 'imported', descending: false }, 0, 99, everything);
  const face = present(rows.find(({ externalId }) => externalId === FACE));
  return items.get(face.id, everything);
};

const add = (services: Services, transformation: string) =>
  services.imageGeneration.variants(
    {
      items: { filter: {} },
      transformations: [transformation],
      seed: 1,
      target: { kind: 'casebook' },
    },
    { person: null, viewpoint: everything },
    quietly,
  );

it('variants that were made in two copies are all there, each with its picture, where theirs is chosen', async () => {
  using folder = temporaryFolder();
  const on = shelf(folder);
  const services = createServices(
    await createCasebook(on.path('a'), { benchmark: 'observatory', title: 'A' }, testPorts(folder.path)),
  );
  const source = await putQuestionEntities((...parts) => folder.join(...parts), 'source', questionEntities());
  await services.importExport.import({ source, format: 'observatory' }, null, quietly);
  const mara = services.people.add({ handle: 'mara', name: 'Mara', roles: ['curator'] }, null);
  await services.close();
  on.copy('a', 'b');
  await on.use('a', async (a) => add(a, 'sharpen'));
  await on.use('b', async (b) => add(b, 'posterize'));
  await on.merge('a', 'b');
  await on.use('a', async (a) => {
    const before = faceOf(a);
    for (const { id, item } of a.merging.conflicts())
      if (item === FACE) a.merging.resolve(id, 'theirs', mara.id);
    const { images, payload } = faceOf(a);
    expect(payload['variants']).toMatchObject(
      ['gamma', 'comic', 'sharpen', 'posterize'].map((transformation) => ({ transformation })),
    );
    expect(images.slice(0, 4)).toEqual(before.images);
    expect(images.map(({ name }) => name).slice(3)).toEqual([
      'variants/c1_sharpen.png',
      'variants/c1_posterize.png',
    ]);
    const theirs = await on.use('b', (b) => faceOf(b).images.at(-1)?.imageId ?? null);
    expect(theirs).not.toBeNull();
    expect(images.at(-1)?.imageId).toBe(theirs);
  });
});
