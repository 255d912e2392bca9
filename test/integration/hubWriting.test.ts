import { createHash } from 'node:crypto';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DocumentContent } from '../../electron/core/db/documents.ts';
import { all, type HubDatabase, openHubDatabase } from '../../electron/hosts/hub/database.ts';
import { writingRights } from '../../shared/hub/mayWrite.ts';
import { HUB_TABLES, type HubDocument } from '../../shared/hub/protocol.ts';
import { hubRoleOf } from '../../shared/hub/roles.ts';
import { PersonId } from '../../shared/base/ids.ts';
import { Role } from '../../shared/domain/status.ts';
import { noPostgres, startTestHub, type TestHub } from '../helpers/hub.ts';
import {
  type About,
  everyDocument,
  judgingAssignment,
  judgingAssignmentRow,
  personRow,
  sessionRow,
} from '../helpers/hubEveryRow.ts';
import {
  ask,
  assignmentRow,
  type Device,
  device,
  document,
  itemRow,
  push,
  sendImage,
  undisturbed,
  within,
} from '../helpers/hubRows.ts';

const FORBIDDEN = '42501';
const accepted = { answer: 'accepted', reason: null };

/** Somebody with one role and a device, and what a curator asked them for. */
interface Somebody {
  readonly own: Device;
  readonly person: string;
  readonly about: About;
}

