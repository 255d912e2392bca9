import { expect, it } from 'vitest';
import { createCore } from '../../electron/core/app/createCore.ts';
import { ApplicationStore } from '../../electron/core/files/applicationStore.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';

it('a recent casebook says what it holds when it is closed, and keeps its place', async () => {
  using folder = temporaryFolder();
  const clock = { now: 1000 };
  const ports = testPorts(folder.path, { now: () => clock.now });
  const core = createCore(ports);
  const recent = () =>
    new ApplicationStore(ports)
      .recent()
      .map(({ title, items, people, openedAt }) => ({ title, items, people, openedAt }));
  const path = folder.join('a.casebook');
  const { casebook, people } = await core.keeper.create(path, {
    benchmark: 'generic',
    title: 'A',
    person: 'Ana',
  });
  expect(recent()).toEqual([{ title: 'A', items: 0, people: 1, openedAt: 1000 }]);
  casebook.database.transaction(() =>
    casebook.derived.items.insert({ externalId: 'one', payload: {}, images: [], imported: true }),
  )();
  people.add({ handle: 'bo', name: '', roles: ['annotator'] }, null);
  clock.now = 2000;
  await core.keeper.create(folder.join('b.casebook'), { benchmark: 'generic', title: 'B', person: 'Ana' });
  expect(recent()).toEqual([
    { title: 'B', items: 0, people: 1, openedAt: 2000 },
    { title: 'A', items: 1, people: 2, openedAt: 1000 },
  ]);
  await core.close();
});
