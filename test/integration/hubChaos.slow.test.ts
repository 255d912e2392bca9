import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Core, createCore } from '../../electron/core/app/createCore.ts';
import { DocumentContent } from '../../electron/core/db/documents.ts';
import {
  HubClient,
  redeemInvitation as joinHub,
  newSecret,
} from '../../electron/core/features/hub/client.ts';
import { createServices, type Services } from '../../electron/core/app/services.ts';
import { type HubDocument, parseInvitation } from '../../shared/hub/protocol.ts';
import { PersonId } from '../../shared/base/ids.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { assignment } from '../helpers/assignment.ts';
import { startBadLink } from '../helpers/badLink.ts';
import { addItem, shelf } from '../helpers/branches.ts';
import { quietly } from '../helpers/casebooks.ts';
import { fingerprint } from '../helpers/commandLine.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { noPostgres, startTestHub } from '../helpers/hub.ts';
import { FAULTS, faultsInTen, freePort, HubProcess } from '../helpers/hubChaos.ts';
import { present } from '../helpers/present.ts';
import { choices } from '../helpers/ratedCasebook.ts';
import { seededRandom } from '../helpers/random.ts';
import { createCasebook } from '../../electron/core/derived/casebook.ts';

const TASK = 'annotate';
const ITEMS = 20;
/** How many annotate, and for how long; the full size is 200 people for 5 minutes. */
const PEOPLE = Number(process.env['CASEBOOK_HUB_PEOPLE'] ?? 60);
const SECONDS = Number(process.env['CASEBOOK_HUB_SECONDS'] ?? 45);
const KILL_EVERY_MS = 4000;
/** Somebody who annotates over a bad link, until the end; gives the ids of their answers that the hub acknowledged. */
async function annotate(
  invitation: string,
  link: string,
  person: PersonId,
  seed: number,
  ends: number,
): Promise<ReadonlySet<string>> {
  const draw = seededRandom(seed);
  const parsed = present(parseInvitation(invitation));
  const secret = newSecret();
  const signal = new AbortController().signal;
  /** As the app does: again, until it is answered. */
  const insist = async <T>(work: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        return await work();
      } catch {
        await after(50 + draw() * 200);
      }
    }
  };
  await insist(() => joinHub({ ...parsed, address: link }, { secret, title: '', person: null }, signal));
  const client = new HubClient(link, secret, signal);
  const documents: HubDocument[] = [];
  let cursor: string | null = null;
  for (let more = true; more;) {
    const reply = await insist(() => client.pull(cursor, false));
    documents.push(...reply.documents);
    [cursor, more] = [reply.cursor, reply.more];
  }
  // Each comes twice: as it was prepared for its person, and as one of their own rows.
  const assignments = new Map(
    documents
      .filter(({ table }) => table === 'assignment')
      .map((document) => [
        document.id,
        { document, row: DocumentContent.parse(JSON.parse(document.content ?? '')).row },
      ]),
  );
  const acknowledged = new Set<string>();
  for (const { document, row } of assignments.values()) {
    if (Date.now() > ends) break;
    const id = v7();
    const now = Date.now();
    const answer: HubDocument = {
      ...document,
      table: 'annotation',
      id,
      person,
      audience: null,
      content: JSON.stringify({
        row: {
          id,
          item_id: document.item,
          item_revision: 1,
          task: TASK,
          round: 1,
          person_id: person,
          version: 1,
          previous_id: null,
          state: 'submitted',
          payload: JSON.stringify({ kind: draw() < 0.7 ? 'a' : 'b' }),
          revision: 1,
          active_ms: 10,
          created_at: now,
          updated_at: now,
          submitted_at: now,
          independent: 1,
          edition_id: null,
          asked: null,
          signed_off_images: null,
        },
        parts: { region: [] },
      }),
    };
    const done: HubDocument = {
      ...document,
      person,
      audience: null,
      content: JSON.stringify({ row: { ...row, state: 'submitted' }, parts: {}, edition: null }),
    };
    const { answers } = await insist(() => client.push([answer, done]));
    expect(answers.map(({ answer: each, reason }) => [each === 'refused', reason])).toEqual([
      [false, null],
      [false, null],
    ]);
    acknowledged.add(id);
    // Nothing new to ask for is asked for, too.
    if (draw() < 0.3) cursor = (await insist(() => client.pull(cursor, false))).cursor;
    await after((SECONDS * 1000 * 0.8 * draw()) / ITEMS);
  }
  return acknowledged;
}

