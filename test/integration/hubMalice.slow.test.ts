import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Core, createCore } from '../../electron/core/app/createCore.ts';
import { createServices, type Services } from '../../electron/core/app/services.ts';
import { createCasebook } from '../../electron/core/derived/casebook.ts';
import { checkCasebook } from '../../electron/core/features/casebooks/check.ts';
import type { HubDocument } from '../../shared/hub/protocol.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { assignment } from '../helpers/assignment.ts';
import { startBadLink } from '../helpers/badLink.ts';
import { addItem, shelf, type Shelf, TASK } from '../helpers/branches.ts';
import { quietly } from '../helpers/casebooks.ts';
import { fingerprint } from '../helpers/commandLine.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { noPostgres, startTestHub } from '../helpers/hub.ts';
import { ClientProcess, FAULTS, faultsInTen, freePort, HubProcess } from '../helpers/hubChaos.ts';
import {
  answerRow,
  ask,
  assignmentRow,
  device,
  type Device,
  document,
  imageRow,
} from '../helpers/hubRows.ts';
import { present } from '../helpers/present.ts';
import { seededRandom } from '../helpers/random.ts';
import { choices } from '../helpers/ratedCasebook.ts';

/** People at programs of their own; one more has a device that lies. */
const PEOPLE = 19;
/** How often programs and hubs are killed, and how many requests meet a fault; at full size 50, 20 and 1,000. */
const CLIENT_KILLS = Number(process.env['CASEBOOK_HUB_CLIENT_KILLS'] ?? 12);
const SERVER_KILLS = Number(process.env['CASEBOOK_HUB_SERVER_KILLS'] ?? 6);
const FAULTY = Number(process.env['CASEBOOK_HUB_FAULTS'] ?? 150);
/** People who work at the same time: each is a process. */
const AT_ONCE = 3;
const ITEMS = Math.max(8, Math.ceil((CLIENT_KILLS * 4) / PEOPLE));
const HOUR_MS = 3_600_000;

interface Team {
  readonly curator: string;
  readonly people: readonly { readonly id: string; readonly handle: string; readonly name: string }[];
}

/** A casebook in which each of twenty people is asked about every item. */
async function makeBase(on: Shelf): Promise<Team> {
  const base = createServices(
    await createCasebook(on.path('base'), { benchmark: 'generic', title: 'Base' }, testPorts(on.folder.path)),
  );
  const mara = base.people.add({ handle: 'mara', name: 'Mara', roles: ['curator'] }, null);
  base.settings.saveVocabulary(choices({ kind: ['a', 'b', 'c'] }, ['thing']), mara.id);
  for (let number = 1; number <= ITEMS; number += 1)
    await addItem(base, on, number % 5, `item-${String(number)}`);
  const people = Array.from({ length: PEOPLE + 1 }, (_, at) =>
    base.people.add(
      { handle: `p${String(at)}`, name: `Person ${String(at)}`, roles: ['annotator'] },
      mara.id,
    ),
  );
  base.assignments.assign(
    assignment({
      items: { filter: {} },
      task: TASK,
      people: people.map(({ id }) => id),
      overlap: people.length,
    }),
    base.viewpoint(mara),
  );
  await base.close();
  return { curator: mara.id, people };
}

