import { describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { regionsOf, answerOf } from '../../shared/domain/document.ts';
import type { FieldDecision } from '../../shared/contract/adjudications.ts';
import type { ItemId } from '../../shared/base/ids.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { firsts, present } from '../helpers/present.ts';
import type { Drawn, Window } from '../helpers/raters.ts';
import { TASK, edit, raters, written } from '../helpers/raters.ts';

const clues = [{ id: 'clue-1', text: 'A second glass', deterministic: true }];
const hotel = { triage: 'keep', label: true, scene: 'hotel', partner: 'boyfriend', clues };
const dining = { ...hotel, scene: 'dining' };

type Team = Awaited<ReturnType<typeof raters>>;
type Item = Team['items'][number];

/** What one rater fills in and draws. */
type Answer = readonly [fields: JsonObject, boxes?: Drawn[]];

/** Bo, Cy and Di answer the same item: fields and boxes of each, in this order. */
async function rated(team: Team, item: Item, answers: readonly Answer[]) {
  const people = [team.bo, team.cy, team.di].slice(0, answers.length);
  await team.assign(
    people.map(({ id }) => id),
    1,
    [item.id],
  );
  for (const [at, { window }] of people.entries()) {
    const [fields, boxes] = answers[at] ?? [{}];
    await team.answer(window, item, fields, boxes);
  }
}

const one = ({ items }: Team): Item => present(items[0]);

/** Opens a case, fills in fields and boxes, and decides. */
async function decide(
  team: Team,
  window: Window,
  item: Item,
  fields: JsonObject,
  boxes: readonly Drawn[] = [],
  named: readonly string[] = Object.keys(fields),
) {
  team.wait(1000);
  const { document } = await window.adjudications.open({ itemId: item.id, task: TASK });
  const at = { itemId: item.id, task: TASK, round: document.round };
  const revision = await edit(
    window,
    at,
    document.revision,
    document.records,
    written(document.records, fields, item.imageId, boxes),
  );
  return window.adjudications.decide({
    ...at,
    revision,
    fields: Object.fromEntries(named.map((field) => [field, { how: 'written' as const, columns: [] }])),
    cause: 'slip',
    note: 'A lobby is part of the hotel.',
  });
}

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
  it('is not found by who was given it, before it is decided, by those who only decide', async () => {
    await using team = await raters(1);
    const item = one(team);
    await rated(team, item, [[hotel], [dining]]);
    const ofBo = {
      filter: { assignees: [team.bo.id] },
      sort: { by: 'imported', descending: false } as const,
      offset: 0,
      limit: 10,
    };
    expect((await team.ed.window.items.list(ofBo)).total).toBe(0);
    expect((await team.ana.window.items.list(ofBo)).total).toBe(1);
    await decide(team, team.ed.window, item, { scene: 'hotel' });
    expect((await team.ed.window.items.list(ofBo)).total).toBe(1);
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

describe('a decision', () => {
  it('is the item’s gold, with its source, how each field came about and why, in one line of the history', async () => {
    await using team = await raters(1);
    const item = one(team);
    await rated(team, item, [[hotel, [['clue-1', 100, 100, 200, 200]]], [dining]]);
    const { document, case: open } = await team.ed.window.adjudications.open({ itemId: item.id, task: TASK });
    const at = { itemId: item.id, task: TASK, round: 1 };
    const to = written(document.records, { scene: 'hotel' }, item.imageId, [['clue-1', 90, 90, 100, 100]]);
    const revision = await edit(team.ed.window, at, document.revision, document.records, to);
    const column = open.columns.find(({ answer }) => answer['scene'] === 'hotel')?.column ?? '';
    const { case: decided, next } = await team.ed.window.adjudications.decide({
      ...at,
      revision,
      fields: { scene: { how: 'accepted', columns: [column] }, clues: { how: 'written', columns: [] } },
      cause: 'guideline_gap',
      note: 'Lobbies.',
    });
    expect(next).toBeNull();
    expect(decided).toMatchObject({
      state: 'decided',
      decision: {
        person: 'ED the rater',
        cause: 'guideline_gap',
        note: 'Lobbies.',
        fields: { scene: { how: 'accepted', columns: [column] }, clues: { how: 'written', columns: [] } },
      },
      earlier: [],
    });
    expect(await team.itemStatus(item)).toMatchObject({
      ratings: 'decided',
      gold: 'adjudicated',
      payload: { label: true, scene: 'hotel', detm_cue: 'A second glass', unheard_of: { kept: [1] } },
    });
    const { events } = await team.rey.window.history.list({ itemId: item.id, kinds: ['decide'], limit: 10 });
    expect(events.map(({ summary, person }) => [summary, person])).toEqual([
      ['Decided between the raters: guideline gap', 'ed'],
    ]);
    // The Desk begins from it.
    const desk = await team.ana.window.annotations.open({ itemId: item.id, task: TASK });
    expect(regionsOf(desk.records).map(({ x }) => x)).toEqual([90]);
  });

  it('is refused, with nothing changed, where a disputed field is not accounted for or names nobody', async () => {
    await using team = await raters(1);
    const item = one(team);
    await rated(team, item, [[hotel], [{ ...dining, label: false, clues: [] }]]);
    const before = await team.itemStatus(item);
    await expect(decide(team, team.ed.window, item, { scene: 'hotel' })).rejects.toThrow(/"Clued"/u);
    const { document } = await team.ed.window.adjudications.open({ itemId: item.id, task: TASK });
    const call = {
      itemId: item.id,
      task: TASK,
      revision: document.revision,
      cause: 'slip',
      note: '',
    } as const;
    const label: FieldDecision = { how: 'written', columns: [] };
    const { decide: ask } = team.ed.window.adjudications;
    await expect(
      ask({ ...call, fields: { label, scene: { how: 'accepted', columns: [] } } }),
    ).rejects.toThrow(/whose/u);
    await expect(
      ask({ ...call, fields: { label, scene: { how: 'accepted', columns: ['Z'] } } }),
    ).rejects.toThrow(/column "Z"/u);
    await expect(ask({ ...call, fields: { label, scene: label, mood: label } })).rejects.toThrow(/"mood"/u);
    await expect(ask({ ...call, revision: 0, fields: { label, scene: label } })).rejects.toThrow(
      /Another window/u,
    );
    expect(await team.itemStatus(item)).toEqual(before);
  });

  it('is refused on answers that have changed since it was begun; opened again, it is theirs', async () => {
    await using team = await raters(1);
    const item = one(team);
    await rated(team, item, [[hotel], [dining]]);
    const key = { itemId: item.id, task: TASK };
    const { open, decide: ask, look } = team.ed.window.adjudications;
    const { document, case: begun } = await open(key);
    const columnOf = (columns: typeof begun.columns, scene: string): string =>
      columns.find(({ answer }) => answer['scene'] === scene)?.column ?? '';
    const call = { ...key, revision: document.revision, cause: 'slip', note: '' } as const;
    const accepted = (column: string): Record<string, FieldDecision> => ({
      scene: { how: 'accepted', columns: [column] },
    });
    // The two swap their answers.
    await team.answer(team.bo.window, item, dining);
    await team.answer(team.cy.window, item, hotel);
    const before = await team.itemStatus(item);
    await expect(ask({ ...call, fields: accepted(columnOf(begun.columns, 'hotel')) })).rejects.toThrow(
      /arrived or changed after you opened it/u,
    );
    expect(await team.itemStatus(item)).toEqual(before);
    expect((await look(key)).decision).toBeNull();
    const { document: again, case: now } = await open(key);
    const column = columnOf(now.columns, 'hotel');
    const { case: decided } = await ask({ ...call, revision: again.revision, fields: accepted(column) });
    expect(decided.decision?.fields['scene']).toEqual({ how: 'accepted', columns: [column] });
    expect(decided.columns.find((each) => each.column === column)?.rater?.handle).toBe('cy');
  });

  it('puts what an adjudicator had begun as a rater into the history', async () => {
    await using team = await raters(1);
    const item = one(team);
    const key = { itemId: item.id, task: TASK };
    await team.assign([team.bo.id, team.cy.id, team.flo.id]);
    const { records, revision } = await team.flo.window.annotations.open(key);
    const to = written(records, { claim: 'Begun and left' }, item.imageId, []);
    await edit(team.flo.window, { ...key, round: 1 }, revision, records, to);
    await team.flo.window.annotations.skip({ ...key, reason: 'Too dark.' });
    await team.answer(team.bo.window, item, hotel);
    await team.answer(team.cy.window, item, dining);
    const { document } = await team.flo.window.adjudications.open(key);
    expect(answerOf(document.records)['claim']).not.toBe('Begun and left');
    const { events } = await team.rey.window.history.list({ itemId: item.id, kinds: ['begin'], limit: 1 });
    expect(events[0]?.changes).toContainEqual(
      expect.objectContaining({ field: 'Claim question', from: 'Begun and left' }),
    );
  });

  it('is taken back, by another adjudicator too, and decided anew; both stay in sight', async () => {
    await using team = await raters(1);
    const item = one(team);
    await rated(team, item, [[hotel], [dining]]);
    const disputed = await team.itemStatus(item);
    await decide(team, team.ed.window, item, { scene: 'hotel' });
    const key = { itemId: item.id, task: TASK };
    team.wait(1000);
    const reopened = await team.flo.window.adjudications.reopen({ ...key, note: 'It is a restaurant.' });
    expect(reopened).toMatchObject({
      state: 'disputed',
      decision: null,
      earlier: [
        { kind: 'reopening', person: 'FLO the rater', note: 'It is a restaurant.' },
        { kind: 'decision', person: 'ED the rater' },
      ],
    });
    expect(reopened.columns.map(({ rater }) => rater)).toEqual([null, null]);
    expect(await team.itemStatus(item)).toEqual(disputed);
    await expect(team.flo.window.adjudications.reopen({ ...key, note: '' })).rejects.toThrow(/no decision/u);
    // The first adjudicator goes on where they were, as after an undo.
    const own = await team.ed.window.adjudications.open(key);
    expect(answerOf(own.document.records)['scene']).toBe('hotel');
    await team.ed.window.adjudications.release(key);
    const { case: again } = await decide(team, team.flo.window, item, { scene: 'dining' });
    expect(again.decision?.person).toBe('FLO the rater');
    expect(again.earlier).toHaveLength(2);
    expect(await team.itemStatus(item)).toMatchObject({ gold: 'adjudicated', payload: { scene: 'dining' } });
  });

  it('can go against raters who agree, and against an earlier decision', async () => {
    await using team = await raters(1);
    const item = one(team);
    await rated(team, item, [[hotel], [hotel]]);
    await decide(team, team.ed.window, item, { scene: 'dining' });
    expect(await team.itemStatus(item)).toMatchObject({ gold: 'adjudicated', payload: { scene: 'dining' } });
    await decide(team, team.flo.window, item, { scene: 'hotel' });
    expect(await team.itemStatus(item)).toMatchObject({ gold: 'adjudicated', payload: { scene: 'hotel' } });
    team.wait(1000);
    await team.ed.window.adjudications.reopen({ itemId: item.id, task: TASK, note: '' });
    expect(await team.itemStatus(item)).toMatchObject({ ratings: 'unanimous', gold: 'unanimous' });
  });

  it('of somebody who rated the item leaves their rating as it is', async () => {
    await using team = await raters(1);
    await team.ana.window.casebooks.saveSettings({ decideOwn: true });
    const item = one(team);
    await team.assign([team.bo.id, team.flo.id]);
    await team.answer(team.bo.window, item, hotel);
    await team.answer(team.flo.window, item, dining);
    const { case: open, document } = await team.flo.window.adjudications.open({
      itemId: item.id,
      task: TASK,
    });
    expect(answerOf(document.records)['scene']).toBeNull();
    expect(document).toMatchObject({ independent: false, canUndo: false, version: 2 });
    const { case: decided } = await decide(team, team.flo.window, item, { scene: 'hotel' });
    expect(decided.columns.map(({ answer }) => answer)).toEqual(open.columns.map(({ answer }) => answer));
    expect(decided.columns.find(({ rater }) => rater?.handle === 'flo')?.answer['scene']).toBe('dining');
  });

  it('is begun over what its adjudicator had left unsubmitted of their own answer, which stays in the history', async () => {
    await using team = await raters(1);
    await team.ana.window.casebooks.saveSettings({ decideOwn: true });
    const item = one(team);
    await team.assign([team.bo.id, team.flo.id]);
    await team.answer(team.flo.window, item, dining);
    const own = await team.flo.window.annotations.open({ itemId: item.id, task: TASK });
    const at = { itemId: item.id, task: TASK, round: 1 };
    const to = written(own.records, { scene: 'karaoke bar' }, item.imageId, [['clue-1', 1, 1, 9, 9]]);
    const stale = await edit(team.flo.window, at, own.revision, own.records, to);
    await team.answer(team.bo.window, item, hotel);
    const { document } = await team.flo.window.adjudications.open({ itemId: item.id, task: TASK });
    expect(answerOf(document.records)).toMatchObject({ scene: null, partner: 'boyfriend' });
    expect(regionsOf(document.records)).toEqual([]);
    expect(document).toMatchObject({ independent: false, canUndo: false });
    await expect(edit(team.flo.window, at, stale, to, document.records)).rejects.toThrow(/Another window/u);
    const { case: decided } = await decide(team, team.flo.window, item, { scene: 'hotel' });
    expect(decided.columns.find(({ rater }) => rater?.handle === 'flo')?.answer['scene']).toBe('dining');
    const { events } = await team.flo.window.history.list({ itemId: item.id, kinds: ['edit'], limit: 20 });
    expect(JSON.stringify(events)).toContain('karaoke bar');
  });

  it('resolves two that exclude each other since casebooks were merged', async () => {
    await using team = await raters(1);
    const item = one(team);
    await rated(team, item, [[hotel], [dining]]);
    await decide(team, team.ed.window, item, { scene: 'hotel' });
    // What a merge brings: a decision that Flo made in a copy which did not know of Ed's.
    const annotation = v7();
    const insert = team.database.prepare<(string | number)[]>(
      `INSERT INTO annotation (id, item_id, item_revision, task, round, person_id, version, state, payload, revision, created_at, updated_at, submitted_at)
       SELECT ?, item_id, 1, task, round, ?, 1, 'submitted', json_set(payload, '$.scene', 'dining'), 0, 1, 1, 1
       FROM annotation WHERE item_id = ? AND person_id = ?`,
    );
    team.database.transaction(() => {
      insert.run(annotation, team.flo.id, item.id, team.ed.id);
      team.database
        .prepare<(string | number)[]>(
          `INSERT INTO adjudication (id, item_id, task, round, kind, annotation_id, fields, cause, note, person_id, created_at)
           VALUES (?, ?, ?, 1, 'decision', ?, '{}', 'other', 'Flo, elsewhere.', ?, 1)`,
        )
        .run(v7(), item.id, TASK, annotation, team.flo.id);
      team.core.services().casebook.derived.recompute.recompute(item.id, TASK, null);
    })();
    const { look, queue } = team.ed.window.adjudications;
    const conflict = await look({ itemId: item.id, task: TASK });
    expect(conflict).toMatchObject({ state: 'conflict', decision: null });
    // An adjudicator who decides between them does not learn from their notes what they were.
    expect(conflict.earlier.map(({ person, note }) => [person, note])).toEqual([
      ['ED the rater', ''],
      ['FLO the rater', ''],
    ]);
    expect(await team.itemStatus(item)).toMatchObject({
      ratings: 'conflict',
      gold: null,
      status: 'in_review',
    });
    expect((await queue({ filter: { state: ['conflict'] }, offset: 0, limit: 10 })).total).toBe(1);
    const { case: decided } = await decide(team, team.flo.window, item, { scene: 'hotel' });
    expect(decided).toMatchObject({ state: 'decided', decision: { person: 'FLO the rater' } });
    expect(decided.earlier.map(({ note }) => note)).toContain('Flo, elsewhere.');
    expect(await team.itemStatus(item)).toMatchObject({ gold: 'adjudicated', payload: { scene: 'hotel' } });
    team.wait(1000);
    expect(
      await team.ed.window.adjudications.reopen({ itemId: item.id, task: TASK, note: '' }),
    ).toMatchObject({
      state: 'disputed',
    });
  });
});

describe('unanimous items', () => {
  it('are accepted in bulk where they break no rule; what is disputed or discarded is not', async () => {
    await using team = await raters(4);
    const [good, broken, disputed, discarded] = firsts(team.items, 4);
    const sound = {
      triage: 'keep',
      label: false,
      scene: 'hotel',
      partner: 'boyfriend',
      claim: 'My boyfriend says that he is alone at the hotel. Is he lying?',
      noPersonalInformation: true,
    };
    await rated(team, good, [[sound], [sound]]);
    await rated(team, broken, [[hotel], [hotel]]);
    await rated(team, disputed, [[hotel], [dining]]);
    const discard = { triage: 'discard', discardReason: 'Blurred.' };
    await rated(team, discarded, [[discard], [discard]]);
    expect((await team.ed.window.adjudications.counts({ task: TASK })).acceptable).toBe(2);
    const named = await team.ed.window.adjudications.acceptUnanimous({ task: TASK, items: [disputed.id] });
    expect(named).toMatchObject({
      changed: 0,
      refused: [
        { item: expect.stringMatching(/^Case \d{6}$/u), reason: expect.stringMatching(/not unanimous/u) },
      ],
    });
    expect(await team.ed.window.adjudications.acceptance({ task: TASK })).toEqual({
      acceptable: [good.id],
      unsigned: [],
      broken: [{ item: 'true_images/true_2.png', reason: expect.stringMatching(/Sign off.*|claim/u) }],
    });
    const result = await team.ed.window.adjudications.acceptUnanimous({ task: TASK });
    expect(result.changed).toBe(1);
    expect(result.refused).toEqual([
      { item: 'true_images/true_2.png', reason: expect.stringMatching(/Sign off/u) },
    ]);
    expect((await team.itemStatus(good)).status).toBe('accepted');
    expect((await team.itemStatus(discarded)).status).toBe('rejected');
    expect((await team.ed.window.adjudications.counts({ task: TASK })).acceptable).toBe(1);
  });
});

describe('unanimous items that only lack a sign-off', () => {
  it('are counted apart, signed off on somebody’s word, and accepted then', async () => {
    await using team = await raters(2);
    for (const item of team.items) {
      await team.assign([team.bo.id, team.cy.id], 1, [item.id], 'label-and-boxes');
      for (const { window } of [team.bo, team.cy]) await team.answer(window, item, { label: false });
    }
    const [first, second] = firsts(
      team.items.map(({ id }) => id),
      2,
    );
    const { acceptance, acceptUnanimous } = team.ed.window.adjudications;
    expect(await acceptance({ task: TASK })).toEqual({
      acceptable: [],
      unsigned: [first, second],
      broken: [],
    });
    const filter = { ratings: ['unanimous' as const] };
    expect(await team.ana.window.items.acceptance({ filter })).toMatchObject({ unsigned: [first, second] });
    const vouchedBy = 'The authors of the set';
    const reports = await team.ana.window.annotations.signOffMany({ items: { ids: [first] }, vouchedBy });
    for await (const report of reports)
      if (report.type === 'result') expect(report.result).toEqual({ changed: 1, refused: [] });
    expect(await acceptance({ task: TASK })).toEqual({
      acceptable: [first],
      unsigned: [second],
      broken: [],
    });
    const { events } = await team.ana.window.history.list({ itemId: first, kinds: ['submit'], limit: 1 });
    expect(events[0]?.summary).toBe('Signed the images off on the word of The authors of the set');
    expect(await acceptUnanimous({ task: TASK, items: [first] })).toEqual({ changed: 1, refused: [] });
    expect(await acceptance({ task: TASK })).toMatchObject({ acceptable: [], unsigned: [second] });
  });
});
