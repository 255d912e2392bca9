import { describe, expect, it } from 'vitest';
import { openHubDatabase } from '../../electron/hosts/hub/database.ts';
import { ANSWERS_ABOUT_ONE_ITEM } from '../../electron/hosts/hub/quota.ts';
import type { Services } from '../../electron/core/app/services.ts';
import { answer, itemBy, personBy, TASK } from '../helpers/branches.ts';
import { quietly } from '../helpers/casebooks.ts';
import { noPostgres } from '../helpers/hub.ts';
import { answerRow, assignmentRow, device, type Device, document, push, within } from '../helpers/hubRows.ts';
import { startTeam, type Team } from '../helpers/hubTeam.ts';

const TIME = Date.UTC(2026, 0, 5);

/** A device that is Ana's and says what it likes. */
async function lyingDevice({ mara, hub, casebook }: Team): Promise<Device> {
  const { id, handle } = personBy(mara.services, 'ana');
  return device(hub, casebook, 'annotator', { id, handle });
}

const saying = (item: string, { account }: Device, more: Parameters<typeof answerRow>[2] = {}) =>
  document('annotation', answerRow(item, account.person, { task: TASK, payload: '{"kind":"a"}', ...more }));
const versionsOf = ({ casebook }: Services): number[] =>
  casebook.database.prepare<[], number>('SELECT version FROM annotation ORDER BY version').pluck().all();
const reasons = ({ hub }: Services): string[] => hub.refusals(() => null).map(({ reason }) => reason);

