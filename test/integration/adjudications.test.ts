import { describe, expect, it } from 'vitest';
import { answerOf, regionsOf } from '../../shared/domain/document.ts';
import type { FieldDecision } from '../../shared/contract/adjudications.ts';
import type { ItemFilter } from '../../shared/contract/items.ts';
import type { ItemId } from '../../shared/base/ids.ts';
import { firsts } from '../helpers/present.ts';
import { type Drawn, edit, raters, TASK, written } from '../helpers/raters.ts';
import { clues, decide, dining, hotel, one, rated, type Team } from '../helpers/adjudicating.ts';

/** Everything that could tell who rated an item or when. */
function identities(team: Team, itemId: ItemId): string[] {
  const people = [team.bo.id, team.cy.id, team.di.id, '"bo"', '"cy"', '"di"', 'BO the', 'CY the', 'DI the'];
  const rows = team.database
    .prepare<[string, string], string>(
      `SELECT id FROM annotation WHERE item_id = ? AND independent = 1
       UNION SELECT r.id FROM region r JOIN annotation a ON a.id = r.annotation_id WHERE a.item_id = ? AND a.independent = 1`,
    )
    .pluck()
    .all(itemId, itemId);
  return [...people, ...rows];
}

describe('the queue of disagreements', () => {
  it('holds what raters differ in, the most disputed first', async () => {
    await using team = await raters(4);
    const [little, much, later, agreed] = firsts(team.items, 4);
    await rated(team, agreed, [[hotel], [hotel], [hotel]]);
    // One of three pairs agrees: two thirds differ. With two raters all pairs do.
    await rated(team, little, [[hotel], [hotel], [dining]]);
    await rated(team, much, [[hotel], [dining]]);
    await rated(team, later, [[dining], [hotel]]);
    const { queue, counts } = team.ed.window.adjudications;
    const page = await queue({ filter: { state: ['disputed'] }, offset: 0, limit: 10 });
    expect(page.total).toBe(3);
    // Two that are equally disputed stand in no order that tells of them.
    const [first, second] = [much.id, later.id].toSorted((a, b) => (a.slice(-10) < b.slice(-10) ? -1 : 1));
    expect(page.rows.map(({ item }) => item.id)).toEqual([first, second, little.id]);
    expect(page.rows.map(({ disagreement }) => Math.round(disagreement * 1000) / 1000)).toEqual([
      1, 1, 0.667,
    ]);
    expect(page.rows[2]).toMatchObject({
      ratings: 3,
      state: 'disputed',
      fields: [{ field: 'scene', title: 'Scene' }],
      claim: null,
      decision: null,
    });
    expect(await queue({ filter: { state: ['disputed'] }, offset: 1, limit: 1 })).toMatchObject({
      total: 3,
      rows: [{ item: { id: second } }],
    });
    expect((await queue({ filter: { field: 'label' }, offset: 0, limit: 10 })).total).toBe(0);
    expect((await queue({ filter: { field: 'scene' }, offset: 0, limit: 10 })).total).toBe(3);
    expect(await counts({ task: TASK })).toEqual({
      states: { waiting: 0, single: 0, unanimous: 1, disputed: 3, decided: 0, conflict: 0 },
      acceptable: 1,
      barred: 0,
      acceptableBarred: 0,
      fields: [{ field: 'scene', title: 'Scene', items: 3 }],
      causes: [],
      earlierGold: { differs: 0, same: 0 },
    });
    await decide(team, team.ed.window, much, { scene: 'hotel' });
    expect(await counts({ task: TASK })).toMatchObject({
      states: { disputed: 2, decided: 1 },
      causes: [{ cause: 'slip', items: 1 }],
    });
    const decided = await queue({ filter: { cause: ['slip'] }, offset: 0, limit: 10 });
    expect(decided.rows.map(({ item, decision }) => [item.id, decision?.note])).toEqual([
      [much.id, 'A lobby is part of the hotel.'],
    ]);
    expect((await queue({ filter: { cause: ['other'] }, offset: 0, limit: 10 })).total).toBe(0);
  });

  it('begins with an item that differs in more fields; for one field, with the one that differs most in it', async () => {
    await using team = await raters(2);
    const [wholly, partly] = firsts(team.items, 2);
    const unclued = { label: false, clues: [] };
    // All of two pairs differ in one field; in two fields, two of three pairs.
    await rated(team, wholly, [[hotel], [dining]]);
    await rated(team, partly, [[hotel], [hotel], [{ ...dining, ...unclued }]]);
    const { queue } = team.ed.window.adjudications;
    const order = async (filter: { field?: string }) =>
      (await queue({ filter: { state: ['disputed'], ...filter }, offset: 0, limit: 10 })).rows.map(
        ({ item }) => item.id,
      );
    expect(await order({})).toEqual([partly.id, wholly.id]);
    expect(await order({ field: 'scene' })).toEqual([wholly.id, partly.id]);
  });

  it('leaves out what the adjudicator has yet to answer, and refuses to show it', async () => {
    await using team = await raters(1);
    const item = one(team);
    await rated(team, item, [[hotel], [dining]]);
    team.wait(1000);
    await team.assign([team.flo.id, team.bo.id], 2);
    const { queue, counts, look, open } = team.flo.window.adjudications;
    expect((await queue({ filter: {}, offset: 0, limit: 10 })).total).toBe(0);
    expect((await counts({ task: TASK })).states.waiting).toBe(0);
    await expect(look({ itemId: item.id, task: TASK })).rejects.toMatchObject({
      data: { code: 'forbidden' },
    });
    await expect(open({ itemId: item.id, task: TASK })).rejects.toMatchObject({
      data: { code: 'forbidden' },
    });
    expect((await team.ed.window.adjudications.queue({ filter: {}, offset: 0, limit: 10 })).total).toBe(1);
  });

  it('is for adjudicators; curators may look, nobody else', async () => {
    await using team = await raters(1);
    const item = one(team);
    await rated(team, item, [[hotel], [dining]]);
    const { id: gil } = await team.ana.window.people.add({ handle: 'gil', name: '', roles: ['curator'] });
    await team.rey.window.people.workAs({ id: gil });
    const curator = team.rey.window.adjudications;
    expect((await curator.queue({ filter: {}, offset: 0, limit: 10 })).total).toBe(1);
    expect((await curator.look({ itemId: item.id, task: TASK })).columns).toHaveLength(2);
    const refused = { data: { code: 'forbidden' } };
    await expect(curator.open({ itemId: item.id, task: TASK })).rejects.toMatchObject(refused);
    await expect(curator.acceptUnanimous({ task: TASK })).rejects.toMatchObject(refused);
    await expect(curator.reopen({ itemId: item.id, task: TASK, note: '' })).rejects.toMatchObject(refused);
    const annotator = team.bo.window.adjudications;
    await expect(annotator.queue({ filter: {}, offset: 0, limit: 10 })).rejects.toMatchObject(refused);
    await expect(annotator.counts({ task: TASK })).rejects.toMatchObject(refused);
    await expect(annotator.look({ itemId: item.id, task: TASK })).rejects.toMatchObject(refused);
  });
});

