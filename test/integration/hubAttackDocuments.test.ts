import * as fc from 'fast-check';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEPARATOR } from '../../electron/core/db/documents.ts';
import type { HubDocument } from '../../shared/hub/protocol.ts';
import { oddText } from '../helpers/arbitraries.ts';
import { noPostgres, startTestHub, type TestHub } from '../helpers/hub.ts';
import {
  answerRow,
  ask,
  assignmentRow,
  type Device,
  device,
  document,
  imageRow,
  itemRow,
  pullAll,
  push,
  sendImage,
  undisturbed,
} from '../helpers/hubRows.ts';
import { runs } from '../helpers/runs.ts';

describe.skipIf(noPostgres !== null)('what is pushed to a hub', () => {
  let hub: TestHub;
  let mara: Device;
  let rex: Device;
  let ann: Device;
  const item = v7();
  const assignment = v7();
  const accepted = { answer: 'accepted', reason: null };
  beforeAll(async () => {
    hub = await startTestHub();
    await undisturbed(hub);
    const { casebook } = await hub.founding('Base');
    mara = await device(hub, casebook, 'curator');
    rex = await device(hub, casebook, 'overseer');
    ann = await device(hub, casebook, 'annotator');
    const made = [
      document('item', itemRow(item)),
      document('item', itemRow(item), { audience: ann.account.person }),
      document('assignment', assignmentRow(item, ann.account.person, 'open', assignment)),
    ];
    expect(await push(mara, made)).toEqual([accepted, accepted, accepted]);
  });
  afterAll(() => hub[Symbol.asyncDispose]());

  it('refuses each document that is not what it says, and takes those beside it', async () => {
    const [sha256, missing] = [await sendImage(mara, [Buffer.from('an image')]), 'f'.repeat(64)];
    const [row, answer, image] = [itemRow(v7()), answerRow(item, mara.account.person), imageRow(sha256)];
    const fresh = String(row['id']);
    const shows = { item_id: fresh, position: 0, role: 'photo', name: 'photo', image_id: v7() };
    const region = { annotation_id: answer['id'], id: v7() };
    const ofImage = (of: typeof image, more: object = {}) =>
      document('image', of, {
        id: `${String(of['id'])}${SEPARATOR}${item}`,
        item,
        sha256: String(of['sha256']),
        ...more,
      });
    const gone = document('annotation', answer, { content: null });
    const cases: (readonly [string | null, HubDocument])[] = [
      [null, document('item', row)],
      ['another key', document('item', row, { id: v7() })],
      ['another person', document('annotation', answer, { person: ann.account.person })],
      ['another person', document('item', itemRow(v7()), { person: ann.account.person })],
      ['another item', document('annotation', answer, { item: fresh })],
      ['another item', document('annotation', answer, { item: null })],
      ['another item', document('item', itemRow(v7()), { item })],
      ['another image', document('annotation', answer, { sha256 })],
      ['another image', ofImage(image, { sha256: missing })],
      ['another key', ofImage(image, { item: fresh })],
      ['another key', ofImage(image, { id: String(image['id']) })],
      ['Drafts stay', document('annotation', answerRow(item, mara.account.person, { state: 'draft' }))],
      ['unknown column', document('annotation', { ...answer, admin: 1 })],
      ['breaks a rule', document('annotation', { ...answer, round: -1 })],
      ['cannot be read', document('annotation', answer, { content: '[]' })],
      ['not JSON', document('annotation', answer, { content: '{' })],
      [
        'cannot be read',
        document('annotation', answer, { content: '['.repeat(500_000) + ']'.repeat(500_000) }),
      ],
      ['cannot keep', document('annotation', answer, { id: '\0' })],
      ['cannot keep', document('annotation', answer, { content: '{"\0":1}' })],
      ['do not belong', document('annotation', answer, { parts: { item_image: [] } })],
      [
        'belongs to another',
        document('annotation', answer, { parts: { region: [{ ...region, annotation_id: v7() }] } }),
      ],
      ['never removed', gone],
      ['does not know the item', document('annotation', answerRow(v7(), mara.account.person))],
      ['does not have this image', ofImage(imageRow(missing))],
      ['all images of this item', document('item', itemRow(fresh), { parts: { item_image: [shows] } })],
      [null, document('annotation', answer)],
      ['different version of this', document('annotation', { ...answer, active_ms: 2 })],
      [null, ofImage(image)],
    ];
    const answers = await push(
      mara,
      cases.map(([, made]) => made),
    );
    expect(answers.map(({ answer, reason }) => [answer, reason])).toEqual(
      cases.map(([reason]) =>
        reason === null ? ['accepted', null] : ['refused', expect.stringContaining(reason)],
      ),
    );
    const again = await push(
      mara,
      cases.flatMap(([reason, made]) => (reason === null ? [made] : [])),
    );
    expect(again.map(({ answer }) => answer)).toEqual(['known', 'known', 'known']);
  });

  it('takes from somebody who annotates their own answers to what they were asked, and nothing else', async () => {
    const me = ann.account.person;
    const [others, unknown] = [v7(), v7()];
    await push(mara, [document('item', itemRow(others))]);
    const notAsked = 'The hub does not know of a request to them for this.';
    const response = { session_id: v7(), person_id: me, item_id: item };
    const cases: (readonly [string | null, HubDocument])[] = [
      [null, document('annotation', answerRow(item, me))],
      // The same words whether somebody else has the item or nobody.
      [notAsked, document('annotation', answerRow(others, me))],
      [notAsked, document('annotation', answerRow(unknown, me))],
      ['It is not from annotator', document('annotation', answerRow(item, rex.account.person))],
      ['It is not a rating', document('annotation', answerRow(item, me, { independent: 0 }))],
      [notAsked, document('assignment', assignmentRow(item, me, 'submitted'))],
      [notAsked, document('assignment', assignmentRow(others, me, 'submitted', assignment))],
      ['Only curators', document('item', itemRow(item))],
      ['Only curators', document('annotation', answerRow(item, me), { audience: me })],
      ['Only curators', document('assignment', assignmentRow(item, me), { content: null })],
      ['breaks a rule', document('response', { id: v7(), ...response })],
      [null, document('assignment', assignmentRow(item, me, 'open', assignment))],
    ];
    const answers = await push(
      ann,
      cases.map(([, made]) => made),
    );
    for (const [at, [reason]] of cases.entries())
      if (reason === null) expect(answers[at]?.answer).not.toBe('refused');
      else expect(answers[at]).toEqual({ answer: 'refused', reason: expect.stringContaining(reason) });
  });

  it('keeps what is prepared for a person in each of its states, also of rows that never change', async () => {
    const { person } = ann.account;
    const edition = {
      id: v7(),
      item_id: item,
      replaces: null,
      number: 2,
      before: '{}',
      payload: '{}',
      reason: '',
      annotation_id: null,
      person_id: person,
      created_at: 0,
    };
    const states = [edition, { ...edition, payload: '{"text":"asked more"}' }].map((row) =>
      document('edition', row, { audience: person, person: null }),
    );
    const removed = document('edition', edition, { audience: person, person: null, content: null });
    for (const state of [...states, removed]) expect(await push(mara, [state])).toEqual([accepted]);
    const { documents } = await pullAll(ann);
    expect(documents.filter(({ id }) => id === edition.id)).toEqual([...states, removed]);
  });

  it('shows an image only where its hash is right, and never what was added afterwards', async () => {
    const [content, upload] = [Buffer.from('the true image'), v7()];
    const sha256 = await sendImage(mara, [content.subarray(0, 4), Buffer.from('forged')]);
    const right = await sendImage(mara, [content]);
    const path = (of: string) => `/v1/images/${of}/${upload}`;
    const parts = async (of: string) => {
      const { status, headers, text } = await ask(mara, 'GET', `/v1/images/${of}/0`);
      return [status, headers.get('casebook-parts'), status === 200 ? text : ''];
    };
    const image = imageRow(right);
    const shown = { id: `${String(image['id'])}${SEPARATOR}${item}`, item, sha256: right };
    expect(await parts(right)).toEqual([403, null, '']);
    expect(await push(mara, [document('image', image, shown)])).toEqual([accepted]);
    expect(await parts(right)).toEqual([200, '1', content.toString()]);
    // Another content under its name, parts with a gap, somebody else's parts, and none at all.
    const [wrong, gap, empty] = [
      '1'.repeat(64),
      sha256,
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    ];
    await ask(mara, 'PUT', `${path(wrong)}/0`, content);
    await ask(mara, 'PUT', `${path(gap)}/1`, Buffer.from('forged'));
    await ask(rex, 'PUT', `${path(right)}/0`, content);
    for (const of of [wrong, gap, empty]) {
      expect(JSON.parse((await ask(mara, 'POST', `${path(of)}/complete`)).text)).toEqual({ complete: false });
      expect((await parts(of))[0]).toBe(403);
      const made = imageRow(of);
      const [answer] = await push(mara, [
        document('image', made, { ...shown, id: `${String(made['id'])}${SEPARATOR}${item}`, sha256: of }),
      ]);
      expect(answer?.answer).toBe(of === gap ? 'accepted' : 'refused');
    }
    const kept = v7();
    const late = await sendImage(mara, [Buffer.from('first'), Buffer.from('second')], kept);
    const lateImage = imageRow(late);
    await push(mara, [
      document('image', lateImage, {
        ...shown,
        id: `${String(lateImage['id'])}${SEPARATOR}${item}`,
        sha256: late,
      }),
    ]);
    await ask(mara, 'PUT', `/v1/images/${late}/${kept}/2`, Buffer.from('third'));
    await ask(mara, 'PUT', `/v1/images/${late}/${kept}/0`, Buffer.from('other'));
    expect(await parts(late)).toEqual([200, '2', 'first']);
    expect((await ask(mara, 'GET', `/v1/images/${late}/2`)).status).toBe(403);
  });

  it('answers whatever is pushed, and loses nothing that is beside it', async () => {
    const valid = document('annotation', answerRow(item, mara.account.person));
    const Odd = fc.record({
      key: fc.constantFrom(...Object.keys(valid)),
      value: fc.oneof(
        oddText,
        fc.constant(null),
        fc.constantFrom('item', 'meta', 'image', v7(), '{"row":{},"parts":{}}'),
        fc.json(),
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(Odd, { maxLength: 4 }), async (changes) => {
        const odd = { ...valid, ...Object.fromEntries(changes.map(({ key, value }) => [key, value])) };
        const beside = document('annotation', answerRow(item, mara.account.person));
        const { status, text } = await ask(mara, 'POST', '/v1/push', { documents: [odd, beside] });
        expect([200, 400]).toContain(status);
        if (status === 200) expect(JSON.parse(text)).toMatchObject({ answers: [{}, accepted] });
      }),
      { numRuns: runs(300) },
    );
  });
});
