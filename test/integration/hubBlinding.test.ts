import { createHash } from 'node:crypto';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DocumentContent } from '../../electron/core/db/documents.ts';
import type { HubDocument } from '../../shared/hub/protocol.ts';
import { SECRET } from '../helpers/blindCasebook.ts';
import { noPostgres } from '../helpers/hub.ts';
import {
  answerRow,
  ask,
  type Device,
  document,
  itemRow,
  pullAll,
  push,
  requests,
  textsOf,
} from '../helpers/hubRows.ts';
import { beyond, mayKnow, secretHub, type SecretHub } from '../helpers/hubSecrets.ts';

describe.skipIf(noPostgres !== null)('a hub over HTTP', () => {
  let book: SecretHub;
  beforeAll(async () => {
    book = await secretHub();
  });
  afterAll(() => book[Symbol.asyncDispose]());

  const keys = (documents: readonly HubDocument[]): string[] =>
    documents
      .map(({ table, id, audience, content }) => `${table} ${id} ${String(audience)} ${String(content)}`)
      .sort();
  const imagesFor = async (who: Device): Promise<Set<string>> => {
    const served = new Set<string>();
    for (const sha256 of new Set((await book.stored()).flatMap((each) => each.sha256 ?? []))) {
      const { status, bytes, text } = await ask(who, 'GET', `/v1/images/${sha256}/0`);
      if (status === 200) {
        served.add(sha256);
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
      } else expect([status, text]).toEqual([403, expect.stringContaining('no such image for you')]);
    }
    return served;
  };

  it.each(['ann', 'pat'] as const)(
    'tells somebody who does not oversee (%s) what their package holds',
    async (name) => {
      const [who, held] = [book.devices[name], book.held[name]];
      const told = new Set<string>();
      for (const whole of [true, false]) {
        const { documents } = await pullAll(who, null, whole);
        textsOf(documents, told);
        for (const { table, id, content } of documents) {
          const { row, parts } = DocumentContent.parse(JSON.parse(content ?? ''));
          const packed = held.read(table, id);
          const times = ['created_at', 'updated_at'].filter((column) => row[column] === book.createdAt);
          const fixed = Object.fromEntries(times.map((column) => [column, book.createdAt]));
          expect({ row, parts }, table).toEqual({ ...packed, row: { ...packed?.row, ...fixed } });
        }
        for (const table of [
          'person',
          'image',
          'item',
          'edition',
          'assignment',
          'annotation',
          'study',
          'session',
        ] as const)
          expect(
            [...new Set(documents.filter((each) => each.table === table).map(({ id }) => id))].sort(),
            table,
          ).toEqual(held.database.prepare(`SELECT id FROM ${table} ORDER BY id`).pluck().all());
      }
      const people = await ask(who, 'GET', '/v1/people');
      expect(people.text).toContain(who.account.person);
      textsOf(JSON.parse(people.text), told);
      expect(beyond(told, mayKnow(who, [...held.texts]))).toEqual([]);
      if (name === 'ann') expect([...told].filter((text) => text.includes(SECRET))).toEqual([]);
      expect(await imagesFor(who)).toEqual(new Set(held.images));
    },
  );

  it('tells those who oversee everything but what they have yet to answer, and that once they have', async () => {
    const { cara, eve, rex } = book.devices;
    const everything = await book.stored();
    const ofAll = everything.filter(({ audience }) => audience === null);
    expect(keys((await pullAll(eve)).documents)).toEqual(keys(ofAll));
    expect(await imagesFor(eve)).toContain(book.picture);
    const may = (who: Device, hidden: readonly string[], among: readonly HubDocument[]): string[] =>
      keys(
        among.filter(({ table, item, person, audience }) =>
          audience === null
            ? item === null ||
              !hidden.includes(item) ||
              (person === who.account.person && table === 'assignment')
            : audience === who.account.person,
        ),
      );
    const all = [...book.items, book.question];
    for (const who of [cara, rex]) {
      const { documents } = await pullAll(who);
      expect(keys(documents)).toEqual(may(who, all, everything));
      expect(JSON.stringify(documents)).not.toContain(SECRET);
      expect(await imagesFor(who)).not.toContain(book.picture);
    }
    // Long afterwards, one answer.
    let { cursor } = await pullAll(rex);
    for (let count = 0; count < 3; count += 1) {
      await push(eve, [document('item', itemRow(v7()))]);
      ({ cursor } = await pullAll(rex, cursor));
    }
    const [item = ''] = book.items;
    const own = everything.find(
      (each) => each.table === 'assignment' && each.item === item && each.person === book.people.rex,
    );
    const { row } = DocumentContent.parse(JSON.parse(own?.content ?? ''));
    const answers = await push(rex, [
      document('annotation', answerRow(item, book.people.rex)),
      document('assignment', { ...row, state: 'submitted' }),
    ]);
    expect(answers.map(({ answer }) => answer)).toEqual(['accepted', 'accepted']);
    const lifted = await pullAll(rex, cursor);
    const about = (await book.stored()).filter(
      (each) => each.audience === null && [item, book.question].includes(each.item ?? ''),
    );
    expect([...new Set(keys(lifted.documents))]).toEqual(keys(about));
    expect(about.length).toBeGreaterThan(12);
    expect((await pullAll(rex, lifted.cursor)).documents).toEqual([]);
    expect([...new Set(keys((await pullAll(rex)).documents))]).toEqual(
      may(rex, book.items.slice(1), await book.stored()),
    );
    expect(await imagesFor(rex)).toContain(book.picture);
  });

  it('does not tell by an answer whether somebody else has a row', async () => {
    const { ann } = book.devices;
    const theirs = (await book.stored()).find(
      ({ table, person }) => table === 'annotation' && person === book.people.bo,
    );
    const answers = await push(
      ann,
      [theirs?.id ?? '', v7()].map((id) =>
        document('annotation', answerRow(book.items[0] ?? '', book.people.ann, { id })),
      ),
    );
    expect(answers).toEqual([answers[1], { answer: 'accepted', reason: null }]);
  });

  it('gives a revoked device nothing from its next request on', async () => {
    const { ann, eve } = book.devices;
    expect((await pullAll(ann)).documents.length).toBeGreaterThan(0);
    const [sha256] = book.held.ann.images;
    expect((await ask(ann, 'GET', `/v1/images/${sha256 ?? ''}/0`)).status).toBe(200);
    await ask(eve, 'POST', '/v1/revocations', { device: ann.account.device });
    for (const [name, [path, body]] of Object.entries(requests(sha256))) {
      if (!/ \/v1\/(?!look|join)/u.test(name)) continue;
      const { status, text } = await ask(ann, name.split(' ')[0] ?? '', path, body);
      expect([name, status, JSON.parse(text)]).toEqual([
        name,
        403,
        { code: 'revoked', message: expect.any(String) },
      ]);
    }
  });
});
