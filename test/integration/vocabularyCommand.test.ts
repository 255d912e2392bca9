import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createRouterClient } from '@orpc/server';
import { v7 } from 'uuid';
import { createCore } from '../../electron/core/app/createCore.ts';
import { makeDiff } from '../../shared/base/diff.ts';
import { answerOf, type DocumentRecord, fieldRecords, toRecords } from '../../shared/domain/document.ts';
import { casebook } from '../helpers/commandLine.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';

const LABEL_SET = {
  imageAttributes: [
    { id: 'bird', name: 'Bird', kind: 'yesno', required: true, keys: { yes: 'b' } },
    {
      id: 'species',
      name: 'Species',
      kind: 'choice',
      options: ['gull', 'crow'],
      required: true,
      askedIf: { attribute: 'bird', values: ['yes'] },
    },
  ],
  labels: [],
};

it('a label set is imported by command, and what it does not ask goes as an answer is submitted', async () => {
  using folder = temporaryFolder();
  const path = folder.join('a.casebook');
  expect((await casebook('new', path, '--benchmark', 'generic')).code).toBe(0);
  const file = folder.join('labels.json');
  const circle = [{ ...LABEL_SET.imageAttributes[0], askedIf: { attribute: 'species', values: ['gull'] } }];
  writeFileSync(
    file,
    JSON.stringify({ ...LABEL_SET, imageAttributes: [...circle, LABEL_SET.imageAttributes[1]] }),
  );
  const refused = await casebook('vocabulary', path, '--import', file);
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toContain('depends on itself');
  writeFileSync(file, 'nothing');
  expect((await casebook('vocabulary', path, '--import', file)).stderr).toContain('is no JSON object');
  writeFileSync(file, JSON.stringify(LABEL_SET));
  expect((await casebook('vocabulary', path, '--import', file)).code).toBe(0);
  const printed = await casebook('vocabulary', path);
  expect(JSON.parse(printed.stdout)).toEqual(LABEL_SET);
  expect((await casebook('vocabulary', path, '--export', file)).code).toBe(0);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(LABEL_SET);

  const core = createCore(testPorts(folder.path));
  try {
    const { casebook: open } = await core.keeper.open(path);
    const { id: itemId } = open.database.transaction(() =>
      open.derived.items.insert({ externalId: 'one', payload: { id: 'one' }, images: [], imported: true }),
    )();
    const window = createRouterClient(core.router, { context: core.contextOf(core.createSession()) });
    const at = { itemId, task: 'annotate', round: 1 };
    const put = async (answer: { bird: boolean; species: string }) => {
      const { records, revision } = await window.annotations.open(at);
      const next = toRecords([
        ...Object.values(records).filter(({ type }) => type !== 'field'),
        ...fieldRecords(answer),
      ]);
      const diff = makeDiff<DocumentRecord>(records, next);
      return window.annotations.edit({ ...at, revision, diff, mark: v7(), activeMilliseconds: 0 });
    };
    await put({ bird: true, species: 'gull' });
    const { revision } = await put({ bird: false, species: 'gull' });
    // Kept while it may be asked again.
    expect(answerOf((await window.annotations.open(at)).records)).toEqual({ bird: false, species: 'gull' });
    const submitted = await window.annotations.submit({ ...at, revision });
    expect(answerOf(submitted.records)).toEqual({ bird: false });
    expect((await window.items.get({ id: itemId })).payload).toMatchObject({ attributes: { bird: false } });
    expect((await window.items.get({ id: itemId })).payload['attributes']).toEqual({ bird: false });
  } finally {
    await core.close();
  }
});
