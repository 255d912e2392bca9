import { rmSync } from 'node:fs';
import { isContractProcedure } from '@orpc/contract';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TableName, tablesWhere } from '../../electron/core/db/schema.ts';
import { serveImage } from '../../electron/hosts/imageResponse.ts';
import { contract } from '../../shared/contract/index.ts';
import type { ItemFilter } from '../../shared/contract/items.ts';
import { answer, assignItems, clientAs, SECRET, submit } from '../helpers/blindCasebook.ts';
import { present } from '../helpers/present.ts';
import {
  giveaways,
  imported,
  learned,
  page,
  READING,
  refusal,
  secrets,
  task,
} from '../helpers/blindingCalls.ts';

/** The tables for nobody's eyes before their own answer in which this casebook holds no secret, and why none is needed. */
const SWEPT_ELSEWHERE: Readonly<Partial<Record<TableName, string>>> = {
  adjudication: 'ownCases.test.ts: who has yet to decide a case, or to answer its item',
  edition: 'editions.test.ts: a fixed item is asked again blank and blind',
  event_item: 'holds no text: only which item an event is about',
  judge_call:
    'judgeRunsContract.test.ts and judging.test.ts: calls are for curators, after their own verdict',
  merge_conflict: 'mergeConflicts.test.ts: told without names and judgements',
  rating_state: 'holds no text of anybody: adjudications.test.ts looks after its queue',
  validation_state: 'funnel.test.ts: tells nobody of items that they have yet to answer',
  verdict_decision: 'verdicts.test.ts: hidden until one has judged oneself',
  verdict_state: 'verdicts.test.ts and verdictAgreement.test.ts: neither the case nor the figures',
};

/**
 * What only writes, or reads files that lie open to anybody who names them; what comes back is covered by what reads.
 * Anybody who may export may read the file that they wrote: that is for curators, and said of them in a test below.
 */
const WRITING: ReadonlySet<string> = new Set([
  'application.saveSettings',
  'application.recentPicture',
  'application.forgetRecent',
  'application.choosePath',
  'application.stage',
  'application.reportError',
  'casebooks.create',
  'casebooks.open',
  'casebooks.openSample',
  'casebooks.openPackage',
  'casebooks.close',
  'casebooks.rename',
  'casebooks.saveVocabulary',
  'casebooks.saveSettings',
  'casebooks.backup',
  'casebooks.restore',
  'items.setStatus',
  'items.tag',
  'items.setSplit',
  'items.divide',
  'items.delete',
  'items.saveViews',
  'images.derive',
  'images.add',
  'annotations.edit',
  'annotations.undo',
  'annotations.redo',
  'annotations.submit',
  'annotations.restore',
  'annotations.skip',
  'importExport.recognise',
  'importExport.import',
  'importExport.export',
  'importExport.attach',
  'history.undo',
  'history.undoOfMany',
  'people.add',
  'people.update',
  'people.setAside',
  'items.setStatusOfMany',
  'annotations.signOffMany',
  'comments.add',
  'comments.resolve',
  'comments.remove',
  'people.workAs',
  'assignments.assign',
  'assignments.withdraw',
  'adjudications.release',
  'adjudications.decide',
  'adjudications.reopen',
  'adjudications.acceptUnanimous',
  'guidelines.add',
  'guidelines.remove',
  // What a hub tells of others is swept in hubBlinding.test.ts.
  'hub.dismiss',
  'hub.markEarlier',
  'hub.include',
  'hub.look',
  'hub.connect',
  'hub.join',
  'hub.exchange',
  'hub.pause',
  'hub.disconnect',
  'hub.invite',
  'hub.people',
  'hub.revoke',
  'merging.package',
  'merging.merge',
  'merging.resolve',
  'judgeRuns.enable',
  'judgeRuns.test',
  'judgeRuns.saveKey',
  'judgeRuns.start',
  'judgeRuns.resume',
  'judgeRuns.stop',
  'judging.assign',
  'judging.withdraw',
  'judging.give',
  'judging.skip',
  'validation.fix',
  'verdicts.decide',
  'verdicts.decideAll',
  'verdicts.reopen',
  'metrics.saveParameters',
  'imageGeneration.previewWords',
  'imageGeneration.words',
  'imageGeneration.variants',
  'querySets.build',
  'querySets.add',
  'studies.save',
  'studies.open',
  'studies.close',
  'studies.reopen',
  'studies.remove',
  'studies.enrol',
  'studies.enrolNew',
  'studies.unenrol',
  'studies.exclude',
  'studies.erase',
  'studies.include',
  'studies.link',
  'studies.tryOut',
  'studies.report',
  'studySessions.consent',
  'studySessions.proceed',
  'studySessions.answer',
  'studySessions.keep',
  'studySessions.back',
  'studySessions.present',
  'studySessions.withdraw',
  // What a browser gets that came by a study link: hostAttack.test.ts.
  'arrivals.look',
  'arrivals.consent',
  'arrivals.screen',
  'arrivals.begin',
  'recruitment.save',
  'recruitment.renewLink',
  'recruitment.releaseCrowd',
  'recruitment.panelStatus',
  'recruitment.forgetIds',
  'webAccess.invite',
  'webAccess.revoke',
  'webAccess.signOut',
]);

