import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { clued, judgedCasebook } from '../helpers/judgedCasebook.ts';
import { quietly, readJson } from '../helpers/casebooks.ts';
import { firsts, present } from '../helpers/present.ts';
import { edit, raters, TASK, written } from '../helpers/raters.ts';

const hotel = { triage: 'keep', label: true, scene: 'hotel', partner: 'boyfriend' };
const dining = { ...hotel, scene: 'dining' };

type Team = Awaited<ReturnType<typeof raters>>;
type Item = Team['items'][number];

/** Bo and Flo, who is an adjudicator, too, say these of an item. */
async function rated(team: Team, item: Item, bo: typeof hotel, flo: typeof hotel): Promise<void> {
  await team.assign([team.bo.id, team.flo.id], 1, [item.id]);
  await team.answer(team.bo.window, item, bo);
  await team.answer(team.flo.window, item, flo);
}

async function decide(team: Team, who: 'ed' | 'flo', item: Item) {
  const { window } = team[who];
  team.wait(1000);
  const { document } = await window.adjudications.open({ itemId: item.id, task: TASK });
  const at = { itemId: item.id, task: TASK, round: document.round };
  const to = written(document.records, { scene: 'hotel' }, item.imageId, []);
  const revision = await edit(window, at, document.revision, document.records, to);
  const fields = { scene: { how: 'written' as const, columns: [] } };
  return window.adjudications.decide({ ...at, revision, fields, cause: 'slip', note: '' });
}

const REFUSED = /You rated this item yourself, so another adjudicator has to decide it\./u;

describe('an adjudicator who rated an item', () => {
  it('is told so in the queue and cannot decide it, nor is it the next one', async () => {
    await using team = await raters(3);
    // Three that are equally disputed stand in the order of the last digits of their ids.
    const drawn = team.items.toSorted((a, b) => (a.id.slice(-10) < b.id.slice(-10) ? -1 : 1));
    const [own, others, another] = firsts(drawn, 3);
    await rated(team, own, hotel, dining);
    for (const item of [others, another]) {
      await team.assign([team.bo.id, team.cy.id], 1, [item.id]);
      await team.answer(team.bo.window, item, hotel);
      await team.answer(team.cy.window, item, dining);
    }
    const { queue, look, open, counts } = team.flo.window.adjudications;
    const { rows } = await queue({ filter: {}, offset: 0, limit: 10 });
    expect(rows.map(({ item, youRated, barred }) => [item.id, youRated, barred])).toEqual([
      [own.id, true, true],
      [others.id, false, false],
      [another.id, false, false],
    ]);
    expect(await counts({ task: TASK })).toMatchObject({ states: { disputed: 3 }, barred: 1 });
    expect(await look({ itemId: own.id, task: TASK })).toMatchObject({ youRated: true, barred: true });
    await expect(open({ itemId: own.id, task: TASK })).rejects.toThrow(REFUSED);
    expect((await look({ itemId: own.id, task: TASK })).claim).toBeNull();
    expect((await decide(team, 'flo', others)).next).toBe(another.id);
    expect((await decide(team, 'flo', another)).next).toBeNull();
    // Somebody else decides it; taking that back is not theirs either.
    expect((await decide(team, 'ed', own)).case.state).toBe('decided');
    await expect(
      team.flo.window.adjudications.reopen({ itemId: own.id, task: TASK, note: '' }),
    ).rejects.toThrow(REFUSED);
  });

  it('may decide it where the casebook says so, and take it back after that has changed', async () => {
    await using team = await raters(1);
    const own = present(team.items[0]);
    await rated(team, own, hotel, dining);
    expect((await team.ana.window.casebooks.settings()).decideOwn).toBe(false);
    await team.ana.window.casebooks.saveSettings({ decideOwn: true });
    expect((await team.flo.window.adjudications.counts({ task: TASK })).barred).toBe(0);
    const { case: decided } = await decide(team, 'flo', own);
    expect(decided).toMatchObject({ state: 'decided', youRated: true, barred: false });
    await team.ana.window.casebooks.saveSettings({ decideOwn: false });
    await expect(
      team.flo.window.adjudications.reopen({ itemId: own.id, task: TASK, note: '' }),
    ).resolves.toMatchObject({ state: 'disputed', barred: true });
  });

  it('cannot go on with a decision begun before the casebook forbade it', async () => {
    await using team = await raters(1);
    const own = present(team.items[0]);
    await rated(team, own, hotel, dining);
    await team.ana.window.casebooks.saveSettings({ decideOwn: true });
    const at = { itemId: own.id, task: TASK };
    const { document } = await team.flo.window.adjudications.open(at);
    await team.ana.window.casebooks.saveSettings({ decideOwn: false });
    await expect(
      team.flo.window.adjudications.decide({
        ...at,
        revision: document.revision,
        fields: { scene: { how: 'written', columns: [] } },
        cause: 'slip',
        note: '',
      }),
    ).rejects.toThrow(REFUSED);
  });

  it('does not accept it with the unanimous ones, and learns which were left out', async () => {
    await using team = await raters(2);
    const [own, others] = firsts(team.items, 2);
    await rated(team, own, hotel, hotel);
    await team.assign([team.bo.id, team.cy.id], 1, [others.id]);
    await team.answer(team.bo.window, others, hotel);
    await team.answer(team.cy.window, others, hotel);
    const { counts, acceptUnanimous } = team.flo.window.adjudications;
    expect(await counts({ task: TASK })).toMatchObject({
      states: { unanimous: 2 },
      acceptable: 1,
      acceptableBarred: 1,
    });
    const { refused } = await acceptUnanimous({ task: TASK, items: [own.id] });
    expect(refused.map(({ reason }) => reason)).toEqual([
      'You rated it yourself, so another adjudicator has to accept it.',
    ]);
    const all = await acceptUnanimous({ task: TASK });
    expect(all.refused.map(({ reason }) => reason)).not.toContain(expect.stringMatching(/You rated/u));
    await team.ana.window.casebooks.saveSettings({ decideOwn: true });
    expect(await counts({ task: TASK })).toMatchObject({ acceptableBarred: 0 });
  });

  it('is counted on the reliability card of what is exported', async () => {
    await using team = await raters(2);
    const [own, others] = firsts(team.items, 2);
    await rated(team, own, hotel, dining);
    await rated(team, others, hotel, dining);
    const services = team.core.services();
    const card = async (name: string) => {
      const target = team.at(name);
      await services.importExport.export(
        { target, format: 'caughtcheating', status: null, images: 'none' },
        null,
        quietly,
      );
      return z
        .object({ statement: z.string(), decisions: z.unknown() })
        .parse(readJson(`${target}/reliability.json`));
    };
    expect(await card('before')).toMatchObject({
      decisions: { raters_may_decide: false, decisions: 0, by_raters: 0 },
    });
    await decide(team, 'ed', others);
    await team.ana.window.casebooks.saveSettings({ decideOwn: true });
    await decide(team, 'flo', own);
    const after = await card('after');
    expect(after.decisions).toMatchObject({ raters_may_decide: true, decisions: 2, by_raters: 1 });
    expect(after.statement).toContain(
      'Adjudicators may decide cases that they rated: yes. 1 of 2 decisions was made by somebody who had rated the item. Adjudicators decided without seeing the earlier gold.',
    );
  });
});