describe('a case', () => {
  it.each<[string, (team: Team) => ItemFilter]>([
    ['who was given it', ({ bo }) => ({ assignees: [bo.id] })],
    ['its label', () => ({ label: ['clued', 'unclued', null] })],
  ])('is not found by %s, before it is decided, by those who only decide', async (_by, filter) => {
    await using team = await raters(1);
    const item = one(team);
    await rated(team, item, [[hotel], [dining]]);
    const found = {
      filter: filter(team),
      sort: { by: 'imported', descending: false } as const,
      offset: 0,
      limit: 10,
    };
    expect((await team.ed.window.items.list(found)).total).toBe(0);
    expect((await team.ana.window.items.list(found)).total).toBe(1);
    await decide(team, team.ed.window, item, { scene: 'hotel' });
    expect((await team.ed.window.items.list(found)).total).toBe(1);
  });

  it('tells nobody who the raters are until it is decided, and then who is who', async () => {
    await using team = await raters(1);
    const item = one(team);
    const box: Drawn = ['clue-1', 100, 100, 200, 200];
    await rated(team, item, [
      [hotel, [box]],
      [dining, [box]],
      [hotel, []],
    ]);
    const { adjudications, annotations, history } = team.ed.window;
    const key = { itemId: item.id, task: TASK };
    // A curator who decides, too, knows whom the item was given to, but not from here.
    const curator = team.ana.window.adjudications;
    const seenByCurator = [
      await curator.queue({ filter: {}, offset: 0, limit: 10 }),
      await curator.open(key),
    ];
    await curator.release(key);
    const seen = [
      ...seenByCurator,
      await adjudications.queue({ filter: {}, offset: 0, limit: 10 }),
      await adjudications.look({ itemId: item.id, task: TASK }),
      await adjudications.open({ itemId: item.id, task: TASK }),
      await annotations.open({ itemId: item.id, task: TASK, round: 1 }),
      await annotations.versions({ itemId: item.id, task: TASK }),
      await history.list({ itemId: item.id, limit: 100 }),
      await history.list({ limit: 500, kinds: ['status', 'settle', 'submit', 'edit'] }),
    ].map((answer) => JSON.stringify(answer));
    for (const identity of identities(team, item.id)) {
      for (const text of seen) expect(text).not.toContain(identity);
    }
    const { case: decided } = await decide(
      team,
      team.ed.window,
      item,
      { scene: 'hotel' },
      [box],
      ['scene', 'clues'],
    );
    expect(new Set(decided.columns.map(({ rater }) => rater?.handle))).toEqual(new Set(['bo', 'cy', 'di']));
    const cy = decided.columns.find(({ rater }) => rater?.handle === 'cy');
    expect(cy?.answer['scene']).toBe('dining');
  });

  it('gives letters in an order of the item’s own, the same every time', async () => {
    await using team = await raters(16);
    const orders = new Set<string>();
    for (const item of team.items) {
      await rated(team, item, [
        [{ ...hotel, claim: 'Bo' }],
        [{ ...dining, claim: 'Cy' }],
        [{ ...hotel, claim: 'Di' }],
      ]);
      const look = await team.ed.window.adjudications.look({ itemId: item.id, task: TASK });
      expect(look.columns.map(({ column }) => column)).toEqual(['A', 'B', 'C']);
      orders.add(look.columns.map(({ answer }) => JSON.stringify(answer['claim'])).join(' '));
      expect(await team.flo.window.adjudications.look({ itemId: item.id, task: TASK })).toEqual(look);
    }
    expect(orders.size).toBeGreaterThan(1);
  });

  it('puts boxes about the same thing together, one a rater at most, with their mean', async () => {
    await using team = await raters(1);
    const item = one(team);
    await rated(team, item, [
      [
        hotel,
        [
          ['clue-1', 100, 100, 200, 200],
          ['clue-1', 600, 100, 100, 100],
        ],
      ],
      [
        hotel,
        [
          ['clue-1', 110, 100, 200, 200],
          ['clue-1', 140, 100, 200, 200],
        ],
      ],
      [hotel, [['clue-1', 120, 100, 200, 200]]],
    ]);
    const { clusters, fields } = await team.ed.window.adjudications.look({ itemId: item.id, task: TASK });
    const sizes = clusters.map(({ members }) => members.length).sort((a, b) => a - b);
    expect(sizes).toEqual([1, 1, 3]);
    for (const { members } of clusters) {
      expect(new Set(members.map(({ column }) => column)).size).toBe(members.length);
    }
    const largest = clusters.find(({ members }) => members.length === 3);
    // Boxes of the same size, 10 and 20 pixels apart: they share 190 of 210 and 180 of 220 pixels of width.
    expect(largest?.mean.x).toBeCloseTo(110, 9);
    expect(largest?.iou).toBeCloseTo((190 / 210 + 190 / 210 + 180 / 220) / 3, 9);
    expect(clusters.filter(({ members }) => members.length === 1).map(({ iou }) => iou)).toEqual([
      null,
      null,
    ]);
    // Of 3 pairs: 1 same of 4 boxes, 1 same of 3 boxes, 1 same of 3 boxes.
    const boxes = fields.find(({ field }) => field === 'clues');
    expect(boxes?.disagreement).toBeCloseTo((1 / 2 + 1 / 3 + 1 / 3) / 3, 9);
    expect(fields.find(({ field }) => field === 'claim')?.disagreement).toBeNull();
  });

  it('is begun with what nobody differs in, blank in the rest, boxes only where all agree on them', async () => {
    await using team = await raters(2);
    const [apart, together] = firsts(team.items, 2);
    await rated(team, apart, [
      [{ ...hotel, claim: 'One way.' }, [['clue-1', 100, 100, 200, 200]]],
      [{ ...dining, claim: 'Another.' }, [['clue-1', 600, 100, 200, 200]]],
    ]);
    await rated(team, together, [
      [hotel, [['clue-1', 100, 100, 200, 200]]],
      [dining, [['clue-1', 101, 100, 200, 200]]],
    ]);
    const { document } = await team.ed.window.adjudications.open({ itemId: apart.id, task: TASK });
    expect(document).toMatchObject({ independent: false, round: 1, state: 'draft', canUndo: false });
    expect(answerOf(document.records)).toMatchObject({
      triage: 'keep',
      label: true,
      partner: 'boyfriend',
      clues,
      scene: null,
      claim: '',
    });
    expect(regionsOf(document.records)).toEqual([]);
    const other = await team.ed.window.adjudications.open({ itemId: together.id, task: TASK });
    expect(regionsOf(other.document.records)).toHaveLength(1);
    expect(regionsOf(other.document.records)[0]).toMatchObject({ x: 100.5, width: 200 });
  });

  it('is edited, undone and redone like any answer, and the draft is there after giving it back', async () => {
    await using team = await raters(1);
    const item = one(team);
    await rated(team, item, [[hotel], [dining]]);
    const { adjudications, annotations } = team.ed.window;
    const { document } = await adjudications.open({ itemId: item.id, task: TASK });
    const at = { itemId: item.id, task: TASK, round: 1 };
    const to = written(document.records, { scene: 'hotel' }, item.imageId, []);
    const revision = await edit(team.ed.window, at, document.revision, document.records, to);
    const undone = await annotations.undo({ ...at, revision });
    expect(undone).toMatchObject({ canUndo: false, canRedo: true });
    await annotations.redo({ ...at, revision: undone.revision });
    await adjudications.release({ itemId: item.id, task: TASK });
    expect((await adjudications.look({ itemId: item.id, task: TASK })).claim).toBeNull();
    const again = await adjudications.open({ itemId: item.id, task: TASK });
    expect(answerOf(again.document.records)['scene']).toBe('hotel');
    // It is no rating, no matter who writes it.
    await expect(annotations.submit({ ...at, revision: again.document.revision })).rejects.toMatchObject({
      data: { code: 'conflict' },
    });
    expect((await adjudications.look({ itemId: item.id, task: TASK })).columns).toHaveLength(2);
  });

  it('is not begun while an answer is outstanding or where only one person answered', async () => {
    await using team = await raters(2);
    const [waiting, single] = firsts(team.items, 2);
    await team.assign([team.bo.id, team.cy.id], 1, [waiting.id]);
    await team.answer(team.bo.window, waiting, hotel);
    await rated(team, single, [[hotel]]);
    const { open, look } = team.ed.window.adjudications;
    await expect(open({ itemId: waiting.id, task: TASK })).rejects.toThrow(/not everybody/iu);
    await expect(open({ itemId: single.id, task: TASK })).rejects.toThrow(/only one person/iu);
    expect((await look({ itemId: waiting.id, task: TASK })).claim).toBeNull();
  });
});

