import { createHash } from 'node:crypto';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SEPARATOR } from '../../electron/core/db/documents.ts';
import { newSecret } from '../../electron/core/features/hub/client.ts';
import { newCasebook } from '../../electron/hosts/hub/accounts.ts';
import { all, type HubDatabase, initHub, openHubDatabase } from '../../electron/hosts/hub/database.ts';
import { serveHub } from '../../electron/hosts/hub/serveHub.ts';
import type { HubDocument } from '../../shared/hub/protocol.ts';
import { SECRET } from '../helpers/blindCasebook.ts';
import { noPostgres } from '../helpers/hub.ts';
import { ask, type Device, device, document, itemRow, pullAll, push, within } from '../helpers/hubRows.ts';
import { beyond, mayKnow, secretHub, type SecretHub } from '../helpers/hubSecrets.ts';
import { asRole, inventory, sweep } from '../helpers/hubSweep.ts';

describe.skipIf(noPostgres !== null)('the database role that answers requests to a hub', () => {
  let book: SecretHub;
  let sql: HubDatabase;
  let answers: HubDocument[];
  beforeAll(async () => {
    book = await secretHub();
    answers = (await book.stored()).filter(({ table }) => table === 'annotation');
    sql = openHubDatabase(await asRole(book.hub), 'requests', 2);
  });
  afterAll(async () => {
    await sql.end();
    await book[Symbol.asyncDispose]();
  });

  const wanted = () => ({
    casebook: book.casebook,
    answers: answers.map(({ id, person }) => ({ id, person: person ?? '' })),
    ids: [
      book.question,
      ...book.items.flatMap((item) => [item, ...book.images.map((id) => `${id}${SEPARATOR}${item}`)]),
    ],
    images: [book.picture],
  });
  const forged = (settings: Readonly<Record<string, string | undefined>>) =>
    sql.begin(async (transaction) => {
      for (const [name, value = ''] of Object.entries(settings))
        await transaction`SELECT set_config(${`casebook.${name}`}, ${value}, true)`;
      return [...(await sweep(book.hub, transaction, wanted()))];
    });

  it('gives the role that answers requests nothing without a device’s own secret', async () => {
    const { ann, eve } = book.devices;
    const other = await book.hub.founding('Other');
    const of = ({ secret, account: { person, casebook } }: Device) => ({ secret, person, casebook });
    for (const settings of [
      {},
      { ...of(eve), secret: '' },
      { ...of(eve), secret: newSecret() },
      { ...of(eve), secret: createHash('sha256').update(eve.secret).digest('hex') },
      { ...of(ann), person: eve.account.person },
      { ...of(ann), casebook: other.casebook },
      { secret: ann.secret },
    ])
      expect(await forged(settings)).toEqual([]);
  });

  it('gives the role no more for the secret of somebody who does not oversee than their package', async () => {
    const { ann } = book.devices;
    const told = await within(sql, ann, (transaction) => sweep(book.hub, transaction, wanted(), ann.secret));
    expect(beyond(told, mayKnow(ann, [...book.held.ann.texts, 'true']))).toEqual([]);
    expect(told).toContain(ann.account.device);
    // What somebody writes to look at rows before they are kept back sees none of those.
    const seen = await within(sql, ann, async (transaction) => {
      await transaction`CREATE TEMPORARY TABLE seen (content text)`;
      await transaction.unsafe(`CREATE FUNCTION pg_temp.look_at(text) RETURNS boolean LANGUAGE plpgsql COST 0.0000001
        AS $$ BEGIN INSERT INTO pg_temp.seen VALUES ($1); RETURN true; END $$`);
      await transaction`SELECT count(*) FROM casebook.document WHERE pg_temp.look_at(content)`;
      return all(transaction`SELECT content FROM pg_temp.seen`, z.object({ content: z.string() }));
    });
    expect(seen.length).toBeGreaterThan(5);
    expect(JSON.stringify(seen)).not.toContain(SECRET);
  });

  it('gives the role nothing for the secret of somebody who oversees that is about what they have yet to answer', async () => {
    const { rex } = book.devices;
    const asked = { ...wanted(), images: [] };
    const told = await within(sql, rex, (transaction) => sweep(book.hub, transaction, asked, rex.secret));
    expect(JSON.stringify([...told])).not.toContain(SECRET);
    expect(told).not.toContain(book.picture);
    expect(told).toContain(book.items[0]);
  });

  it('is all that serving a hub takes, and an owner of its tables who is no superuser all that making one takes', async () => {
    const { ann } = book.devices;
    const listener = { host: '127.0.0.1', port: 0, tls: null, insecure: false };
    const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const served = await serveHub(await asRole(book.hub), listener, logger);
    // The cursor moves with every transaction that writes, such as the note of an exchange.
    const { documents } = await pullAll({ ...ann, url: served.url });
    expect(documents).toEqual((await pullAll(ann)).documents);
    await served.close();
    const url = new URL(await asRole(book.hub));
    const { username } = url;
    await book.hub.owner.unsafe(`ALTER ROLE ${username} CREATEROLE`);
    await book.hub.owner.unsafe(`CREATE DATABASE ${username} OWNER ${username}`);
    url.pathname = `/${username}`;
    const owner = openHubDatabase(url.href, 'owner', 2);
    await initHub(owner);
    const small = await serveHub(url.href, listener, logger);
    const curator = await device(
      { ...book.hub, url: small.url, owner },
      await newCasebook(owner, 'Small'),
      'curator',
    );
    const item = document('item', itemRow(v7()));
    expect(await push(curator, [item])).toEqual([{ answer: 'accepted', reason: null }]);
    expect((await pullAll(curator)).documents).toEqual([item]);
    await small.close();
    await owner.end();
  });

  /** Why the database refuses a statement of somebody, who changes nothing by it; null where it does not. */
  const refusal = async (who: Device, statement: string, values: unknown[] = []): Promise<string | null> => {
    const back = new Error('back');
    try {
      await within(sql, who, async (transaction) => {
        await transaction.unsafe(statement, z.array(z.custom<string>()).parse(values));
        throw back;
      });
      return null;
    } catch (error) {
      if (error === back) return null;
      return z.object({ code: z.string() }).parse(error).code;
    }
  };
  const FORBIDDEN = '42501';

  it('lets the role change, remove and take over nothing', async () => {
    const { ann, eve } = book.devices;
    const { tables } = await inventory(book.hub);
    for (const { table, columns } of [...tables, { table: 'migration', columns: ['name'] }]) {
      const column = columns.at(-1) ?? '';
      for (const statement of [
        `UPDATE casebook.${table} SET ${column} = ${column}`,
        `DELETE FROM casebook.${table}`,
        `TRUNCATE casebook.${table}`,
        `LOCK TABLE casebook.${table} IN ACCESS EXCLUSIVE MODE`,
        `ALTER TABLE casebook.${table} DISABLE ROW LEVEL SECURITY`,
        `CREATE POLICY mine ON casebook.${table} USING (true)`,
        `SELECT FROM casebook.${table} FOR UPDATE`,
      ])
        expect(await refusal(eve, statement), statement).toBe(FORBIDDEN);
    }
    const owner = new URL(book.hub.database).username;
    for (const statement of [
      `SET ROLE ${owner}`,
      `SELECT set_config('role', '${owner}', true)`,
      `SET SESSION AUTHORIZATION ${owner}`,
      'SET LOCAL row_security = off; SELECT FROM casebook.document',
      'SET LOCAL session_replication_role = replica',
      'ALTER ROLE casebook_hub BYPASSRLS',
      'CREATE TABLE casebook.mine ()',
      "CREATE FUNCTION casebook.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
      'SELECT casebook.device()',
      `SELECT casebook.role_of('${book.casebook}', '${eve.account.person}')`,
      'SELECT secret FROM casebook.device',
      "SELECT pg_read_file('PG_VERSION')",
    ])
      expect(await refusal(ann, statement), statement).toBe(FORBIDDEN);
    for (const statement of ['RESET ROLE', 'SET ROLE NONE', 'SET LOCAL search_path = pg_temp, casebook'])
      await within(sql, ann, async (transaction) => {
        await transaction.unsafe(statement);
        const told = await sweep(book.hub, transaction, wanted(), ann.secret);
        expect(beyond(told, mayKnow(ann, [...book.held.ann.texts, 'true']))).toEqual([]);
      });
    // A table of one's own is never taken for the real one.
    const fresh = openHubDatabase(book.hub.database, 'requests', 1);
    await fresh`CREATE TEMPORARY TABLE pg_database AS SELECT 1::oid AS oid, current_database() AS datname`;
    const [era] = await fresh`SELECT casebook.known_era() AS era`;
    expect([era]).toEqual([...(await book.hub.owner`SELECT casebook.known_era() AS era`)]);
    await fresh.end();
  });

  it('lets the role add what its person may add, and lifts nothing by what it adds', async () => {
    const { ann, eve } = book.devices;
    const other = await book.hub.founding('Other');
    const [item = ''] = book.items;
    const columns = 'casebook device roles tab id person audience item about sha256 content'.split(' ');
    const own = ({ account }: Device) => ({
      casebook: account.casebook,
      device: account.device,
      roles: account.roles,
      tab: 'annotation',
      id: v7(),
      person: account.person,
      item,
      content: JSON.stringify({ row: { task: 'curate', round: 1, person_id: account.person } }),
    });
    const add = (
      who: Device,
      { era = 'casebook.known_era()', ...row }: Readonly<Record<string, unknown>> & { readonly era?: string },
      more = '',
      value = '',
    ): Promise<string | null> =>
      refusal(
        who,
        `INSERT INTO casebook.document (era, version, hash, ${columns.join(', ')}${more}) OVERRIDING SYSTEM VALUE
          SELECT ${era}, '', '',
            ${columns.map((name, at) => `$${String(at + 1)}${name === 'sha256' ? '::bytea' : ''}`).join(', ')}${value}`,
        columns.map((name) => row[name] ?? null),
      );
    expect(await add(ann, own(ann))).toBeNull();
    const elsewhere = [
      { casebook: other.casebook },
      { device: book.devices.rex.account.device },
      { era: 'casebook.known_era() + 1' },
    ];
    for (const change of [
      ...elsewhere,
      { person: book.people.bo },
      { person: null },
      { audience: ann.account.person },
      { audience: book.people.bo, person: null },
      { roles: ['curator'] },
      { content: JSON.stringify({ row: { task: 'curate', round: 1, person_id: book.people.bo } }) },
      { item: book.question },
      { item: null },
      { about: item },
      { content: null },
      { content: '{}' },
      { content: JSON.stringify({ row: { task: 'curate', round: 2, person_id: ann.account.person } }) },
      { sha256: Buffer.from(book.picture, 'hex') },
      { tab: 'item', id: item },
      { tab: 'assignment' },
      { tab: 'response' },
      { tab: 'session' },
    ])
      expect(await add(ann, { ...own(ann), ...change }), JSON.stringify(change)).toBe(FORBIDDEN);
    for (const change of elsewhere)
      expect(await add(eve, { ...own(eve), ...change }), JSON.stringify(change)).toBe(FORBIDDEN);
    expect(await add(eve, own(eve), ', tx', ", '1'::xid8")).toBe(FORBIDDEN);
    expect(await add(eve, own(eve), ', seq', ', 1')).toBe(FORBIDDEN);
    const here = `'${book.casebook}'`;
    for (const [who, statement] of [
      [
        eve,
        `casebook.asked (casebook, person, item, assignment, open) VALUES (${here}, '${book.people.rex}', '${item}', '${v7()}', false)`,
      ],
      [
        eve,
        `casebook.delivery (casebook, person, era, item) VALUES (${here}, '${book.people.rex}', 1, '${item}')`,
      ],
      [
        eve,
        `casebook.account (casebook, person, handle, name, role) VALUES (${here}, '${v7()}', '', '', 'curator')`,
      ],
      [
        eve,
        `casebook.device (casebook, person, name, secret, invitation) VALUES (${here}, '${v7()}', '', '', '${v7()}')`,
      ],
      [eve, `casebook.casebook (id, title) VALUES ('${v7()}', '')`],
      [eve, "casebook.era (number, mark) VALUES (1, '')"],
      [ann, `casebook.revocation (device) VALUES ('${eve.account.device}')`],
      [
        ann,
        `casebook.invitation (casebook, person, handle, name, role, token, created_by, expires_at)
        VALUES (${here}, '${v7()}', '', '', 'curator', '', '${ann.account.person}', now())`,
      ],
      [
        ann,
        `casebook.image (casebook, sha256, upload, bytes, parts) VALUES (${here}, '\\x00', '${v7()}', 1, 1)`,
      ],
      [
        ann,
        `casebook.image_part (casebook, sha256, upload, number, device, content)
        VALUES (${here}, '\\x00', '${v7()}', 0, '${ann.account.device}', '\\x00')`,
      ],
    ] as const)
      expect(await refusal(who, `INSERT INTO ${statement}`), statement).toBe(FORBIDDEN);
  });

  it('gives the role nothing for the secret of a device that was revoked', async () => {
    const { ann, eve } = book.devices;
    await ask(eve, 'POST', '/v1/revocations', { device: ann.account.device });
    const { secret, account } = ann;
    expect(await forged({ secret, person: account.person, casebook: book.casebook })).toEqual([]);
    expect(await sql`SELECT * FROM casebook.enter(${secret})`).toEqual([
      {
        device: null,
        casebook: null,
        person: null,
        role: null,
        roles: null,
        handle: null,
        name: null,
        title: null,
        revoked: true,
      },
    ]);
  });
});
