import { join, resolve } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { SystemDialogs } from '../../electron/hosts/electron/dialogs.ts';
import { casebookAt, casebookInArguments, OpenRequests } from '../../electron/hosts/electron/openFiles.ts';
import { FakeElectron } from '../helpers/electron/fakeElectron.ts';

test('a casebook is a folder named so, the database inside one, or a package', () => {
  expect(casebookAt('/data/Own.casebook', '/')).toBe('/data/Own.casebook');
  expect(casebookAt('/data/Own.CASEBOOK/', '/')).toBe('/data/Own.CASEBOOK');
  expect(casebookAt('/data/Own.casebook/casebook.sqlite', '/')).toBe('/data/Own.casebook');
  expect(casebookAt('Own.casebook', '/data')).toBe(join('/data', 'Own.casebook'));
  expect(casebookAt('/mail/ana.casebook-package', '/')).toBe('/mail/ana.casebook-package');
  for (const other of [
    '/data/photos',
    '/data/casebook.sqlite',
    '--flag=x.casebook',
    '-x.casebook',
    '',
    '.',
  ]) {
    expect(casebookAt(other, '/'), other).toBeNull();
  }
});

test('whatever stands on a command line, only a casebook comes out, and never the program itself', () => {
  expect(
    casebookInArguments(['/opt/Casebook.casebook', '--flag', 'a.casebook', '/b.casebook'], '/home'),
  ).toBe('/b.casebook');
  expect(casebookInArguments(['/opt/a.casebook'], '/home')).toBeNull();
  expect(casebookInArguments([], '/home')).toBeNull();
  fc.assert(
    fc.property(fc.array(fc.string()), (words) => {
      const found = casebookInArguments(words, '/home');
      expect(found === null || (/\.casebook(?:-package)?$/iu.test(found) && found === resolve(found))).toBe(
        true,
      );
    }),
  );
});

test('the latest request waits for the window; later ones go to it; without a window they wait again', () => {
  const requests = new OpenRequests();
  requests.add('/a.casebook');
  requests.add('/b.casebook');
  const got: string[] = [];
  requests.deliverTo((path) => got.push(path));
  requests.add('/c.casebook');
  requests.deliverTo(null);
  requests.add('/d.casebook');
  expect(got).toEqual(['/b.casebook', '/c.casebook']);
  requests.deliverTo((path) => got.push(path));
  expect(got).toEqual(['/b.casebook', '/c.casebook', '/d.casebook']);
});

test('dialogs ask for what is wanted, and cancelling gives nothing', async () => {
  const { dialog } = new FakeElectron();
  const dialogs = new SystemDialogs(dialog, 'linux');
  dialog.chosen.push('/photos', '/a.json', '/Own.casebook', '/New.casebook');
  expect(await dialogs.choosePath({ kind: 'folder', title: 'Photos' })).toBe('/photos');
  expect(await dialogs.choosePath({ kind: 'file', title: 'Data', suggested: '/home' })).toBe('/a.json');
  expect(await dialogs.choosePath({ kind: 'casebook', title: 'Open' })).toBe('/Own.casebook');
  expect(await dialogs.choosePath({ kind: 'new', title: 'New', suggested: '/home/New.casebook' })).toBe(
    '/New.casebook',
  );
  expect(dialog.asked).toMatchObject([
    { title: 'Photos', properties: ['openDirectory', 'createDirectory'] },
    { title: 'Data', properties: ['openFile'], defaultPath: '/home' },
    { title: 'Open', properties: ['openDirectory', 'createDirectory'] },
    { title: 'New', filters: [{ name: 'Casebook', extensions: ['casebook'] }] },
  ]);
  for (const kind of ['folder', 'file', 'casebook', 'new'] as const) {
    expect(await dialogs.choosePath({ kind, title: '' })).toBeNull();
  }
});

test('on macOS a casebook can be chosen as the one file that it looks like', async () => {
  const { dialog } = new FakeElectron();
  dialog.chosen.push('/Own.casebook');
  await new SystemDialogs(dialog, 'darwin').choosePath({ kind: 'casebook', title: 'Open' });
  expect(dialog.asked).toMatchObject([{ properties: ['openFile', 'openDirectory'] }]);
});