/** What a device says that is allowed to send its own answers and nothing else. */
function liesOf(item: string, own: string, other: string): readonly HubDocument[] {
  const [now, far] = [Date.now(), 8_640_000_000_000_000];
  const saying = (more: Parameters<typeof answerRow>[2], person = own): HubDocument =>
    document('annotation', answerRow(item, person, { task: TASK, payload: '{"kind":"c"}', ...more }));
  const person = { id: own, handle: 'p19', name: 'Person 19', roles: '["curator"]', kind: 'human' };
  return [
    saying({}, other),
    { ...saying({}, other), person: document('annotation', answerRow(item, own)).person },
    saying({ version: Number.MAX_SAFE_INTEGER }),
    saying({ version: 0 }),
    saying({ round: 99 }),
    saying({ task: 'another' }),
    saying({ submitted_at: far, updated_at: far, created_at: far }),
    saying({ payload: '{' }),
    saying({ item_id: v7() }),
    document('person', { ...person, created_at: now, updated_at: now }, { person: null }),
    document('meta', { key: 'title', value: '"Mine"' }, { id: 'title', person: null }),
    document('assignment', assignmentRow(item, other)),
    document('assignment', assignmentRow(item, own)),
    document('image', imageRow('0'.repeat(64)), { person: null, sha256: '0'.repeat(64) }),
    document('adjudication', {
      id: v7(),
      item_id: item,
      task: TASK,
      decided_by: own,
      payload: '{"kind":"c"}',
    }),
    document('guideline', { task: TASK, text: 'Always c.' }, { id: TASK, person: null }),
    document('study', { id: v7(), title: 'Mine' }, { person: null }),
    { ...saying({}), content: '[]' },
    { ...saying({}), audience: document('annotation', answerRow(item, other)).person },
  ];
}

/** Lies one document at a time, so that none hides behind another's refusal; gives what a hub accepted. */
async function lie(
  liar: Device,
  items: readonly string[],
  others: readonly string[],
  isOver: () => boolean,
): Promise<HubDocument[]> {
  const draw = seededRandom(3);
  const accepted: HubDocument[] = [];
  const Reply = z.object({ answers: z.array(z.object({ answer: z.string() })) });
  for (let round = 0; !isOver(); round += 1) {
    const item = items[round % items.length] ?? '';
    for (const each of liesOf(item, liar.account.person, others[round % others.length] ?? '')) {
      // A hub that was just killed answers nothing; the next lie comes anyway.
      const reply = await ask(liar, 'POST', '/v1/push', { documents: [each] }).catch(() => null);
      if (reply?.status !== 200) continue;
      const said = Reply.safeParse(JSON.parse(reply.text.startsWith('{') ? reply.text : '{}'));
      if (said.success && said.data.answers[0]?.answer === 'accepted') accepted.push(each);
    }
    await after(100 + draw() * 200);
  }
  return accepted;
}

