import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCasebook } from '../../electron/core/derived/casebook.ts';
import { type CasebookDatabase, closeAfterWriting, openDatabase } from '../../electron/core/db/database.ts';
import { migrate, type Migration, migrations, SCHEMA_VERSION } from '../../electron/core/db/migrate.ts';
import { checkCasebook } from '../../electron/core/features/casebooks/check.ts';
import { everything as anybody } from '../../electron/core/access/viewpoint.ts';
import { quietly } from '../helpers/casebooks.ts';
import { fingerprint } from '../helpers/commandLine.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { olderCasebook } from './olderCasebook.ts';
import published from './published.json' with { type: 'json' };
import { emptyDatabase } from '../helpers/newDatabases.ts';
import { firsts } from '../helpers/present.ts';

const versions = migrations.map(({ version }) => version);
const upTo = (last: number): readonly Migration[] => migrations.filter(({ version }) => version <= last);

/** A migration that no Casebook has: the one after the newest. */
const next = (sql: string): readonly Migration[] => [
  ...migrations,
  { version: SCHEMA_VERSION + 1, name: 'next.sql', sql },
];

const read = (path: string): CasebookDatabase => openDatabase(join(path, 'casebook.sqlite'), 'read');

function using<T>(path: string, look: (database: CasebookDatabase) => T): T {
  const database = read(path);
  try {
    return look(database);
  } finally {
    database.close();
  }
}

/** Tables, indexes and triggers as SQLite has them, and the rows of every table. */
function everything(path: string): unknown {
  return using(path, (database) => {
    const schema = database.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all();
    const tables = database
      .prepare<[], string>(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'item_text%' ORDER BY name",
      )
      .pluck()
      .all();
    const rows = tables.map((name) => [name, database.prepare(`SELECT * FROM "${name}"`).all()]);
    return { version: database.pragma('user_version', { simple: true }), schema, rows };
  });
}

describe('published migrations', () => {
  it('never change: a change of the schema is a new file', () => {
    const now = Object.fromEntries(
      migrations.map(({ name, sql }) => [name, createHash('sha256').update(sql).digest('hex')]),
    );
    expect(now).toEqual(published.files);
  });

  it.each(Object.entries(published.schemas))(
    'make the tables of schema %s as casebooks hold them, to the letter',
    (version, hash) => {
      const database = openDatabase(':memory:', 'create');
      migrate(database, upTo(Number(version)));
      const schema = database.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all();
      expect(createHash('sha256').update(JSON.stringify(schema)).digest('hex')).toBe(hash);
      database.close();
    },
  );

  it.each(versions)('bring a casebook of schema %i to the newest, with everything in it', async (version) => {
    using folder = temporaryFolder();
    const path = olderCasebook(folder.join('old.casebook'), version);
    const casebook = await openCasebook(path, testPorts(folder.path));
    try {
      expect(casebook.readOnly).toBeNull();
      const { problems } = await checkCasebook(casebook, anybody, quietly.progress, quietly.signal);
      expect(problems.filter(({ where }) => where.startsWith('database'))).toEqual([]);
      const one = (sql: string): unknown => casebook.database.prepare(sql).pluck().get();
      expect(one("SELECT payload ->> '$._unknown.kept[0]' FROM item")).toBe(1);
      expect(
        one(
          "SELECT count(*) FROM region JOIN annotation ON annotation.id = annotation_id WHERE state = 'submitted'",
        ),
      ).toBe(1);
      expect(one("SELECT rowid FROM item_text WHERE item_text MATCH 'slippers'")).toBe(1);
      expect(one('SELECT count(*) FROM event')).toBe(1);
    } finally {
      casebook.close();
    }
  });

  it('make the same schema at once and step by step', () => {
    using folder = temporaryFolder();
    const [atOnce, inSteps] = firsts(
      ['once', 'steps'].map((name) => emptyDatabase(folder.join(name))),
      2,
    );
    expect(migrate(atOnce)).toEqual(versions);
    for (const version of versions) expect(migrate(inSteps, upTo(version))).toEqual([version]);
    const schemaOf = (database: CasebookDatabase): unknown =>
      database.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all();
    expect(schemaOf(inSteps)).toEqual(schemaOf(atOnce));
    expect(migrate(atOnce)).toEqual([]);
    atOnce.close();
    inSteps.close();
  });
});

