import { expect, it } from 'vitest';
import { z } from 'zod';
import { answerOf, regionsOf } from '../../shared/domain/document.ts';
import type { JsonObject } from '../../shared/base/json.ts';
import { quietly, readJson } from '../helpers/casebooks.ts';
import { firsts, present } from '../helpers/present.ts';
import { edit, raters, TASK, written } from '../helpers/raters.ts';

type Team = Awaited<ReturnType<typeof raters>>;
type Item = Team['items'][number];

const claim = 'My boyfriend says that he read a book. Is he lying?';
const clues = [{ id: 'clue-1', text: 'A second glass', deterministic: true }];
const anew = { how: 'written' as const, columns: [] };

/** What everybody says of an item, as it says itself. */
const agreed = { triage: 'keep', scene: 'dining', partner: 'boyfriend' };

/** Bo and Cy say whether an item is clued, and differ. */
async function dispute(team: Team, item: Item): Promise<void> {
  await team.assign([team.bo.id, team.cy.id], 1, [item.id]);
  await team.answer(team.bo.window, item, { ...agreed, label: true });
  await team.answer(team.cy.window, item, { ...agreed, label: false });
}

/** Opens a case, fills fields in and decides. */
async function decide(team: Team, item: Item, fields: JsonObject) {
  team.wait(1000);
  const { document } = await team.ed.window.adjudications.open({ itemId: item.id, task: TASK });
  const at = { itemId: item.id, task: TASK, round: document.round };
  const to = written(document.records, fields, item.imageId, []);
  const revision = await edit(team.ed.window, at, document.revision, document.records, to);
  const how = Object.fromEntries(Object.keys(fields).map((field) => [field, anew]));
  return team.ed.window.adjudications.decide({ ...at, revision, fields: how, cause: 'slip', note: '' });
}

it('is not in the draft of a decision, whose raters were asked for less, and stays in force for the rest', async () => {
  await using team = await raters(1);
  const item = present(team.items[0]);
  await team.answer(team.ana.window, item, { claim, label: true, clues }, [['clue-1', 10, 20, 30, 40]]);
  team.wait(1000);
  await dispute(team, item);
  // As if both had been asked for the label alone.
  team.database.exec('DROP TRIGGER annotation_submitted_is_final');
  team.database.exec(`UPDATE annotation SET asked = '["label"]' WHERE independent = 1`);
  team.core.services().casebook.derived.recompute.recompute(item.id, TASK, null);

  const { document, case: kase } = await team.ed.window.adjudications.open({ itemId: item.id, task: TASK });
  expect(kase.asked).toEqual(['label']);
  expect(regionsOf(document.records)).toEqual([]);
  expect(JSON.stringify([document, kase])).not.toContain('second glass');
  expect(answerOf(document.records)).toMatchObject({ label: null, claim: '' });

  const decided = await decide(team, item, { label: false });
  expect(decided.case.decision?.earlierGold).toMatchObject({
    shown: false,
    differs: ['label'],
    answer: { label: true },
    regions: [],
  });
  const gold = team.core.services().casebook.derived.gold.read(item.id);
  expect(gold).toMatchObject({ answer: { label: false, claim, clues } });
  expect(gold?.regions).toMatchObject([{ x: 10, y: 20, width: 30, height: 40 }]);
});

it('tells decided cases apart in the queue; what had no gold is in neither part', async () => {
  await using team = await raters(2);
  const [same, other] = firsts(team.items, 2);
  await using bare = await raters(1, { imported: false });
  const unlabelled = present(bare.items[0]);
  for (const item of [same, other]) await dispute(team, item);
  await dispute(bare, unlabelled);
  // What came with them says that they are unclued.
  await decide(team, same, { label: false });
  await decide(team, other, { label: true });
  const none = await decide(bare, unlabelled, { label: true });
  expect(none.case.decision?.earlierGold).toMatchObject({ shown: false, differs: null });
  const { queue, counts } = team.ed.window.adjudications;
  const ids = async (earlierGold: 'differs' | 'same') =>
    (await queue({ filter: { earlierGold }, offset: 0, limit: 10 })).rows.map(({ item }) => item.id);
  expect([await ids('same'), await ids('differs')]).toEqual([[same.id], [other.id]]);
  expect((await counts({ task: TASK })).earlierGold).toEqual({ differs: 1, same: 1 });
  const ofBare = bare.ed.window.adjudications;
  expect((await ofBare.counts({ task: TASK })).earlierGold).toEqual({ differs: 0, same: 0 });
  for (const earlierGold of ['differs', 'same'] as const)
    expect((await ofBare.queue({ filter: { earlierGold }, offset: 0, limit: 10 })).total).toBe(0);
});

it('is told on the reliability card, decision by decision, with a change of the setting in between', async () => {
  await using team = await raters(3);
  const [first, second, third] = firsts(team.items, 3);
  for (const item of team.items) await dispute(team, item);
  const card = async (name: string) => {
    const target = team.at(name);
    const request = { target, format: 'caughtcheating', status: null, images: 'none' } as const;
    await team.core.services().importExport.export(request, null, quietly);
    return z
      .object({ statement: z.string(), decisions: z.looseObject({}) })
      .parse(readJson(`${target}/reliability.json`));
  };
  expect((await card('none')).statement).toContain('Adjudicators see the earlier gold: no.');
  await decide(team, first, { label: true });
  const hidden = await card('hidden');
  expect(hidden.statement).toContain(
    'Adjudicators decided without seeing the earlier gold. 1 of 1 decision on items with earlier gold differs from it.',
  );
  await team.ana.window.casebooks.saveSettings({ showEarlierGold: true });
  await decide(team, second, { label: false });
  await team.ana.window.casebooks.saveSettings({ showEarlierGold: false });
  // Once it was decided everybody could see what gold was before.
  await decide(team, third, { label: false });
  await team.ed.window.adjudications.reopen({ itemId: third.id, task: TASK, note: '' });
  await decide(team, third, { label: true });
  const { decisions, statement } = await card('mixed');
  expect(decisions).toMatchObject({
    earlier_gold_shown: false,
    decisions: 3,
    saw_earlier_gold: 2,
    earlier_gold_unknown: 0,
    with_earlier_gold: 3,
    differ_from_earlier_gold: 2,
  });
  expect(statement).toContain(
    'Adjudicators could see the earlier gold before 2 of 3 decisions. They decided 1 without seeing it.',
  );
});