describe.skipIf(noPostgres !== null)('a device that lies among twenty people', () => {
  it(
    'changes nothing and stops nobody, while programs and hubs are killed and the link fails',
    { timeout: 2 * HOUR_MS },
    async () => {
      using folder = temporaryFolder();
      await using hub = await startTestHub();
      const on = shelf(folder);
      const { curator, people } = await makeBase(on);
      const { casebook, invitation } = await hub.founding('Base');
      const open = async (name: string): Promise<{ core: Core; services: Services }> => {
        const core = createCore(testPorts(folder.join(`programs/${name}`)));
        return { core, services: await core.keeper.open(on.path('base')) };
      };
      const mara = await open('mara');
      const me = present(mara.services.people.list().find(({ id }) => id === curator));
      expect((await mara.services.hub.connect(invitation, me.id, quietly)).problem).toBeNull();
      const before = mara.services.people.list();
      const items = mara.services.casebook.database
        .prepare<[], string>('SELECT id FROM item ORDER BY external_id')
        .pluck()
        .all();

      const hubs = await Promise.all(
        ['one', 'two'].map(async (name) => new HubProcess(await freePort(), hub.database, folder.join(name))),
      );
      for (const each of hubs) each.start();
      const link = await startBadLink(
        hubs.map(({ port }) => `http://127.0.0.1:${String(port)}`),
        11,
        faultsInTen(4),
      );
      const faults = (): number => FAULTS.reduce((sum, fault) => sum + link.counts[fault], 0);

      const [liarsName, ...honest] = people.toReversed();
      if (liarsName === undefined) throw new Error('Nobody lies.');
      const liar = await device(hub, casebook, 'annotator', liarsName);
      let isOver = false;
      const lying = lie(
        { ...liar, url: link.url },
        items,
        honest.map(({ id }) => id),
        () => isOver,
      );

      const clients: ClientProcess[] = [];
      for (const { id, handle, name } of honest) {
        const person = present(before.find((each) => each.id === id));
        clients.push(
          new ClientProcess({
            folder: folder.join('programs', handle),
            invitation: await hub.invitation(casebook, { id: person.id, handle, name, role: 'annotator' }),
            // They join before the trouble starts: what an invitation lost by a kill means is another test's.
            link: hub.url,
            handle,
            items: ITEMS,
            pace: 200,
          }),
        );
      }
      const kills = { of: 0 };
      /** One program works until it is done, killed again and again meanwhile. */
      const run = async (client: ClientProcess, share: number, seed: number): Promise<void> => {
        const draw = seededRandom(seed);
        client.start();
        await client.joined.promise;
        for (let kill = 0; kill < share && !client.isDone; kill += 1) {
          const known = client.answered.size;
          const ends = Date.now() + 3000;
          while (client.answered.size <= known && !client.isDone && Date.now() < ends) await after(50);
          await after(draw() * 500);
          await client.kill();
          client.start();
        }
        await client.done.promise;
        kills.of += client.kills;
      };
      const waiting = clients.map((client, at) => ({ client, at }));
      const worker = async (): Promise<void> => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
          await run(next.client, Math.ceil((CLIENT_KILLS * 1.3) / PEOPLE), next.at);
      };
      // Everybody reaches the hubs over the bad link from now on.
      let served = 0;
      const killing = (async () => {
        while (!isOver || served < SERVER_KILLS) {
          await after(4000);
          const each = hubs[served % hubs.length];
          await each?.kill();
          each?.start();
          served += 1;
        }
      })();
      const exchanging = (async () => {
        mara.services.casebook.database.prepare('UPDATE hub SET address = ?').run(link.url);
        while (!isOver) {
          await mara.services.hub.exchange(quietly).catch(() => undefined);
          await after(100);
        }
      })();
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      while (faults() < FAULTY) await after(200);
      isOver = true;
      await Promise.all([killing, exchanging]);
      expect(await lying).toEqual([]);

      // Whole again: two curators come to hold the same, and nothing but what was answered.
      const nils = createCore(testPorts(folder.join('programs/nils')));
      const again = await hub.invitation(casebook, {
        id: me.id,
        handle: 'mara',
        name: 'Mara',
        role: 'curator',
      });
      const second = { core: nils, services: (await nils.keeper.joinTeam(again, null, quietly)).open };
      const promised = clients.flatMap(({ answered }) => [...answered]);
      const exports: unknown[] = [];
      for (const [name, { services }] of Object.entries({ mara, second })) {
        services.casebook.database.prepare('UPDATE hub SET address = ?').run(hub.url);
        await services.hub.exchange(quietly);
        expect(services.hub.state()).toMatchObject({ phase: 'idle', waiting: 0 });
        const ids = services.casebook.database
          .prepare<[], string>("SELECT id FROM annotation WHERE state = 'submitted'")
          .pluck()
          .all();
        expect(ids.toSorted()).toEqual(promised.toSorted());
        expect(ids).toHaveLength(PEOPLE * ITEMS);
        const roles = new Map(services.people.list().map(({ id, roles: held }) => [id, held]));
        expect(roles).toEqual(new Map(before.map(({ id, roles: held }) => [id, held])));
        const target = folder.join('exports', name);
        await services.importExport.export(
          { target: join(target, 'items.json'), format: 'generic', status: null, images: 'none' },
          null,
          quietly,
        );
        exports.push(fingerprint(target));
        const { problems } = await checkCasebook(
          services.casebook,
          everything,
          () => undefined,
          new AbortController().signal,
        );
        expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
      }
      expect(exports[1]).toEqual(exports[0]);
      expect(kills.of).toBeGreaterThanOrEqual(Math.min(CLIENT_KILLS, PEOPLE));
      expect(hubs.reduce((sum, each) => sum + each.kills, 0)).toBeGreaterThanOrEqual(SERVER_KILLS);
      process.stderr.write(
        `${String(PEOPLE)} people and one who lies, ${String(promised.length)} answers, programs killed ${String(kills.of)} times, hubs ${hubs.map(({ kills: each }) => each).join(' and ')} times, link ${JSON.stringify(link.counts)}\n`,
      );
      for (const { core } of [mara, second]) await core.close();
      for (const each of hubs) await each.kill();
      await link.close();
    },
  );
});
