import { safe } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import type { ItemId } from '../../shared/base/ids.ts';
import { present } from '../helpers/present.ts';
import { VALIDATE, type Validator, validators } from '../helpers/validators.ts';

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

describe('a fix', () => {
  it('makes an edition whose texts hold from then on, and keeps what it was', async () => {
    await using team = await validators(2);
    const item = one(team);
    const before = (await team.itemStatus(item)).payload;
    const made = await team.fix(team.rey, item, { question });
    expect(made).toMatchObject({ number: 2, reopened: 0 });
    expect((await team.itemStatus(item)).payload).toEqual({ ...before, question });
    const [second, first, ...others] = await team.rey.window.validation.editions({ itemId: item });
    expect(others).toEqual([]);
    expect(second).toMatchObject({
      id: made.edition,
      number: 2,
      isCurrent: true,
      changes: [{ field: 'question', title: 'Question', from: before['question'], to: question }],
      reason: 'unclear',
      person: 'rey by name',
    });
    expect(first).toMatchObject({ id: null, number: 1, isCurrent: false, changes: [], person: null });
    expect(await team.rey.window.validation.case({ itemId: item })).toMatchObject({
      edition: made.edition,
      number: 2,
      refusal: null,
    });
    const found = await team.ana.window.items.list({
      filter: { text: 'this specimen from all others' },
      sort: { by: 'imported', descending: false },
      offset: 0,
      limit: 10,
    });
    expect(found.rows.map(({ id }) => id)).toEqual([item]);
    const { events } = await team.ana.window.history.list({ itemId: item, kinds: ['fix'], limit: 10 });
    expect(events).toMatchObject([
      {
        kind: 'fix',
        summary: 'Fixed Question (edition 2): unclear',
        changes: [{ field: 'Question', from: before['question'], to: question }],
      },
    ]);
  });

  it('is marked where its author validates it, and names nobody to those who have yet to answer', async () => {
    await using team = await validators(2);
    const { ana, bo, cy, rey, ray } = team;
    const item = one(team);
    const editionFor = async (person: Validator) => (await open(person, item)).edition;
    expect(await editionFor(ana)).toEqual({ id: null, fixedBy: null, isOwn: false, isFixer: false });
    await team.assign([rey, bo], [item]);
    const { edition: id } = await team.fix(ray, item, { question });
    expect(await editionFor(ana)).toEqual({ id, fixedBy: 'ray by name', isOwn: false, isFixer: false });
    expect(await editionFor(bo)).toEqual({ id, fixedBy: null, isOwn: false, isFixer: false });
    await team.answer(rey, item, fix);
    const { edition: later } = await team.fix(rey, item, { question: `${question} Look twice.` });
    expect(await editionFor(rey)).toEqual({ id: later, fixedBy: null, isOwn: true, isFixer: true });
    expect(await editionFor(bo)).toEqual({ id: later, fixedBy: null, isOwn: false, isFixer: false });
    expect((await bo.window.items.get({ id: item })).edition).toBe(later);
    // An earlier fix of one's own is still part of the text.
    expect(await editionFor(ray)).toEqual({ id: later, fixedBy: 'rey by name', isOwn: false, isFixer: true });
    await team.answer(rey, item, accept);
    await team.answer(bo, item, accept);
    const told = await versions(ana, item);
    expect(told.map(({ personId, edition, byFixer }) => [personId, edition, byFixer])).toEqual([
      [bo.id, 3, false],
      [rey.id, 3, true],
      [rey.id, 2, false],
    ]);
    const { events } = await ana.window.history.list({ itemId: item, kinds: ['submit'], limit: 10 });
    expect(events.map(({ person, summary }) => [person, summary.endsWith(', about their own fix')])).toEqual([
      ['bo', false],
      ['rey', true],
      ['rey', false],
    ]);
    // Other items are as they came.
    await team.assign([cy], team.items.slice(1));
    const other = await cy.window.annotations.open({ itemId: team.items[1] ?? item, task: VALIDATE });
    expect(other.edition).toMatchObject({ id: null, isFixer: false });
  });

  it('is refused where the item has moved on, nothing changes, or it is no item any more', async () => {
    await using team = await validators(1);
    const item = one(team);
    const ask = { itemId: item, edition: null, reason: 'x', annotationId: null };
    const { validation } = team.rey.window;
    const { texts } = await validation.case({ itemId: item });
    const same = Object.fromEntries(texts.map(({ field, text }) => [field, text]));
    expect(await refusal(validation.fix({ ...ask, texts: same }))).toMatchObject({ code: 'invalid_input' });
    expect(await refusal(validation.fix({ ...ask, texts: {} }))).toMatchObject({ code: 'invalid_input' });
    expect(await refusal(validation.fix({ ...ask, texts: { optionB: '  ' } }))).toEqual({
      code: 'invalid_input',
      message: 'The item was not fixed. Option B: is empty.',
    });
    expect(await refusal(validation.fix({ ...ask, texts: { nowhere: 'x' } }))).toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('nowhere'),
    });
    expect(await validation.editions({ itemId: item })).toHaveLength(1);
    const { edition } = await validation.fix({ ...ask, texts: { question } });
    expect(await refusal(validation.fix({ ...ask, texts: { question: 'Other?' } }))).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('edition 2'),
    });
    // What was said of the edition before proposes nothing for this one.
    await team.assign([team.bo]);
    await team.answer(team.bo, item, fix);
    const [answer] = await versions(team.rey, item);
    const proposed = { ...ask, edition, texts: { question: 'Third?' }, annotationId: answer?.id ?? null };
    await validation.fix(proposed);
    const [third] = await validation.editions({ itemId: item });
    expect(
      await refusal(
        validation.fix({ ...proposed, edition: third?.id ?? null, texts: { question: 'Fourth?' } }),
      ),
    ).toMatchObject({ code: 'invalid_input' });
  });

  it('is for anybody who looks after others’ work, and nobody who has yet to answer', async () => {
    await using team = await validators(1);
    const item = one(team);
    await team.assign([team.bo, team.rey]);
    const ask = { itemId: item, edition: null, texts: { question }, reason: 'x', annotationId: null };
    for (const { window } of [team.bo, team.cy, team.rey]) {
      expect(await refusal(window.validation.fix(ask))).toMatchObject({ code: 'forbidden' });
      expect(await refusal(window.validation.case({ itemId: item }))).toMatchObject({ code: 'forbidden' });
      expect(await refusal(window.validation.editions({ itemId: item }))).toMatchObject({
        code: 'forbidden',
      });
    }
    for (const { window } of [team.ana, team.ray, team.ed])
      expect(await window.validation.case({ itemId: item })).toMatchObject({ number: 1 });
    await team.fix(team.ed, item, { question });
  });

  it('is refused while an open study asks about the item', async () => {
    await using team = await validators(1);
    const item = one(team);
    team.database.exec(
      `INSERT INTO study (id, title, settings, state, created_by, created_at, updated_at)
         SELECT 'study', 'Baseline', '{}', 'open', id, 0, 0 FROM person LIMIT 1;
       INSERT INTO study_item (study_id, item_id, purpose, position) VALUES ('study', '${item}', 'main', 0);`,
    );
    expect((await team.rey.window.validation.case({ itemId: item })).refusal).toContain('Baseline');
    expect(await refusal(team.fix(team.rey, item, { question }))).toMatchObject({ code: 'conflict' });
    team.database.exec("UPDATE study SET state = 'closed'");
    expect((await team.rey.window.validation.case({ itemId: item })).refusal).toBeNull();
    await team.fix(team.rey, item, { question });
  });

  it('leaves nothing behind where it fails half-way', async () => {
    await using team = await validators(1);
    const item = one(team);
    team.database.exec(
      "CREATE TRIGGER no_fix BEFORE INSERT ON event WHEN new.kind = 'fix' BEGIN SELECT RAISE (ABORT, 'no'); END",
    );
    const before = await team.itemStatus(item);
    await refusal(team.fix(team.rey, item, { question }));
    expect(await team.itemStatus(item)).toEqual(before);
    expect(await team.rey.window.validation.editions({ itemId: item })).toHaveLength(1);
  });

  it('takes an acceptance back: it was of another wording', async () => {
    await using team = await validators(1);
    const item = one(team);
    await team.ana.window.items.setStatus({ items: { ids: [item] }, status: 'rejected' });
    await team.fix(team.rey, item, { question });
    expect(await team.itemStatus(item)).toMatchObject({ status: 'in_review' });
  });
});