describe('an adjudicator who judged an answer', () => {
  const decision = { value: 'YES', cause: 'too_lenient', note: '', replaces: null } as const;

  it('cannot decide between the judges, unless the casebook says so', async () => {
    await using made = await judgedCasebook();
    const [ada, jo] = [made.person('ada', ['adjudicator', 'judge']), made.person('jo', ['judge'])];
    const kim = made.person('kim', ['judge']);
    const items = made.items([clued('n_0'), clued('n_1')]);
    const model = made.model('alpha');
    const [own, others] = firsts(
      items.map((item) => made.answer({ by: model, item, answer: 'Two glasses.' })),
      2,
    );
    const say = (judge: typeof ada, response: typeof own, value: string): void => {
      made.verdict({ judge, response, criterion: 'cue_match', value });
    };
    say(ada, own, 'YES');
    say(jo, own, 'NO');
    say(kim, others, 'YES');
    say(jo, others, 'NO');
    const window = await made.window(ada);
    const unit = { response: own, criterion: 'cue_match', subject: '' };
    const { rows } = await window.verdicts.queue({ filter: {}, offset: 0, limit: 10 });
    expect(
      Object.fromEntries(
        rows.map(({ unit: { response }, youJudged, barred }) => [response, [youJudged, barred]]),
      ),
    ).toEqual({ [own]: [true, true], [others]: [false, false] });
    expect(await window.verdicts.counts()).toMatchObject({ disputed: 2, barred: 1 });
    expect(await window.verdicts.case(unit)).toMatchObject({ youJudged: true, barred: true });
    await expect(window.verdicts.decide({ ...unit, ...decision })).rejects.toThrow(
      /You judged this answer yourself, so another adjudicator has to decide it\./u,
    );
    const decided = await window.verdicts.decide({ ...unit, response: others, ...decision });
    expect(decided.next).toBeNull();

    made.services.settings.saveSettings({ decideOwn: true }, ada);
    expect((await window.verdicts.decide({ ...unit, ...decision })).case).toMatchObject({
      state: 'decided',
      youJudged: true,
      barred: false,
    });
  });
});
