import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { Services } from '../../electron/core/app/services.ts';
import { PersonId } from '../../shared/base/ids.ts';
import { assignment } from '../helpers/assignment.ts';
import { answer, itemBy, personBy, TASK } from '../helpers/branches.ts';
import { dataPath, put, quietly } from '../helpers/casebooks.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { noPostgres, startTestHub } from '../helpers/hub.ts';
import { startTeam } from '../helpers/hubTeam.ts';
import { program, resultOf } from '../helpers/participantPackages.ts';
import { drawFlag } from '../helpers/pictures.ts';
import { present } from '../helpers/present.ts';
import { cluedItems, completeStudySession } from '../helpers/study.ts';

const names = ({ items }: Services): string[] =>
  items
    .list({}, { by: 'imported', descending: false }, 0, 100, everything)
    .rows.map(({ externalId }) => externalId);
const count = ({ casebook }: Services, table: string): number =>
  z.int().parse(casebook.database.prepare(`SELECT count(*) FROM ${table}`).pluck().get());

describe.skipIf(noPostgres !== null)('over a hub', () => {
  it('a reviewer who has yet to answer gets what a rater is shown, and all of it once they have answered', async () => {
    await using team = await startTeam();
    const { mara } = team;
    const rita = mara.services.people.add(
      { handle: 'rita', name: 'Rita', roles: ['reviewer', 'annotator'] },
      mara.me.id,
    );
    mara.services.assignments.assign(
      assignment({
        items: { ids: [itemBy(mara.services, 'item-2')] },
        task: TASK,
        people: [rita.id],
        overlap: 4,
      }),
      mara.services.viewpoint(mara.me),
    );
    await mara.exchange();
    const ana = await team.join('ana');
    for (const name of ['Item 1', 'Item 2', 'Item 3'])
      answer(ana.services, 'ana', itemBy(ana.services, name), { kind: 'a' }, 3);
    await ana.exchange();
    await mara.exchange();
    const reviewer = await team.join('rita');
    expect(reviewer.services.hub.state()).toMatchObject({ role: 'overseer', refused: 0 });
    expect(names(reviewer.services).sort()).toEqual(['Item 1', 'item-1', 'item-3']);
    // Of the item that is hers to answer she has no answer of anybody else's.
    expect(count(reviewer.services, 'annotation')).toBe(2);
    answer(reviewer.services, 'rita', itemBy(reviewer.services, 'Item 1'), { kind: 'b' }, 5);
    await reviewer.exchange();
    expect(names(reviewer.services).sort()).toEqual(['item-1', 'item-2', 'item-3']);
    expect(count(reviewer.services, 'annotation')).toBe(4);
    expect(reviewer.services.merging.conflicts()).toEqual([]);
    await mara.exchange();
    expect(count(mara.services, 'annotation')).toBe(4);
    // What followed from it here is sent, and then there is nothing more to say.
    await reviewer.exchange();
    expect(await reviewer.services.hub.exchange(quietly)).toMatchObject({ sent: 0, refused: 0 });
  });

  it('participants answer a study on computers of their own', { timeout: 300_000 }, async () => {
    await using hub = await startTestHub();
    using folder = temporaryFolder();
    const items = cluedItems(6);
    const source = put(folder.join('source', 'data_info.json'), JSON.stringify(items));
    for (const [index, item] of items.entries())
      await drawFlag(folder.join('source', dataPath(item)), 640 + index, 480);
    const office = await program(folder.join('office'));
    const { window } = office;
    await window.casebooks.create({
      path: folder.join('home.casebook'),
      benchmark: 'caughtcheating',
      title: 'Home',
      person: 'Anastasia',
    });
    await resultOf(window.importExport.import({ source, format: 'caughtcheating' }));
    const initial = present((await window.studies.options())?.initial);
    const study = await window.studies.save({ title: 'Baseline', settings: { ...initial, seed: 5 } });
    await window.studies.open({ id: study.id });
    const enrolled = await window.studies.enrolNew({ id: study.id, count: 2, prefix: 'Sitter' });
    const { invitation } = await hub.founding('Home');
    const [me] = await window.people.list();
    const state = await resultOf(window.hub.connect({ invitation }));
    expect([me?.roles.includes('curator'), state.problem, state.refused]).toEqual([true, null, 0]);
    const own = office.core.services();
    for (const { personId, studySessionId } of enrolled) {
      const { text } = await window.hub.invite({ personId: PersonId.parse(personId) });
      const elsewhere = await program(folder.join(personId));
      await resultOf(elsewhere.window.hub.join({ invitation: text }));
      expect(elsewhere.core.services().hub.state()).toMatchObject({ problem: null, refused: 0 });
      await completeStudySession(elsewhere.window, studySessionId);
      await elsewhere.core.services().hub.exchange(quietly);
      expect(elsewhere.core.services().hub.refusals(() => null)).toEqual([]);
      await elsewhere.close();
    }
    await own.hub.exchange(quietly);
    expect(own.hub.refusals(() => null)).toEqual([]);
    const participants = await window.studies.participants({ id: study.id });
    expect(participants.map(({ state: each }) => each)).toEqual(['finished', 'finished']);
    await office.close();
  });

  it('a conflict that one curator resolves is resolved for the others', async () => {
    await using team = await startTeam();
    const { mara } = team;
    mara.services.people.add({ handle: 'nils', name: 'Nils', roles: ['curator', 'adjudicator'] }, mara.me.id);
    await mara.exchange();
    const nils = await team.join('nils');
    const [one, two] = [await team.join('ana'), await team.join('ana')];
    answer(one.services, 'ana', itemBy(one.services, 'Item 1'), { kind: 'a' }, null);
    answer(two.services, 'ana', itemBy(two.services, 'Item 1'), { kind: 'b' }, null);
    for (const each of [one, two, mara, nils]) await each.exchange();
    const [conflict] = mara.services.merging.conflicts();
    expect([conflict?.kind, nils.services.merging.conflicts().length]).toEqual(['answer', 1]);
    if (conflict === undefined) return;
    mara.services.merging.resolve(conflict.id, 'ours', mara.me.id);
    for (const each of [mara, nils, mara, nils]) await each.exchange();
    const counted = ({ services }: typeof mara): unknown =>
      [...services.casebook.records.ratings.all(TASK, 1)].map(({ personId, answer: fields }) => [
        personId,
        fields,
      ]);
    expect(counted(nils)).toEqual(counted(mara));
    expect(nils.services.merging.conflicts()).toEqual([]);
    expect(personBy(nils.services, 'ana').id).toBe(one.me.id);
  });
});