describe('answers of before it was noted where they come from', () => {
  it('are told apart: what was read from files, with or without a time, and what Casebook recorded', async () => {
    using folder = temporaryFolder();
    const path = olderCasebook(folder.join('old.casebook'), 16);
    const before = openDatabase(join(path, 'casebook.sqlite'), 'once');
    const NOW = 1_700_000_000_000;
    // Ids begin with the time at which the row was made, as those of version 7 do.
    const idOf = (number: number): string =>
      `018bcfe5-6800-7000-8000-0000000001${String(number).padStart(2, '0')}`;
    const insert = before.prepare(
      `INSERT INTO annotation (id, item_id, item_revision, task, round, person_id, version, state, payload, revision, independent, active_ms, created_at, updated_at, submitted_at)
       SELECT @id, id, 1, 'curate', @round, (SELECT id FROM person LIMIT 1), 1, 'submitted', '{}', @revision, @independent, @active, @begun, @at, @at FROM item`,
    );
    const rows = [
      { what: 'a rating without a time', begun: NOW, at: NOW },
      { what: 'a rating with a time', begun: NOW - 90_000_000, at: NOW - 90_000_000 },
      { what: 'an answer that came with an item', begun: NOW, at: NOW + 1, independent: 0 },
      { what: 'an answer of the Desk', begun: NOW, at: NOW + 9000, revision: 2, active: 8000 },
      { what: 'one that nobody had to edit', begun: NOW, at: NOW },
      { what: 'a decision', begun: NOW, at: NOW, independent: 0 },
    ];
    for (const [number, { what: _, ...row }] of rows.entries())
      insert.run({ id: idOf(number), round: number + 2, revision: 0, independent: 1, active: 0, ...row });
    before
      .prepare(
        "INSERT INTO event (id, at, kind, detail) VALUES ('018bcfe5-6800-7000-8000-000000000200', ?, 'submit', json_object('annotation', ?))",
      )
      .run(NOW, idOf(4));
    before
      .prepare(
        `INSERT INTO adjudication (id, item_id, task, round, kind, annotation_id, fields, cause, note, person_id, created_at)
         SELECT '018bcfe5-6800-7000-8000-000000000201', item_id, task, round, 'decision', id, '{}', 'slip', '', person_id, ? FROM annotation WHERE id = ?`,
      )
      .run(NOW, idOf(5));
    closeAfterWriting(before);
    const casebook = await openCasebook(path, testPorts(folder.path));
    const originOf = casebook.database
      .prepare<[string], string | null>('SELECT origin FROM annotation WHERE id = ?')
      .pluck();
    expect(Object.fromEntries(rows.map(({ what }, number) => [what, originOf.get(idOf(number))]))).toEqual({
      'a rating without a time': '{}',
      'a rating with a time': '{"timed":true}',
      'an answer that came with an item': '{}',
      'an answer of the Desk': null,
      'one that nobody had to edit': null,
      'a decision': null,
    });
    casebook.close();
  });
});

describe('a casebook of a schema that is no longer read', () => {
  it.each([1, 2, 3])('of schema %i is refused in words, and stays as it is', async (version) => {
    using folder = temporaryFolder();
    const path = olderCasebook(folder.join('old.casebook'), SCHEMA_VERSION);
    const database = openDatabase(join(path, 'casebook.sqlite'), 'once');
    database.pragma(`user_version = ${String(version)}`);
    closeAfterWriting(database);
    const before = fingerprint(path);
    for (const intent of ['write', 'read'] as const)
      await expect(openCasebook(path, testPorts(folder.path), intent)).rejects.toMatchObject({
        code: 'older_version',
        message: expect.stringContaining(`schema ${String(version)}`),
        hint: expect.stringMatching(/^Nothing was changed\. Open it once with the Casebook that wrote it/u),
      });
    expect(fingerprint(path)).toEqual(before);
  });
});

