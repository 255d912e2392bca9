import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { unpackZip } from '../../electron/core/files/zip.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Table } from '../../electron/core/db/describe.ts';
import { SCHEMA, tablesWhere } from '../../electron/core/db/schema.ts';
import { assignment } from '../helpers/assignment.ts';
import { contentOf, dataPath, filesIn, quietly } from '../helpers/casebooks.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { present } from '../helpers/present.ts';
import {
  openCopy,
  openProgram,
  personOf,
  RATERS,
  submitAnswer,
  type ThreeAnnotators,
  threeAnnotators,
} from '../helpers/threeAnnotators.ts';

let folder: ReturnType<typeof temporaryFolder>;
let work: ThreeAnnotators;

beforeAll(async () => {
  folder = temporaryFolder();
  // Four of every kind of difference.
  work = await threeAnnotators(folder.path, 40);
}, 900_000);
afterAll(() => folder[Symbol.dispose]());

describe('a package', () => {
  it('opens as a casebook of one person, who finds their work and nothing else', async () => {
    const { services, close } = await openProgram(folder.join('opening'), (core) =>
      core.keeper.open(work.sent.ana),
    );
    const [ana, ...others] = services.people.list();
    expect([ana?.handle, ana?.roles, others]).toEqual(['ana', ['annotator'], []]);
    expect(services.merging.packageFor()?.name).toBe('ana-full-name');
    const { rows, total } = services.items.list(
      {},
      { by: 'assignment', descending: false },
      0,
      3,
      services.viewpoint(personOf(ana)),
    );
    expect(total).toBe(work.items.length);
    expect(
      rows.map(({ externalId, label, goldSource, tags }) => [externalId, label, goldSource, tags]),
    ).toEqual(['Item 1', 'Item 2', 'Item 3'].map((name) => [name, null, null, []]));
    await close();
  });

  it('is the same casebook when it is opened once more, so that nobody answers in two places', async () => {
    const paths: string[] = [];
    for (let time = 0; time < 2; time += 1) {
      const { services, close } = await openProgram(folder.join('twice'), (core) =>
        core.keeper.open(work.sent.bojan),
      );
      paths.push(services.casebook.path);
      await close();
    }
    expect(paths[1]).toBe(paths[0]);
  });

  it('holds nothing of anybody else, no answer, no name of the data set, in any byte of it', async () => {
    const secrets = secretsOf(work);
    expect(secrets.length).toBeGreaterThan(100);
    for (const rater of RATERS) {
      const unpacked = folder.join(`members-${rater}`);
      await unpackZip(work.sent[rater], unpacked, {
        accepts: () => true,
        progress: () => undefined,
        signal: quietly.signal,
      });
      const others = RATERS.flatMap((each) => (each === rater ? [] : [each, `${each}-full-name`]));
      const database = join(unpacked, 'casebook.sqlite');
      const inTexts = textsIn(database);
      expect([...secrets, ...others].filter((secret) => inTexts.includes(secret))).toEqual([]);
      for (const file of [work.sent[rater], ...filesIn(unpacked).map((name) => join(unpacked, name))]) {
        const bytes = readFileSync(file);
        // In the pixels of a photograph any short word can turn up by chance, and in a time one of four letters.
        const sought =
          file.endsWith('.jpg') || file === work.sent[rater]
            ? secrets.filter(isLong)
            : [...secrets, ...others].filter((secret) => file !== database || secret.length > 4);
        for (const encoding of ['utf8', 'utf16le'] as const)
          expect([file, sought.filter((secret) => bytes.includes(Buffer.from(secret, encoding)))]).toEqual([
            file,
            [],
          ]);
      }
    }
  });

  it('holds of each table no more than its description says', async () => {
    const open = folder.join('described');
    await unpackZip(work.sent.ana, open, {
      accepts: () => true,
      progress: () => undefined,
      signal: quietly.signal,
    });
    const database = new Database(join(open, 'casebook.sqlite'), { readonly: true });
    try {
      const count = (sql: string): unknown => database.prepare(sql).pluck().get();
      for (const table of tablesWhere(() => true)) {
        const { packed }: Table = SCHEMA[table];
        if (packed === null) expect(count(`SELECT count(*) FROM ${table}`), table).toBe(0);
        for (const column of packed?.emptied ?? [])
          expect(count(`SELECT count(${column}) FROM ${table}`), `${table}.${column}`).toBe(0);
      }
    } finally {
      database.close();
    }
  });

  it('of a second round holds nothing of the first, and comes back as a round of its own', async () => {
    const { services, close } = await openCopy(work.home, folder.join('rounds.casebook'));
    await services.merging.merge([work.returned.ana], { dryRun: false, by: null }, quietly);
    const [mara] = services.people.list();
    const ana = personOf(services.people.list().find(({ handle }) => handle === 'ana'));
    services.assignments.assign(
      assignment({ items: { filter: {} }, task: 'curate', people: [ana.id], round: 2 }),
      services.viewpoint(personOf(mara)),
    );
    const target = folder.join('second', 'ana.casebook-package');
    await services.merging.package(ana.id, target, null, quietly);
    const rater = await openProgram(folder.join('second', 'program'), (core) => core.keeper.open(target));
    const { database } = rater.services.casebook;
    expect(database.prepare('SELECT DISTINCT round, state FROM assignment').all()).toEqual([
      { round: 2, state: 'open' },
    ]);
    expect(database.prepare('SELECT * FROM annotation').all()).toEqual([]);
    const me = personOf(rater.services.people.list()[0]);
    const { rows } = rater.services.items.list(
      {},
      { by: 'assignment', descending: false },
      0,
      1,
      rater.services.viewpoint(me),
    );
    const first = present(rows[0]);
    const answer = rater.services.casebook.benchmark.tasks[0]?.initialAnswer({}) ?? {};
    submitAnswer(rater.services, { id: first.id, person: me }, answer, { label: false, offset: 0 });
    await rater.services.merging.package(
      me.id,
      folder.join('second', 'back.casebook-package'),
      null,
      quietly,
    );
    const path = rater.services.casebook.path;
    await rater.close();
    // The unpacked casebook comes back as well as the file does.
    for (const [source, taken] of [
      [path, 1],
      [folder.join('second', 'back.casebook-package'), 0],
    ] as const) {
      const report = await services.merging.merge([source], { dryRun: false, by: null }, quietly);
      expect(report.sources[0]).toMatchObject({
        refused: null,
        person: 'ana',
        taken: { annotations: taken },
      });
    }
    expect(
      services.casebook.database
        .prepare('SELECT round, version FROM annotation WHERE item_id = ? AND person_id = ? ORDER BY round')
        .all(first.id, ana.id),
    ).toEqual([
      { round: 1, version: 1 },
      { round: 2, version: 1 },
    ]);
    await close();
  });

  it('leaves nothing where it was cancelled or the target is taken', async () => {
    const { services, close } = await openCopy(work.home, folder.join('cancelled.casebook'));
    const ana = services.people.list().find(({ handle }) => handle === 'ana');
    const { id } = personOf(ana);
    const before = contentOf(services);
    const cancel = new AbortController();
    const target = folder.join('cancelled', 'ana.casebook-package');
    await expect(
      services.merging.package(id, target, null, { signal: cancel.signal, progress: () => cancel.abort() }),
    ).rejects.toThrow(/abort/iu);
    expect(existsSync(folder.join('cancelled'))).toBe(false);
    await expect(services.merging.package(id, work.sent.ana, null, quietly)).rejects.toThrow(
      /exists already/u,
    );
    expect(contentOf(services)).toEqual(before);
    await close();
  });
});

/** Every text in a database. */
function textsIn(file: string): string {
  const database = new Database(file, { readonly: true });
  try {
    const tables = database
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .pluck()
      .all();
    return tables
      .flatMap((name) =>
        z.array(z.array(z.unknown())).parse(database.prepare(`SELECT * FROM "${name}"`).raw().all()),
      )
      .flat()
      .filter((value) => typeof value === 'string')
      .join('\n');
  } finally {
    database.close();
  }
}

const isLong = (secret: string): boolean => secret.length > 7;

/** What the data set and the home casebook say that a rater must not read. */
function secretsOf({ items }: ThreeAnnotators): string[] {
  const clean = (text: string): string => JSON.stringify(text).slice(1, -1);
  const texts = items.flatMap((item) =>
    Object.entries(item)
      .filter(([key]) => !['scene', 'target_partner', 'label'].includes(key))
      .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
      .filter((value): value is string => typeof value === 'string' && value.length > 3),
  );
  const names = items.map((item) => basename(dataPath(item)));
  return [
    ...new Set([
      ...texts.map(clean),
      ...texts,
      ...names,
      'Mara',
      'mara',
      'secret-tag',
      'clued',
      'unclued',
      'Creative Commons',
      'https://',
    ]),
  ];
}
