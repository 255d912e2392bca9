import { safe } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { ItemId } from '../../shared/base/ids.ts';
import { answerOf } from '../../shared/domain/document.ts';
import { present } from '../helpers/present.ts';
import { edit } from '../helpers/raters.ts';
import { filled, VALIDATE, type Validator, validators } from '../helpers/validators.ts';

const accept = { verdict: 'accept', reason: '' };
const fix = { verdict: 'fix', reason: 'the question is unclear' };
const question = 'What tells this specimen from all others?';

type Team = Awaited<ReturnType<typeof validators>>;

const one = ({ items }: Team): ItemId => present(items[0]);

/** The code and words that a call is refused with. */
async function refusal(call: Promise<unknown>): Promise<{ code: unknown; message: string }> {
  const error = present((await safe(call)).error);
  const data: unknown = 'data' in error ? error.data : null;
  const code = typeof data === 'object' && data !== null && 'code' in data ? data.code : error.message;
  return { code, message: error.message };
}

const open = (person: Validator, itemId: ItemId) =>
  person.window.annotations.open({ itemId, task: VALIDATE });
const versions = (person: Validator, itemId: ItemId) =>
  person.window.annotations.versions({ itemId, task: VALIDATE });

describe('what was said of an earlier edition', () => {
  it('stays readable, is marked outdated, and holds no more', async () => {
    await using team = await validators(1);
    const item = one(team);
    await team.assign([team.bo, team.rey]);
    await team.answer(team.bo, item, { ...accept, quality: 4 });
    await team.answer(team.rey, item, { ...accept, quality: 4 });
    expect(await team.itemStatus(item)).toMatchObject({ ratings: 'unanimous', gold: 'unanimous' });
    expect((await team.ray.window.validation.case({ itemId: item })).reopens).toBe(2);
    expect(await team.fix(team.ray, item, { question })).toMatchObject({ reopened: 2 });
    expect((await team.ray.window.validation.case({ itemId: item })).reopens).toBe(0);
    expect(await team.itemStatus(item)).toMatchObject({ ratings: null, gold: 'imported' });
    expect(await versions(team.ray, item)).toMatchObject([
      { person: 'rey by name', version: 1, isGold: false, edition: 1, outdated: true },
      { person: 'bo by name', version: 1, isGold: false, edition: 1, outdated: true },
    ]);
    const read = present((await versions(team.ray, item))[0]);
    const { records } = await team.ray.window.annotations.version({ id: read.id });
    expect(answerOf(records)['verdict']).toBe('accept');
    expect(await team.ray.window.validation.editions({ itemId: item })).toMatchObject([
      { number: 2, ratings: 0 },
      { number: 1, ratings: 2 },
    ]);
  });

  it('is asked again of everybody of the latest round, blank and blind', async () => {
    await using team = await validators(1);
    const item = one(team);
    await team.assign([team.bo, team.rey]);
    await team.answer(team.bo, item, { ...fix, quality: 2 });
    await team.answer(team.rey, item, { ...accept, quality: 4 });
    await team.fix(team.ray, item, { question });
    for (const person of [team.bo, team.rey]) {
      const document = await open(person, item);
      expect(document).toMatchObject({
        round: 1,
        version: 0,
        state: null,
        independent: true,
        canUndo: false,
      });
      expect(answerOf(document.records)).toMatchObject({ verdict: null, quality: null, question });
      expect(await versions(person, item)).toEqual([]);
      expect((await person.window.history.list({ itemId: item, limit: 10 })).events).toEqual([]);
      expect(await refusal(person.window.validation.editions({ itemId: item }))).toMatchObject({
        code: 'forbidden',
      });
    }
    expect(JSON.stringify(await open(team.rey, item))).not.toContain('unclear');
    await team.answer(team.bo, item, { ...accept, quality: 5 });
    expect(await open(team.bo, item)).toMatchObject({ version: 2, state: 'submitted', canUndo: true });
    expect(await team.itemStatus(item)).toMatchObject({ ratings: 'waiting', gold: 'imported' });
    await team.answer(team.rey, item, { ...accept, quality: 5 });
    expect(await team.itemStatus(item)).toMatchObject({ ratings: 'unanimous', gold: 'unanimous' });
    expect(await versions(team.ray, item)).toMatchObject([
      { person: 'rey by name', version: 2, isGold: false, edition: 2, outdated: false },
      { person: 'bo by name', version: 2, isGold: true, edition: 2, outdated: false },
      { person: 'rey by name', version: 1, isGold: false, edition: 1, outdated: true },
      { person: 'bo by name', version: 1, isGold: false, edition: 1, outdated: true },
    ]);
    expect(await open(team.bo, item)).toMatchObject({ version: 2, state: 'submitted' });
  });

  it('is no draft to go on with, nor anything to undo or restore', async () => {
    await using team = await validators(1);
    const item = one(team);
    await team.assign([team.bo, team.rey]);
    await team.answer(team.rey, item, accept);
    const begun = await open(team.bo, item);
    const at = { itemId: item, task: VALIDATE, round: 1 };
    const revision = await edit(
      team.bo.window,
      at,
      begun.revision,
      begun.records,
      filled(begun.records, { verdict: 'fix', reason: 'half-way' }),
    );
    team.database.exec("UPDATE annotation SET active_ms = 5000 WHERE state = 'draft'");
    await team.fix(team.ray, item, { question });
    // A window that still shows the item as it was gets no further.
    const { annotations } = team.bo.window;
    expect(await refusal(annotations.submit({ ...at, revision }))).toMatchObject({ code: 'conflict' });
    expect(await refusal(annotations.undo({ ...at, revision }))).toMatchObject({ code: 'conflict' });
    const anew = await open(team.bo, item);
    expect(anew).toMatchObject({ version: 0, state: null, canUndo: false, canRedo: false });
    expect(answerOf(anew.records)).toMatchObject({ verdict: null, reason: '' });
    expect(await refusal(annotations.undo({ ...at, revision: anew.revision }))).toMatchObject({
      code: 'not_found',
    });
    await team.answer(team.bo, item, accept);
    expect(await open(team.bo, item)).toMatchObject({ version: 1, state: 'submitted' });
    // What they had begun is in the log.
    const { events } = await team.ray.window.history.list({ itemId: item, kinds: ['begin'], limit: 10 });
    expect(JSON.stringify(events)).toContain('half-way');
    // And so is how long that took: it is no part of the time on the answer that was submitted.
    const spent = (kind: string) =>
      team.database
        .prepare("SELECT detail ->> '$.activeMilliseconds' FROM event WHERE person_id = ? AND kind = ?")
        .pluck()
        .all(team.bo.id, kind);
    expect([spent('begin'), spent('submit')]).toEqual([[5000], [0]]);

    // Rey has answered again and sees everything; the answer of before stays what it was.
    await team.answer(team.rey, item, accept);
    const old = present((await versions(team.rey, item)).find(({ outdated }) => outdated));
    const now = await open(team.rey, item);
    expect(
      await refusal(team.rey.window.annotations.restore({ ...at, revision: now.revision, id: old.id })),
    ).toMatchObject({ code: 'conflict', message: expect.stringContaining('earlier edition') });
  });

  it('does not reach a document that was open but not begun', async () => {
    await using team = await validators(1);
    const item = one(team);
    await team.assign([team.bo]);
    const { records, revision } = await open(team.bo, item);
    await team.fix(team.ray, item, { question });
    const at = { itemId: item, task: VALIDATE, round: 1 };
    expect(await refusal(edit(team.bo.window, at, revision, records, filled(records, accept)))).toMatchObject(
      { code: 'conflict' },
    );
    await team.answer(team.bo, item, accept);
    expect(await versions(team.ray, item)).toMatchObject([{ edition: 2, outdated: false }]);
  });

  it('reaches neither the queue of disagreements nor a decision', async () => {
    await using team = await validators(1);
    const item = one(team);
    await team.assign([team.bo, team.cy]);
    await team.answer(team.bo, item, accept);
    await team.answer(team.cy, item, fix);
    await team.decide(team.ed, item, fix);
    expect(await team.itemStatus(item)).toMatchObject({ ratings: 'decided', gold: 'adjudicated' });
    await team.fix(team.rey, item, { question });
    const { adjudications } = team.ed.window;
    expect(await team.itemStatus(item)).toMatchObject({ ratings: null, gold: 'imported' });
    expect((await adjudications.queue({ filter: {}, offset: 0, limit: 10 })).total).toBe(0);
    expect((await adjudications.counts({ task: VALIDATE })).causes).toEqual([]);
    await team.answer(team.bo, item, { ...accept, quality: 5 });
    await team.answer(team.cy, item, { ...accept, quality: 3 });
    expect(await team.itemStatus(item)).toMatchObject({ ratings: 'disputed', gold: null });
    const { case: kase, document } = await adjudications.open({ itemId: item, task: VALIDATE });
    expect(kase.columns).toHaveLength(2);
    expect(kase.decision).toBeNull();
    expect(kase.earlier).toMatchObject([{ kind: 'decision', outdated: true }]);
    expect(answerOf(document.records)).toMatchObject({ verdict: 'accept', question, quality: null });
    await team.decide(team.ed, item, { quality: 4 });
    expect(await team.itemStatus(item)).toMatchObject({ ratings: 'decided', gold: 'adjudicated' });
    expect(await adjudications.counts({ task: VALIDATE })).toMatchObject({
      states: { decided: 1 },
      causes: [{ cause: 'slip', items: 1 }],
    });
  });

  it('is no draft of a decision to go on with either', async () => {
    await using team = await validators(1);
    const item = one(team);
    await team.assign([team.bo, team.cy]);
    const differ = async () => {
      await team.answer(team.bo, item, accept);
      await team.answer(team.cy, item, fix);
    };
    await differ();
    const { adjudications } = team.ed.window;
    const { document } = await adjudications.open({ itemId: item, task: VALIDATE });
    const at = { itemId: item, task: VALIDATE, round: 1 };
    const records = filled(document.records, { verdict: 'fix', reason: 'half-way' });
    const revision = await edit(team.ed.window, at, document.revision, document.records, records);
    await team.fix(team.rey, item, { question });
    await differ();
    const stale = adjudications.decide({ ...at, revision, fields: {}, cause: 'slip', note: '' });
    expect(await refusal(stale)).toMatchObject({ code: 'conflict' });
    const anew = await adjudications.open({ itemId: item, task: VALIDATE });
    expect(answerOf(anew.document.records)).toMatchObject({ verdict: null, question });
    await team.decide(team.ed, item, { ...accept });
    expect(await team.itemStatus(item)).toMatchObject({ ratings: 'decided', gold: 'adjudicated' });
  });

  it('is left out of agreement, which says how much', async () => {
    await using team = await validators(3);
    const first = present(team.items[0]);
    await team.assign([team.bo, team.cy]);
    for (const item of team.items) {
      await team.answer(team.bo, item, accept);
      await team.answer(team.cy, item, item === first ? fix : accept);
    }
    const figures = async () =>
      team.services.agreement.figures(
        {
          task: VALIDATE,
          field: 'verdict',
          filter: {},
          coefficients: ['percent_agreement'],
          bootstrap: 0,
          seed: 1,
          threshold: 0.5,
        },
        everything,
        () => undefined,
        new AbortController().signal,
      );
    const percent = async () => {
      const { items, outdated, coefficients } = await figures();
      return { items, outdated, value: coefficients['percent_agreement']?.value };
    };
    expect(await percent()).toMatchObject({ items: 3, outdated: 0, value: 2 / 3 });
    await team.fix(team.rey, first, { question });
    expect(await percent()).toMatchObject({ items: 2, outdated: 2, value: 1 });
    await team.answer(team.bo, first, accept);
    expect(await percent()).toMatchObject({ items: 3, outdated: 1, value: 1 });
  });
});