describe.skipIf(noPostgres !== null)('who may write what in a hub', () => {
  let hub: TestHub;
  let sql: HubDatabase;
  let mara: Device;
  let casebook: string;
  let others: { readonly person: string; readonly about: About };
  let unasked: string;
  const team = new Map<Role, Somebody>();

  /** A person of the casebook, with an item, a study session and an answer to judge that a curator asked them for. */
  const invited = async (roles: readonly Role[]): Promise<{ person: string; about: About }> => {
    const [person, item, assignment, session] = [v7(), v7(), v7(), v7()];
    const judging = judgingAssignmentRow(person);
    const sha256 = await sendImage(mara, [Buffer.from(person)]);
    const made = [
      document('person', personRow(person, roles)),
      document('item', itemRow(item)),
      document('item', itemRow(item), { audience: person }),
      document('assignment', assignmentRow(item, person, 'open', assignment)),
      document('session', sessionRow(person, session), { audience: person, person: null }),
      document('session', sessionRow(person, session)),
      judgingAssignment(judging),
    ];
    expect(await push(mara, made)).toEqual(made.map(() => accepted));
    return { person, about: { item, assignment, session, judging, sha256 } };
  };
  const joined = async (roles: readonly Role[]): Promise<Somebody> => {
    const { person, about } = await invited(roles);
    return {
      own: await device(hub, casebook, hubRoleOf(roles), { id: person, handle: person }),
      person,
      about,
    };
  };

  beforeAll(async () => {
    hub = await startTestHub();
    await undisturbed(hub);
    sql = openHubDatabase(hub.database, 'requests', 2);
    ({ casebook } = await hub.founding('Base'));
    mara = await device(hub, casebook, 'curator');
    for (const role of Role.options) team.set(role, await joined([role]));
    others = await invited(Role.options);
    unasked = v7();
    await push(mara, [document('item', itemRow(unasked))]);
  });
  afterAll(async () => {
    await sql.end();
    await hub[Symbol.asyncDispose]();
  });

  /** Whether PostgreSQL itself takes a document from a device; nothing is left of it. */
  const takes = async (from: Device, made: HubDocument): Promise<boolean> => {
    const back = new Error('back');
    const hash = createHash('sha256')
      .update(made.content ?? '')
      .digest();
    try {
      await within(sql, from, async (transaction) => {
        await transaction`INSERT INTO casebook.document
            (casebook, era, device, roles, tab, id, person, audience, item, about, sha256, version, hash, content)
          VALUES (${casebook}, casebook.known_era(), ${from.account.device}, casebook.my_roles(), ${made.table}, ${made.id},
            ${made.person}, ${made.audience}, ${made.item}, ${made.about},
            ${made.sha256 === null ? null : Buffer.from(made.sha256, 'hex')}, ${hash}, ${hash}, ${made.content})`;
        throw back;
      });
      return true;
    } catch (error) {
      if (error === back) return true;
      expect(z.object({ code: z.string() }).parse(error).code).toBe(FORBIDDEN);
      return false;
    }
  };
  /** Whether the hub takes it, which has to be what PostgreSQL itself says; where not, in words. */
  const sends = async (from: Device, made: HubDocument): Promise<boolean> => {
    const yes = await takes(from, made);
    const [answer] = await push(from, [made]);
    const told = [made.table, answer?.answer];
    expect(told).toEqual([made.table, yes ? 'accepted' : 'refused']);
    if (!yes) expect(answer?.reason).toMatch(/^(?:Only .* may |It is not from |The hub does not know )/u);
    return yes;
  };

  it('is one list, which PostgreSQL has as the app has it', async () => {
    const rights = await all(
      hub.owner`SELECT tab, role, whose FROM casebook.may_write`,
      z.object({ tab: z.string(), role: z.string(), whose: z.string() }),
    );
    const sorted = (list: readonly object[]) => list.map((each) => JSON.stringify(each)).sort();
    expect(sorted(rights)).toEqual(sorted(writingRights()));
  });

  it('holds each role to it for each kind of document, whatever a valid device says', async () => {
    const lines: string[] = [];
    const found: ReturnType<typeof writingRights> = [];
    for (const tab of HUB_TABLES) {
      const cells: string[] = [];
      for (const [role, { own, person, about }] of team) {
        const asThemselves = everyDocument(person, about)[tab];
        const isSomebodys = asThemselves.person !== null;
        const mine = await sends(own, asThemselves);
        const theirs = isSomebodys ? await sends(own, everyDocument(others.person, others.about)[tab]) : mine;
        // What nobody asked them for: another item, session, answer to judge.
        const notAsked = await sends(
          own,
          everyDocument(person, {
            ...about,
            item: unasked,
            assignment: v7(),
            session: v7(),
            judging: judgingAssignmentRow(person, 7),
          })[tab],
        );
        // Eyes that they prepare it for, and a row that they take away.
        const prepared = await takes(own, { ...asThemselves, audience: PersonId.parse(others.person) });
        const removal = await takes(own, { ...asThemselves, content: null });
        const whose = theirs ? 'anybodys' : notAsked ? 'own' : mine ? 'asked' : null;
        expect([tab, role, prepared, removal]).toEqual([
          tab,
          role,
          whose === 'anybodys',
          whose === 'anybodys',
        ]);
        if (whose !== null) found.push({ tab, role, whose });
        cells.push((whose ?? '-').padEnd(11));
      }
      lines.push(`${tab.padEnd(20)}${cells.join('')}`);
    }
    process.stderr.write(
      `${''.padEnd(20)}${[...team.keys()].map((role) => role.padEnd(11)).join('')}\n${lines.join('\n')}\n`,
    );
    const order = (list: readonly object[]) => list.map((each) => JSON.stringify(each)).sort();
    expect(order(found)).toEqual(order(writingRights()));
  });

  it('takes no role that a device gives itself, nor an image, of anybody but curators', async () => {
    for (const [role, { own, person }] of team) {
      if (role === 'curator') continue;
      const herself = document('person', personRow(person, ['curator']));
      expect(await push(own, [herself])).toEqual([
        { answer: 'refused', reason: 'Only curators may write people and roles.' },
      ]);
      expect(await takes(own, herself)).toBe(false);
      const image = `/v1/images/${'0'.repeat(64)}/${v7()}`;
      for (const [method, path, body] of [
        ['PUT', `${image}/0`, Buffer.from('part')],
        ['POST', `${image}/complete`, undefined],
        ['POST', '/v1/images/missing', { images: [{ sha256: '0'.repeat(64), bytes: 1 }] }],
      ] as const)
        expect((await ask(own, method, path, body)).status, `${role} ${path}`).toBe(403);
      for (const statement of [
        `casebook.image_part (casebook, sha256, upload, number, device, content)
          VALUES ('${casebook}', '\\x00', '${v7()}', 0, '${own.account.device}', '\\x00')`,
        `casebook.image (casebook, sha256, upload, bytes, parts) VALUES ('${casebook}', '\\x00', '${v7()}', 1, 1)`,
      ])
        await expect(
          within(
            sql,
            own,
            async (transaction) => void (await transaction.unsafe(`INSERT INTO ${statement}`)),
          ),
        ).rejects.toMatchObject({ code: FORBIDDEN });
    }
    const devices = [...team].flatMap(([role, { own }]) => (role === 'curator' ? [] : [own.account.device]));
    const theirs =
      await hub.owner`SELECT FROM casebook.document WHERE tab = 'person' AND device = ANY (${devices}::uuid[])`;
    expect(theirs).toHaveLength(0);
  });

  it('follows the roles that a curator gives and takes, and lets nobody in for more than they were invited as', async () => {
    const { own, person, about } = await joined(['adjudicator']);
    const decision = () => everyDocument(person, about).adjudication;
    expect(await sends(own, decision())).toBe(true);
    const now = (roles: readonly Role[], changedAt: number): HubDocument => {
      const made = document('person', personRow(person, roles));
      return {
        ...made,
        content: JSON.stringify({ ...DocumentContent.parse(JSON.parse(made.content ?? '')), changedAt }),
      };
    };
    expect(await push(mara, [now(['reviewer'], 2)])).toEqual([accepted]);
    expect(await sends(own, decision())).toBe(false);
    expect(await sends(own, everyDocument(person, about).edition)).toBe(true);
    // What was said before comes in late: it changes nothing.
    expect(await push(mara, [now(['curator'], 1)])).toEqual([accepted]);
    expect(await sends(own, everyDocument(person, about).item)).toBe(false);
    const annotator = await joined(['annotator']);
    expect(
      await push(mara, [document('person', personRow(annotator.person, ['annotator', 'curator']))]),
    ).toEqual([accepted]);
    expect(await sends(annotator.own, everyDocument(annotator.person, annotator.about).meta)).toBe(false);
    expect(await sends(annotator.own, everyDocument(annotator.person, annotator.about).annotation)).toBe(
      true,
    );
  });

  it('lets those who oversee resolve what others began to discuss, and change nothing else of it', async () => {
    const { own } = await joined(['reviewer']);
    const begun = everyDocument(others.person, others.about).comment;
    expect(await push(mara, [begun])).toEqual([accepted]);
    const { row } = z
      .object({ row: z.record(z.string(), z.union([z.string(), z.number(), z.null()])) })
      .parse(JSON.parse(begun.content ?? ''));
    expect(await sends(own, document('comment', { ...row, resolved: 1, changed_at: Date.now() }))).toBe(true);
    expect(await sends(own, document('comment', { ...row, resolved: 1, text: 'forged' }))).toBe(false);
    expect(await sends(own, document('comment', { ...row, removed: 1 }))).toBe(false);
  });
});
