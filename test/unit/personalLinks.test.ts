import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { PersonalLinks } from '../../electron/hosts/browser/personalLinks.ts';
import { StudySessionId } from '../../shared/base/ids.ts';
import { temporaryFolder } from '../helpers/core.ts';

let folder: ReturnType<typeof temporaryFolder>;
let file: string;
const [ana, bo] = [StudySessionId.parse(v7()), StudySessionId.parse(v7())];

beforeEach(() => {
  folder = temporaryFolder();
  // A folder that a fresh machine does not have yet.
  file = folder.join('settings/links.json');
});
afterEach(() => folder[Symbol.dispose]());

it('lead to the same study session, at the same address, after a restart', () => {
  const before = new PersonalLinks(file);
  before.usePort(4711);
  const tokens = [before.create(ana), before.create(bo)];
  const after = new PersonalLinks(file);
  expect([after.name, after.port]).toEqual([before.name, 4711]);
  expect(tokens.map((token) => after.find(token))).toEqual([ana, bo]);
  expect(after.find('guess')).toBeNull();
  expect(after.find('')).toBeNull();
});

it('end when another link to the same study session is made', () => {
  const links = new PersonalLinks(file);
  const first = links.create(ana);
  const second = links.create(ana);
  expect(new PersonalLinks(file).find(first)).toBeNull();
  expect(new PersonalLinks(file).find(second)).toBe(ana);
});

it('that another program makes meanwhile are known at once, and kept beside one’s own', () => {
  const [app, command] = [new PersonalLinks(file), new PersonalLinks(file)];
  app.usePort(4711);
  const own = app.create(ana);
  const [token = ''] = command.createAll([bo]);
  expect([app.find(token), command.port, command.name]).toEqual([bo, 4711, app.name]);
  app.usePort(4712);
  expect([own, token].map((each) => new PersonalLinks(file).find(each))).toEqual([ana, bo]);
});

it('are kept in a file of this user alone, which holds no token', () => {
  const token = new PersonalLinks(file).create(ana);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).not.toContain(token);
});

it('begin anew where the file cannot be read as such', () => {
  for (const text of ['', '{', '{"port":0}', 'null']) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    expect(new PersonalLinks(file).port).toBeNull();
  }
});