/** The names of all procedures of the contract. */
function procedures(router: object, prefix = ''): string[] {
  return Object.entries(router).flatMap(([name, each]: [string, object]) =>
    isContractProcedure(each) ? [`${prefix}${name}`] : procedures(each, `${prefix}${name}.`),
  );
}

it('is said of every procedure how it could give something away', () => {
  const said = new Set([...Object.keys(READING), ...WRITING]);
  expect(procedures(contract).filter((name) => !said.has(name))).toEqual([]);
});

describe('an answer that is outstanding', () => {
  let book: Awaited<ReturnType<typeof secrets>>;
  beforeAll(async () => {
    book = await secrets();
  });
  afterAll(async () => {
    await book[Symbol.asyncDispose]();
  });

  it('is given away to somebody who is not asked for one: what the sweep looks for is there to be found', async () => {
    const told = giveaways(await learned(await clientAs(book.core, book.people.eve), book));
    for (const name of [
      'items.list',
      'items.counts',
      'items.get',
      'items.neighbours',
      'images.get',
      'images.similar',
      'annotations.open',
      'history.list',
      'comments.list',
      'health.report',
      'verdicts.queue',
      'verdicts.case',
    ])
      expect(told).toContain(name);
  });

  it('would be helped by every table that is not for them yet: each holds a secret, or is swept elsewhere', () => {
    const { database } = book.core.services().casebook;
    const holdsSecret = (name: TableName): boolean => {
      // An index of words gives none of its texts back.
      if (name === 'item_text')
        return database.prepare('SELECT 1 FROM item_text WHERE item_text MATCH ?').get(SECRET) !== undefined;
      return database
        .prepare<[], unknown[]>(`SELECT * FROM ${name}`)
        .raw()
        .all()
        .some((row) => row.some((value) => typeof value === 'string' && value.includes(SECRET)));
    };
    const unplanted = tablesWhere(({ eyes }, name) => eyes === 'afterOwnAnswer' && !holdsSecret(name));
    expect(unplanted.sort()).toEqual(Object.keys(SWEPT_ELSEWHERE).sort());
  });

  it.each(['ann', 'rex', 'cara'] as const)('is not helped by anything that %s can ask', async (name) => {
    expect(giveaways(await learned(await clientAs(book.core, book.people[name]), book))).toEqual([]);
  });

  it('stays unhelped after it was given: a rater sees their own, a second round nothing of the first', async () => {
    await using own = await secrets();
    const first = present(own.items[0]);
    const ann = await clientAs(own.core, own.people.ann);
    await answer(ann, first, { label: true, claim: 'An own claim' });
    await submit(ann, first);
    expect(giveaways(await learned(ann, own))).toEqual([]);
    const mine = present((await ann.annotations.versions({ itemId: first, task }))[0]);
    expect(mine).toMatchObject({ person: 'ann', version: 1, state: 'submitted', isGold: false });

    assignItems(own.core, [first], [own.people.ann], 2);
    const document = await ann.annotations.open({ itemId: first, task });
    expect(document).toMatchObject({ round: 2, version: 0, state: null, canUndo: false, independent: true });
    expect(document.records['field:claim']).toMatchObject({ value: '' });
    expect(await ann.annotations.versions({ itemId: first, task })).toEqual([]);
    expect(await refusal(ann.annotations.version({ id: mine.id }))).toBe('not_found');
    expect((await ann.history.list({ itemId: first, limit: 10 })).events).toEqual([]);
    expect(giveaways(await learned(ann, own))).toEqual([]);
    const again = [...(await learned(ann, own)).values()].some((text) => text.includes('An own claim'));
    expect(again).toBe(false);
  });

  it('shows a rater no item but their own', async () => {
    await using own = await secrets();
    const [first, ...others] = own.items;
    if (first === undefined) throw new Error('There are no items.');
    const dan = own.core.services().people.add({ handle: 'dan', name: '', roles: ['annotator'] }, null);
    assignItems(own.core, [first], [dan.id], 1);
    const client = await clientAs(own.core, dan.id);
    const { rows, total } = await client.items.list({ filter: {}, sort: imported, ...page });
    expect([rows.map(({ id }) => id), total]).toEqual([[first], 1]);
    expect((await client.items.counts({ filter: {} })).total).toBe(1);
    expect((await client.images.get({ ids: [...own.images] })).map(({ id }) => id)).toEqual([own.images[0]]);
    for (const id of others) {
      expect(await refusal(client.items.get({ id }))).toBe('forbidden');
      expect(await refusal(client.annotations.open({ itemId: id, task }))).toBe('forbidden');
      expect(await refusal(client.annotations.versions({ itemId: id, task }))).toBe('forbidden');
      expect(await refusal(client.annotations.skip({ itemId: id, task, reason: 'x' }))).toBe('forbidden');
      expect(await refusal(client.images.similar({ itemId: id }))).toBe('forbidden');
      const edit = { itemId: id, task, revision: 0, mark: 'm', activeMilliseconds: 0 };
      const diff = { added: {}, updated: {}, removed: {} };
      expect(await refusal(client.annotations.edit({ ...edit, diff }))).toBe('forbidden');
    }
  });

  it('has a neutral row, whatever the item holds', async () => {
    const ann = await clientAs(book.core, book.people.ann);
    const { rows } = await ann.items.list({
      filter: {},
      sort: { by: 'assignment', descending: false },
      ...page,
    });
    expect(rows).toMatchObject(
      book.items.map((id, position) => ({
        id,
        externalId: `Item ${String(position + 1)}`,
        title: `Item ${String(position + 1)}`,
        label: null,
        status: 'draft',
        goldSource: null,
        tags: [],
        facets: {},
        boxes: 0,
        unsubmitted: false,
        assignees: ['ann'],
        assignment: { task, round: 1, position, state: 'open' },
        ratings: null,
        blind: true,
      })),
    );
    const { images, payload, revision } = await ann.items.get({ id: present(rows[0]?.id ?? book.items[0]) });
    expect([images.map(({ name }) => name), payload, revision]).toEqual([['image 1'], {}, 1]);
  });

  const filters: [string, ItemFilter][] = [
    ['text', { text: SECRET }],
    ['status', { status: ['in_review'] }],
    ['label', { label: ['clued', 'unclued', null] }],
    ['facets', { facets: { scene: [`${SECRET} scene`] } }],
    ['tags', { tags: [`${SECRET} tag`] }],
    ['boxes', { boxes: 'some' }],
    ['no boxes', { boxes: 'none' }],
    ['unsubmitted', { unsubmitted: true }],
    ['submitted', { unsubmitted: false }],
    ['ratings', { ratings: ['waiting', 'single', 'unanimous', 'disputed', 'decided', 'conflict'] }],
  ];
  it.each(filters)('cannot be felt out by the filter: %s', async (_name, filter) => {
    for (const name of ['rex', 'cara'] as const) {
      const client = await clientAs(book.core, book.people[name]);
      expect(await client.items.list({ filter, sort: imported, ...page })).toEqual({ total: 0, rows: [] });
      const counts = await client.items.counts({ filter });
      expect(counts).toMatchObject({ status: [], label: [], tags: [], unsubmitted: 0, total: 0 });
      const near = await client.items.neighbours({
        id: present(book.items[0]),
        filter,
        sort: imported,
        around: 3,
      });
      expect(near).toMatchObject({ position: null, total: 0, rows: [] });
    }
    const ann = await clientAs(book.core, book.people.ann);
    expect(await refusal(ann.items.list({ filter, sort: imported, ...page }))).toBe('forbidden');
    expect(await refusal(ann.items.counts({ filter }))).toBe('forbidden');
    const id = present(book.items[0]);
    expect(await refusal(ann.items.neighbours({ id, filter, sort: imported, around: 3 }))).toBe('forbidden');
  });

  it.each(['label', 'title', 'status', 'externalId', 'updated'] as const)(
    'cannot be felt out by the order: %s',
    async (by) => {
      for (const name of ['rex', 'cara'] as const) {
        const client = await clientAs(book.core, book.people[name]);
        for (const descending of [false, true]) {
          const { rows } = await client.items.list({ filter: {}, sort: { by, descending }, ...page });
          const ids = rows.map(({ id }) => id);
          expect(descending ? ids.toReversed() : ids).toEqual(book.items);
        }
      }
      const ann = await clientAs(book.core, book.people.ann);
      const sorted = ann.items.list({ filter: {}, sort: { by, descending: false }, ...page });
      expect(await refusal(sorted)).toBe('forbidden');
    },
  );

  it('cannot be felt out by who else is asked, or by bulk changes', async () => {
    const cara = await clientAs(book.core, book.people.cara);
    const byBo = { filter: { assignees: [book.people.bo] }, sort: imported, ...page };
    expect((await cara.items.list(byBo)).total).toBe(0);
    const own = { filter: { assignees: [book.people.cara] }, sort: imported, ...page };
    expect((await cara.items.list(own)).total).toBe(3);
    const changed = await cara.items.setStatus({ items: { ids: [...book.items] }, status: 'draft' });
    expect(changed).toEqual({
      changed: 0,
      refused: [1, 2, 3].map((number) => ({
        item: `Item ${String(number)}`,
        reason: 'You have not answered it yet.',
      })),
    });
    const tagged = await cara.items.tag({ items: { filter: {} }, add: [`${SECRET} tag`], remove: [] });
    expect(tagged.refused).toHaveLength(3);
  });

  it('is not given away by what merging left open, nor by resolving it', async () => {
    await using own = await secrets();
    const { casebook } = own.core.services();
    const side = (text: string) =>
      JSON.stringify({ externalId: text, payload: { scene: text }, imported: true, images: [] });
    for (const [index, item] of own.items.entries())
      casebook.database
        .prepare(
          "INSERT INTO merge_conflict (id, kind, item_id, summary, ours, theirs, source, found_at) VALUES (?, 'item', ?, 'Two texts.', ?, ?, 'other.casebook', ?)",
        )
        .run(v7(), item, side(SECRET), side('other'), index);
    const eve = await clientAs(own.core, own.people.eve);
    expect(JSON.stringify(await eve.merging.conflicts())).toContain(SECRET);
    const cara = await clientAs(own.core, own.people.cara);
    const before = await cara.merging.conflicts();
    expect(before).toMatchObject(
      [1, 2, 3].map((number) => ({ item: `Item ${String(number)}`, differences: [], sides: null })),
    );
    const left = await cara.merging.resolve({ id: present(before[0]?.id), choice: 'ours' });
    expect(left).toEqual(before.slice(1));
  });

  it('is not given away by what is refused to be accepted', async () => {
    const client = await clientAs(book.core, book.people.cara);
    const { changed, refused } = await client.adjudications.acceptUnanimous({ task, items: [...book.items] });
    expect([changed, refused.map(({ item }) => item)]).toEqual([0, ['Item 1', 'Item 2', 'Item 3']]);
  });

  it('is not given away by an image whose file is gone', async () => {
    await using own = await secrets();
    const { folders } = own.core.services().casebook;
    for (const folder of [folders.images, folders.thumbnails]) rmSync(folder, { recursive: true });
    for (const variant of ['full', 'thumbnail']) {
      const response = await serveImage(own.core, present(own.images[0]), variant, own.core.createSession());
      expect(response.status).toBe(404);
      expect(await response.text()).not.toContain(SECRET);
    }
  });

  it('cannot be felt out by the order of import: raters get the order of their own work', async () => {
    await using own = await secrets();
    const dan = own.core.services().people.add({ handle: 'dan', name: '', roles: ['annotator'] }, null);
    const order = own.items.toReversed();
    for (const item of order) assignItems(own.core, [item], [dan.id], 1);
    const client = await clientAs(own.core, dan.id);
    const { rows } = await client.items.list({ filter: {}, sort: imported, ...page });
    expect(rows.map(({ id }) => id)).toEqual(order);
  });

  it('is visible again to those who oversee once they have given it', async () => {
    await using own = await secrets();
    const first = present(own.items[0]);
    const cara = await clientAs(own.core, own.people.cara);
    await answer(cara, first, { label: true });
    await submit(cara, first);
    const { rows } = await cara.items.list({ filter: {}, sort: imported, ...page });
    expect(rows.map(({ blind }) => blind)).toEqual([false, true, true]);
    expect(rows[0]).toMatchObject({ tags: [`${SECRET} tag`], assignees: ['cara', 'ann', 'bo', 'rex'] });
    const found = await cara.items.list({ filter: { text: SECRET }, sort: imported, ...page });
    expect(found.rows.map(({ id }) => id)).toEqual([first]);
  });
});