describe.skipIf(noPostgres !== null)('a team over bad links to hubs that are killed', () => {
  it(
    'loses nothing that was acknowledged, doubles nothing, and comes to equal exports',
    { timeout: 900_000 },
    async () => {
      using folder = temporaryFolder();
      await using hub = await startTestHub();
      const on = shelf(folder);
      const base = createServices(
        await createCasebook(
          on.path('base'),
          { benchmark: 'generic', title: 'Base' },
          testPorts(folder.path),
        ),
      );
      const mara = base.people.add({ handle: 'mara', name: 'Mara', roles: ['curator'] }, null);
      base.settings.saveVocabulary(choices({ kind: ['a', 'b', 'c'] }, ['thing']), mara.id);
      for (let number = 1; number <= ITEMS; number += 1)
        await addItem(base, on, number % 5, `item-${String(number)}`);
      const people = Array.from({ length: PEOPLE }, (_, at) =>
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
          overlap: PEOPLE,
          order: 'random',
        }),
        base.viewpoint(mara),
      );
      await base.close();
      const { casebook, invitation } = await hub.founding('Base');
      const open = async (
        name: string,
        begin: (core: Core) => Promise<Services>,
      ): Promise<{ core: Core; services: Services }> => {
        const core = createCore(testPorts(folder.join(`programs/${name}`)));
        return { core, services: await begin(core) };
      };
      const first = await open('mara', async (core) => core.keeper.open(on.path('base')));
      expect((await first.services.hub.connect(invitation, mara.id, quietly)).problem).toBeNull();
      const invitations: string[] = [];
      for (const person of people)
        invitations.push(await hub.invitation(casebook, { ...person, role: 'annotator' }));

      const processes = await Promise.all(
        ['one', 'two'].map(
          async (name) => new HubProcess(await freePort(), hub.database, join(folder.path, name)),
        ),
      );
      for (const each of processes) each.start();
      const targets = processes.map(({ port }) => `http://127.0.0.1:${String(port)}`);
      const link = await startBadLink(targets, 7, faultsInTen(4));
      const ends = Date.now() + SECONDS * 1000;
      let killing = true;
      const killer = (async () => {
        for (let at = 0; killing; at += 1) {
          await after(KILL_EVERY_MS);
          const each = processes[at % processes.length];
          await each?.kill();
          each?.start();
        }
      })();
      // The curator takes part over a bad link, too.
      first.services.casebook.database.prepare('UPDATE hub SET address = ?').run(link.url);
      const acknowledged = await Promise.all(
        people.map((person, at) =>
          annotate(invitations[at] ?? '', link.url, PersonId.parse(person.id), at, ends),
        ),
      );
      killing = false;
      await killer;
      const all = new Set(acknowledged.flatMap((own) => [...own]));
      // Whole again: everybody comes to hold the same.
      const again = await hub.invitation(casebook, { ...mara, role: 'curator' });
      const second = await open(
        'nils',
        async (core) => (await core.keeper.joinTeam(again, null, quietly)).open,
      );
      for (const { services } of [first, second]) {
        services.casebook.database.prepare('UPDATE hub SET address = ?').run(hub.url);
        await services.hub.exchange(quietly);
        const ids = z
          .array(z.string())
          .parse(
            services.casebook.database
              .prepare("SELECT id FROM annotation WHERE state = 'submitted'")
              .pluck()
              .all(),
          );
        expect(new Set(ids)).toEqual(all);
        expect(ids).toHaveLength(all.size);
        expect(services.hub.refusals(() => null)).toEqual([]);
      }
      const exports: unknown[] = [];
      for (const [name, { services }] of Object.entries({ first, second })) {
        const target = folder.join('exports', name);
        await services.importExport.export(
          { target: join(target, 'items.json'), format: 'generic', status: null, images: 'none' },
          null,
          quietly,
        );
        exports.push(fingerprint(target));
      }
      expect(exports[1]).toEqual(exports[0]);
      expect(all.size).toBeGreaterThan(PEOPLE * 3);
      expect(processes.reduce((sum, { kills }) => sum + kills, 0)).toBeGreaterThan(4);
      for (const fault of FAULTS) expect(link.counts[fault], fault).toBeGreaterThan(0);
      process.stderr.write(
        `${String(PEOPLE)} people, ${String(all.size)} answers acknowledged, kills ${processes.map(({ kills }) => kills).join(' and ')}, link ${JSON.stringify(link.counts)}; items ${String(first.services.items.list({}, { by: 'imported', descending: false }, 0, 1, everything).total)}\n`,
      );
      for (const { core } of [first, second]) await core.close();
      for (const each of processes) await each.kill();
      await link.close();
    },
  );
});
