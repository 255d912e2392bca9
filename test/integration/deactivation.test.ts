import { describe, expect, it } from 'vitest';
import { answer, itemBy, personBy, TASK } from '../helpers/branches.ts';
import { quietly } from '../helpers/casebooks.ts';
import { noPostgres } from '../helpers/hub.ts';
import { answerRow, ask, device, document } from '../helpers/hubRows.ts';
import { type Member, startTeam, type Team } from '../helpers/hubTeam.ts';

const deactivate = ({ mara }: Team, { me }: Member) => mara.services.people.setAside(me.id, true, mara.me.id);
const answers = ({ services }: Member): string[] =>
  services.casebook.database
    .prepare<[], string>("SELECT payload ->> '$.kind' FROM annotation WHERE state = 'submitted' ORDER BY id")
    .pluck()
    .all();
const listed = ({ services }: Member) => services.hub.refusals(() => null);

describe.skipIf(noPostgres !== null)('a person of a team who is deactivated', () => {
  it('is let in no more: what they sent counts, what they send is kept apart, and a curator includes it', async () => {
    await using team = await startTeam();
    const { mara } = team;
    const ana = await team.join('ana');
    answer(ana.services, 'ana', itemBy(ana.services, 'Item 1'), { kind: 'a' }, null);
    await ana.exchange();
    expect(deactivate(team, ana).ended.hub).toBe(true);
    await mara.exchange();
    answer(ana.services, 'ana', itemBy(ana.services, 'Item 2'), { kind: 'b' }, null);
    await expect(ana.exchange()).rejects.toThrow(
      /A curator deactivated you in this casebook.*1 answer that you sent since is kept apart/u,
    );
    expect(ana.services.hub.state()).toMatchObject({
      phase: 'stopped',
      problem: { message: expect.stringContaining('A curator deactivated you') },
    });
    // Sent once more, it is kept once.
    await expect(ana.exchange()).rejects.toThrow(/1 answer/u);
    await mara.exchange();
    expect(answers(mara)).toEqual(['a']);
    const [late, ...others] = listed(mara);
    expect(others).toEqual([]);
    expect(late).toMatchObject({
      late: true,
      what: 'answer',
      reason: expect.stringContaining('ana is deactivated and sent this afterwards'),
    });
    await mara.services.hub.include(late?.id ?? 0, mara.me.id, quietly);
    expect(answers(mara).sort()).toEqual(['a', 'b']);
    expect(listed(mara)).toEqual([]);
    const states = mara.services.casebook.database
      .prepare<[string], string>('SELECT state FROM assignment WHERE person_id = ? ORDER BY position')
      .pluck()
      .all(ana.me.id);
    expect(states).toEqual(['submitted', 'submitted', 'open']);
    await mara.exchange();
    expect(listed(mara)).toEqual([]);
  });

  it('has to be invited anew once they are active again: former devices and invitations stay void', async () => {
    await using team = await startTeam();
    const { mara } = team;
    const ana = await team.join('ana');
    const { text } = await mara.services.hub.invite(ana.me.id);
    deactivate(team, ana);
    await mara.exchange();
    await expect(mara.services.hub.invite(ana.me.id)).rejects.toThrow(/ana is deactivated/u);
    mara.services.people.setAside(ana.me.id, false, mara.me.id);
    await mara.exchange();
    await expect(ana.exchange()).rejects.toThrow(/deactivated you/u);
    await expect(ana.core.keeper.joinTeam(text, null, quietly)).rejects.toThrow(/does not work/u);
    const again = await team.join('ana');
    await again.exchange();
    // An older state of the person, which another copy sends once more, shuts nobody out.
    const stale = await team.hub
      .owner`SELECT content FROM casebook.document WHERE tab = 'person' AND id = ${ana.me.id}
      AND content LIKE '%"set_aside_at":1%' LIMIT 1`;
    const other = await device(team.hub, team.casebook, 'curator');
    const content = String(stale[0]?.['content']).replace('"name":"ana"', '"name":"Ana"');
    const old = document('person', { id: ana.me.id }, { content });
    expect((await ask(other, 'POST', '/v1/push', { documents: [old] })).status).toBe(200);
    await again.exchange();
  });

  it('keeps nothing apart for whom was only revoked, and nothing but answers', async () => {
    await using team = await startTeam();
    const { mara, hub, casebook } = team;
    const person = personBy(mara.services, 'ana');
    const [lost, other] = [
      await device(hub, casebook, 'annotator', person),
      await device(hub, casebook, 'annotator', person),
    ];
    await mara.services.hub.revoke(lost.account.device);
    const item = itemBy(mara.services, 'item-1');
    const made = document('annotation', answerRow(item, person.id, { task: TASK, payload: '{"kind":"a"}' }));
    const sent = await ask(lost, 'POST', '/v1/push', { documents: [made] });
    expect([sent.status, sent.text]).toEqual([403, expect.stringContaining('This device was revoked')]);
    mara.services.people.setAside(person.id, true, mara.me.id);
    await mara.exchange();
    const forged = document('person', { id: person.id }, { content: '{"row":{},"parts":{}}' });
    await ask(other, 'POST', '/v1/push', { documents: [forged, made] });
    expect((await ask(other, 'POST', '/v1/pull', { cursor: null })).status).toBe(403);
    expect((await ask(other, 'POST', '/v1/late', { after: 0 })).status).toBe(403);
    const kept = await hub.owner`SELECT tab FROM casebook.late`;
    expect(kept.map(({ tab }) => String(tab))).toEqual(['annotation']);
  });
});

describe.skipIf(noPostgres !== null)('a package of somebody who was deactivated meanwhile', () => {
  it('is kept apart until a curator includes it', async () => {
    await using team = await startTeam();
    const { mara } = team;
    const ana = personBy(mara.services, 'ana');
    const sent = team.folder.join('ana.casebook-package');
    await mara.services.merging.package(ana.id, sent, mara.me.id, quietly);
    const bojan = await team.join('bojan');
    const { core } = bojan;
    await core.keeper.openPackage(sent, team.folder.join('ana-at-home.casebook'));
    const home = core.services();
    answer(home, 'ana', itemBy(home, 'Item 1'), { kind: 'c' }, null);
    const returned = team.folder.join('returned.casebook-package');
    await home.merging.package(ana.id, returned, ana.id, quietly);
    mara.services.people.setAside(ana.id, true, mara.me.id);
    const merge = (includeLate: boolean) =>
      mara.services.merging.merge([returned], { dryRun: false, by: mara.me.id, includeLate }, quietly);
    expect((await merge(false)).sources[0]).toMatchObject({
      refused: 'ana is deactivated, and this came in afterwards: it is kept apart.',
      late: true,
    });
    expect(answers(mara)).toEqual([]);
    expect((await merge(true)).sources[0]).toMatchObject({ refused: null, taken: { annotations: 1 } });
    expect(answers(mara)).toEqual(['c']);
    // With nothing new in it, nothing is kept apart.
    expect((await merge(false)).sources[0]).toMatchObject({ refused: null });
  });
});