describe('a claim', () => {
  it('keeps others away until the case is given back, decided, or left alone for half an hour', async () => {
    await using team = await raters(2);
    const [item, next] = firsts(team.items, 2);
    await rated(team, item, [[hotel], [dining]]);
    await rated(team, next, [[hotel], [dining]]);
    const key = { itemId: item.id, task: TASK };
    const [ed, flo] = [team.ed.window, team.flo.window];
    const { document, case: own } = await ed.adjudications.open(key);
    expect(own.claim).toMatchObject({ name: 'ED the rater', you: true });
    await expect(flo.adjudications.open(key)).rejects.toThrow(
      /ED the rater has been deciding .* since 5 Jan 2026/u,
    );
    const free = await flo.adjudications.queue({ filter: { unclaimed: true }, offset: 0, limit: 10 });
    expect(free.rows.map((row) => row.item.id)).toEqual([next.id]);
    const all = await flo.adjudications.queue({ filter: {}, offset: 0, limit: 10 });
    const claimed = all.rows.find((row) => row.item.id === item.id);
    expect(claimed?.claim).toMatchObject({ name: 'ED the rater', you: false });
    // Not one's own to give back.
    await flo.adjudications.release(key);
    await expect(flo.adjudications.open(key)).rejects.toThrow(/deciding/u);

    team.wait(29 * 60_000);
    const to = written(document.records, { scene: 'hotel' }, item.imageId, []);
    const revision = await edit(ed, { ...key, round: 1 }, document.revision, document.records, to);
    team.wait(29 * 60_000);
    await expect(flo.adjudications.open(key)).rejects.toThrow(/deciding/u);
    team.wait(60_000);
    expect((await flo.adjudications.open(key)).case.claim).toMatchObject({ you: true });
    const scene: FieldDecision = { how: 'written', columns: [] };
    const decision = { ...key, revision, fields: { scene } };
    await expect(ed.adjudications.decide({ ...decision, cause: 'slip', note: '' })).rejects.toThrow(
      /FLO the rater has been deciding/u,
    );
    await flo.adjudications.release(key);
    expect((await ed.adjudications.open(key)).document.revision).toBe(revision);
    const decided = await ed.adjudications.decide({ ...decision, cause: 'slip', note: '' });
    expect(decided.next).toBe(next.id);
    expect(decided.case.claim).toBeNull();
  });
});
