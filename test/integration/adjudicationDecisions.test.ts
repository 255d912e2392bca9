import { describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { answerOf, regionsOf } from '../../shared/domain/document.ts';
import type { FieldDecision } from '../../shared/contract/adjudications.ts';
import { firsts } from '../helpers/present.ts';
import { edit, raters, TASK, written } from '../helpers/raters.ts';
import { decide, dining, hotel, one, rated } from '../helpers/adjudicating.ts';

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