describe('migrating an older casebook', () => {
  it.each(['write', 'read'] as const)(
    'keeps a copy of it as it was first, also when opened to %s',
    async (intent) => {
      using folder = temporaryFolder();
      const path = olderCasebook(folder.join('old.casebook'), SCHEMA_VERSION);
      const before = everything(path);
      const known = next("ALTER TABLE item ADD COLUMN shade TEXT NOT NULL DEFAULT 'grey'");
      const casebook = await openCasebook(path, testPorts(folder.path), intent, known);
      expect(casebook.database.prepare('SELECT shade FROM item').pluck().all()).toEqual(['grey']);
      expect(casebook.readOnly === null).toBe(intent === 'write');
      casebook.close();
      const copy = readdirSync(join(path, 'backups')).find((name) =>
        name.includes(`before-schema-${String(SCHEMA_VERSION + 1)}`),
      );
      const old = folder.join('copy.casebook');
      mkdirSync(old);
      cpSync(join(path, 'backups', copy ?? ''), join(old, 'casebook.sqlite'));
      expect(everything(old)).toEqual(before);
      // An older Casebook does not touch it any more.
      await expect(openCasebook(path, testPorts(folder.path))).rejects.toMatchObject({
        code: 'newer_version',
      });
    },
  );

  it.each([
    [
      'breaks off in the middle',
      'ALTER TABLE item ADD COLUMN shade TEXT; DELETE FROM item_tag; INSERT INTO nowhere VALUES (1);',
      'internal',
    ],
    [
      'leaves rows that refer to nothing',
      "INSERT INTO item_image (item_id, position, role, name) VALUES ('gone', 0, 'photo', 'x');",
      'damaged',
    ],
  ])('leaves the older one as it was where a migration %s', async (_what, sql, code) => {
    using folder = temporaryFolder();
    const path = olderCasebook(folder.join('old.casebook'), SCHEMA_VERSION);
    const before = everything(path);
    const fine: Migration = { version: SCHEMA_VERSION + 1, name: 'fine.sql', sql: 'CREATE TABLE fine (a)' };
    const known = [...migrations, fine, { version: SCHEMA_VERSION + 2, name: 'broken.sql', sql }];
    await expect(openCasebook(path, testPorts(folder.path), 'write', known)).rejects.toMatchObject({ code });
    expect(everything(path)).toEqual(before);
    expect(Object.keys(fingerprint(path)).filter((name) => !name.startsWith('backups'))).toEqual([
      'casebook.sqlite',
    ]);
    (await openCasebook(path, testPorts(folder.path))).close();
  });

  it('can build a table anew that others refer to', () => {
    using folder = temporaryFolder();
    const path = olderCasebook(folder.join('old.casebook'), SCHEMA_VERSION);
    const database = openDatabase(join(path, 'casebook.sqlite'), 'write');
    migrate(
      database,
      next(`CREATE TABLE new_person AS SELECT * FROM person;
        DROP TABLE person;
        CREATE TABLE person (id TEXT PRIMARY KEY, handle TEXT NOT NULL, name TEXT, kind TEXT, roles TEXT, version TEXT,
          instruction_hash TEXT, temperature REAL, created_at INTEGER, settings TEXT, set_aside_at INTEGER, colour TEXT) STRICT;
        INSERT INTO person SELECT *, 'blue' FROM new_person;
        DROP TABLE new_person;`),
    );
    expect(database.prepare("SELECT handle, colour FROM person WHERE handle = 'ana'").all()).toEqual([
      { handle: 'ana', colour: 'blue' },
    ]);
    expect(database.pragma('foreign_keys', { simple: true })).toBe(1);
    database.close();
  });

  it('says why where the older one can only be read', async () => {
    using folder = temporaryFolder();
    const path = olderCasebook(folder.join('old.casebook'), SCHEMA_VERSION);
    const holder = await openCasebook(path, testPorts(folder.path));
    const known = next('CREATE TABLE more (a)');
    await expect(openCasebook(path, testPorts(folder.path), 'read', known)).rejects.toMatchObject({
      code: 'in_use',
      message: expect.stringContaining(`process ${String(process.pid)}`),
    });
    holder.close();
  });
});