describe.skipIf(noPostgres !== null)('what a valid device sends', () => {
  it('stops nobody’s exchange and no package: answers of the versions 1, 2^53 - 1 and 1', async () => {
    await using team = await startTeam();
    const { mara } = team;
    const item = itemBy(mara.services, 'item-1');
    const ana = await lyingDevice(team);
    const told: (string | null)[] = [];
    for (const [at, version] of [1, Number.MAX_SAFE_INTEGER, 1].entries()) {
      const [made] = await push(ana, [
        saying(item, ana, {
          version,
          payload: JSON.stringify({ kind: 'abc'[at] ?? '' }),
          submitted_at: TIME + 1000 * at,
          updated_at: TIME + 1000 * at,
        }),
      ]);
      told.push(made?.reason ?? null);
      await mara.exchange();
    }
    expect(told).toEqual([null, expect.stringContaining('version must be at most'), null]);
    await (await team.join('bojan')).exchange();
    expect(versionsOf(mara.services)).toEqual([1, 2]);
    const target = team.folder.join('ana.casebook-package');
    await mara.services.merging.package(ana.account.person, target, mara.me.id, quietly);
  });

  it('is taken with the highest versions there are, counted on without gaps', async () => {
    await using team = await startTeam();
    const { mara } = team;
    const item = itemBy(mara.services, 'item-1');
    const ana = await lyingDevice(team);
    const payloads = ['{"kind":"a"}', '{"kind":"b"}', '{"kind":"c"}'];
    for (const [at, version] of [1, 1_000_000, 1].entries()) {
      const time = TIME + 1000 * at;
      const more = { version, payload: payloads[at] ?? '', submitted_at: time, updated_at: time };
      expect(await push(ana, [saying(item, ana, more)])).toEqual([{ answer: 'accepted', reason: null }]);
      await mara.exchange();
    }
    expect(versionsOf(mara.services)).toEqual([1, 2, 3]);
  });

  it('is refused for a task or a round that was not asked for, by the database, too', async () => {
    await using team = await startTeam();
    const item = itemBy(team.mara.services, 'item-1');
    const ana = await lyingDevice(team);
    const assignment = team.mara.services.casebook.database
      .prepare<[string, string], string>('SELECT id FROM assignment WHERE item_id = ? AND person_id = ?')
      .pluck()
      .get(item, ana.account.person);
    const { person } = ana.account;
    const lies = [
      saying(item, ana, { round: 2 }),
      saying(item, ana, { task: 'other' }),
      saying(item, ana, { round: 99_999 }),
      saying(item, ana, { submitted_at: 8_640_000_000_000_000, updated_at: 8_640_000_000_000_000 }),
      document('assignment', {
        ...assignmentRow(item, person, 'submitted', assignment),
        task: TASK,
        round: 2,
      }),
    ];
    expect((await push(ana, [...lies, saying(item, ana)])).map(({ reason }) => reason)).toEqual([
      'It answers a task or a round that they were not assigned.',
      'It answers a task or a round that they were not assigned.',
      expect.stringContaining('round must be at most 1000'),
      expect.stringContaining('must be at most'),
      'The hub does not know of a request to them for this.',
      null,
    ]);
    const sql = openHubDatabase(team.hub.database, 'requests', 1);
    try {
      const [lie, , , , state] = lies;
      for (const [at, made] of [lie, state, saying(item, ana)].entries()) {
        const inserting = within(sql, ana, async (transaction) => {
          await transaction`INSERT INTO casebook.document
              (casebook, era, device, roles, tab, id, person, item, version, hash, content)
            SELECT ${team.casebook}, casebook.present_era(), ${ana.account.device}, casebook.my_roles(), ${made?.table ?? ''}, ${made?.id ?? ''},
              ${person}, ${item}, decode(${at === 1 ? 'aa' : ''}, 'hex'), '\\x00', ${made?.content ?? ''}`;
        });
        if (at < 2) await expect(inserting).rejects.toMatchObject({ code: '42501' });
        else await inserting;
      }
    } finally {
      await sql.end();
    }
  });

  it('limits how many answers one item takes, and tells the sender', async () => {
    await using team = await startTeam();
    const ana = await lyingDevice(team);
    const item = itemBy(team.mara.services, 'item-1');
    const made = Array.from({ length: ANSWERS_ABOUT_ONE_ITEM + 5 }, (_, at) =>
      saying(item, ana, { version: at + 1 }),
    );
    const answers = await push(ana, made);
    expect(answers.filter(({ answer: each }) => each === 'accepted')).toHaveLength(ANSWERS_ABOUT_ONE_ITEM);
    expect(answers.at(-1)?.reason).toMatch(/already sent 300 answers about this item/u);
    // Another item is another matter, and what was sent before is known.
    const other = itemBy(team.mara.services, 'item-2');
    const again = await push(ana, [
      ...made.slice(0, 3),
      saying(other, ana),
      saying(item, ana, { version: 400 }),
    ]);
    expect(again.map((each) => each.answer)).toEqual(['known', 'known', 'known', 'accepted', 'refused']);
  });

  it('is listed where it breaks a rule, and everything beside it comes in', async () => {
    await using team = await startTeam();
    const { mara } = team;
    const ana = await lyingDevice(team);
    const item = itemBy(mara.services, 'item-1');
    const bad = saying(item, ana);
    await push(ana, [bad]);
    await push(ana, [saying(itemBy(mara.services, 'item-2'), ana)]);
    // As an earlier hub took it.
    await team.hub
      .owner`UPDATE casebook.document SET content = replace(content, '"version":1', '"version":9007199254740991')
      WHERE id = ${bad.id}`;
    await mara.exchange();
    expect(versionsOf(mara.services)).toEqual([1]);
    expect(reasons(mara.services)).toEqual([expect.stringContaining('version must be at most')]);
    await mara.exchange();
    expect(mara.services.hub.state()).toMatchObject({ phase: 'idle', problem: null });
  });

  it('does not keep a curator from sending and receiving with a row of their own that breaks a rule', async () => {
    await using team = await startTeam();
    const { mara } = team;
    const bojan = await team.join('bojan');
    answer(mara.services, 'mara', itemBy(mara.services, 'item-1'), { kind: 'a' }, null);
    mara.services.casebook.database
      .prepare('UPDATE assignment SET position = ?, state = state WHERE person_id = ? AND item_id = ?')
      .run(2 ** 53, bojan.me.id, itemBy(mara.services, 'item-3'));
    answer(bojan.services, 'bojan', itemBy(bojan.services, 'Item 1'), { kind: 'b' }, null);
    await bojan.exchange();
    await mara.exchange();
    expect(mara.services.hub.state()).toMatchObject({ phase: 'idle', problem: null, waiting: 0 });
    expect(versionsOf(mara.services)).toEqual([1, 1]);
    // The row itself, and what is prepared for Bojan.
    expect(reasons(mara.services)).toHaveLength(2);
    for (const reason of reasons(mara.services))
      expect(reason).toMatch(/"assignment".* position must be at most/u);
    const cleo = await team.join('cleo');
    expect(itemBy(cleo.services, 'Item 1')).toBeDefined();
  });
});
