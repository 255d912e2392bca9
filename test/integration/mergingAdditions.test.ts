import { describe, expect, it } from 'vitest';
import { createCasebook } from '../../electron/core/derived/casebook.ts';
import { createServices } from '../../electron/core/app/services.ts';
import { type Json, JsonObject } from '../../shared/base/json.ts';
import { type Shelf, shelf } from '../helpers/branches.ts';
import { put, quietly } from '../helpers/casebooks.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { generatedMcsBench } from '../helpers/generatedMcsBench.ts';

const SET = [...generatedMcsBench({ items: 8 })];

const bring = (on: Shelf, name: string, format: string, lines: readonly Json[]) =>
  on.use(name, ({ importExport }) => {
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    return importExport.import({ source: put(on.folder.join('lines.jsonl'), text), format }, null, quietly);
  });

const payloads = (on: Shelf, name: string): Promise<JsonObject[]> =>
  on.use(name, ({ casebook: { database } }) =>
    database
      .prepare<[], string>('SELECT payload FROM item ORDER BY sequence')
      .pluck()
      .all()
      .map((text) => JsonObject.parse(JSON.parse(text))),
  );

/** Two copies of a casebook of generated items. */
async function twoCopies(on: Shelf): Promise<void> {
  const base = createServices(
    await createCasebook(on.path('a'), { benchmark: 'mcsbench', title: 'A' }, testPorts(on.folder.path)),
  );
  await base.close();
  await bring(
    on,
    'a',
    'mcsbench',
    SET.map(({ item }) => item),
  );
  on.copy('a', 'b');
}

describe('what was said of items in two copies of a casebook', () => {
  it('is united without a conflict, and is the same afterwards', async () => {
    using folder = temporaryFolder();
    const on = shelf(folder);
    await twoCopies(on);
    await bring(
      on,
      'a',
      'mcsbench-audit',
      SET.flatMap(({ audits }) => audits),
    );
    await bring(
      on,
      'b',
      'mcsbench-rc',
      SET.flatMap(({ chains }) => chains),
    );
    await bring(
      on,
      'b',
      'mcsbench-relations',
      SET.map(({ relations }) => relations),
    );
    on.copy('a', 'was');
    expect((await on.merge('a', 'b')).conflicts).toEqual([]);
    expect((await on.merge('b', 'was')).conflicts).toEqual([]);
    const both = await payloads(on, 'a');
    expect(await payloads(on, 'b')).toEqual(both);
    both.forEach((payload, at) => {
      expect(payload['audit']).toHaveLength(SET[at]?.audits.length ?? 0);
      expect(payload['pr']).toEqual(SET[at]?.relations['pr']);
      expect(payload['rc_items'] !== undefined).toBe((SET[at]?.chains.length ?? 0) > 0);
    });
    expect((await on.merge('a', 'b')).conflicts).toEqual([]);
    expect(await payloads(on, 'a')).toEqual(both);
  });

  it('is a conflict where one auditor says two things of one item', async () => {
    using folder = temporaryFolder();
    const on = shelf(folder);
    await twoCopies(on);
    const [audit = {}] = SET[0]?.audits ?? [];
    await bring(on, 'a', 'mcsbench-audit', [{ ...audit, quality: 5 }]);
    await bring(on, 'b', 'mcsbench-audit', [{ ...audit, quality: 4 }]);
    expect((await on.merge('a', 'b')).conflicts).toHaveLength(1);
  });
});
