import { describe, expect, it } from 'vitest';
import type { Services } from '../../electron/core/app/services.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import { noteJoined } from '../../electron/core/records/people/device.ts';
import type { Role } from '../../shared/domain/status.ts';
import { assignment } from '../helpers/assignment.ts';
import { addItem, answer, base, itemBy, personBy, shelf, type Shelf, TASK } from '../helpers/branches.ts';
import { casebook } from '../helpers/commandLine.ts';
import { temporaryFolder } from '../helpers/core.ts';

const assign = (services: Services, handle: string, item: string): void => {
  services.assignments.assign(
    // Three others have each item.
    assignment({
      items: { ids: [itemBy(services, item)] },
      task: TASK,
      people: [personBy(services, handle).id],
      overlap: 4,
    }),
    services.viewpoint(personBy(services, 'mara')),
  );
};

/** The casebook "base" with Ed, who has these roles and one item to answer, and a copy in which everything is tried. */
async function tampered(on: Shelf, roles: readonly Role[], isJoined: boolean): Promise<void> {
  await base(on);
  await on.use('base', (services) => {
    services.people.add({ handle: 'ed', name: 'Ed', roles: [...roles] }, personBy(services, 'mara').id);
    assign(services, 'ed', 'item-1');
  });
  on.copy('base', 'device');
  await on.use('device', async (services) => {
    const ed = personBy(services, 'ed').id;
    services.people.add({ handle: 'eve', name: 'Eve', roles: ['curator'] }, ed);
    services.people.update({ id: ed, name: 'Ed', roles: ['curator', ...roles] }, ed);
    services.guidelines.add({ task: TASK, field: 'kind', category: 'a', note: 'Always a.' }, ed);
    services.items.tag({ filter: {} }, ['tampered'], [], ed, everything);
    await addItem(services, on, 9, 'foisted');
    assign(services, 'ed', 'item-3');
    answer(services, 'ed', itemBy(services, 'item-1'), { kind: 'b' }, 3);
    answer(services, 'ana', itemBy(services, 'item-2'), { kind: 'c' }, null);
    services.casebook.database.prepare("UPDATE image SET licence = 'CC0'").run();
    if (isJoined) noteJoined(services.casebook.database, ed);
  });
}

/** What the casebook holds of what was tried. */
const held = (on: Shelf) =>
  on.use('base', ({ casebook: { database } }) => ({
    people: database.prepare('SELECT handle FROM person ORDER BY handle').pluck().all(),
    edsRoles: database.prepare("SELECT roles FROM person WHERE handle = 'ed'").pluck().get(),
    guidelines: database.prepare('SELECT note FROM guideline').pluck().all(),
    tags: database.prepare('SELECT DISTINCT tag FROM item_tag').pluck().all(),
    items: database.prepare('SELECT external_id FROM item ORDER BY external_id').pluck().all(),
    licences: database.prepare('SELECT DISTINCT licence FROM image').pluck().all(),
    edsAssignments: database
      .prepare(
        `SELECT i.external_id || ' ' || s.state FROM assignment s JOIN item i ON i.id = s.item_id
         WHERE s.person_id = (SELECT id FROM person WHERE handle = 'ed') ORDER BY 1`,
      )
      .pluck()
      .all(),
    answers: database
      .prepare(
        `SELECT p.handle || ' ' || i.external_id FROM annotation a JOIN item i ON i.id = a.item_id
         JOIN person p ON p.id = a.person_id WHERE a.state = 'submitted' ORDER BY 1`,
      )
      .pluck()
      .all(),
  }));

const UNTOUCHED = {
  people: ['ana', 'bojan', 'cleo', 'ed', 'mara'],
  guidelines: [],
  tags: [],
  items: ['item-1', 'item-2', 'item-3'],
  licences: [null],
};

describe('the casebook of a device', () => {
  it.each<{ roles: Role[] }>([
    { roles: ['adjudicator', 'annotator'] },
    { roles: ['reviewer'] },
    { roles: ['annotator'] },
  ])('brings what is theirs to write, and lists what is not: $roles', async ({ roles }) => {
    using folder = temporaryFolder();
    const on = shelf(folder);
    await tampered(on, roles, true);
    const [source] = (await on.merge('base', 'device')).sources;
    expect(source).toMatchObject({ refused: null, conflicts: 0 });
    expect(source?.brings).toBeUndefined();
    expect(await held(on)).toEqual({
      ...UNTOUCHED,
      edsRoles: JSON.stringify(roles),
      edsAssignments: ['item-1 submitted'],
      answers: ['ed item-1'],
    });
    const left = new Map(source?.left.map(({ item, reason }) => [item, reason]));
    expect([...left.keys()]).toEqual([
      'people and roles',
      'images',
      'items',
      'guidelines',
      'assignments',
      'answers',
    ]);
    expect(left.get('people and roles')).toBe(
      '1 (eve (curator)) not merged. This casebook is Ed’s device. Only curators may write people and roles.',
    );
    expect(left.get('items')).toContain('1 (foisted) not merged.');
    expect(left.get('answers')).toContain('It brings only what is in their own name');
    // Once more: the same.
    const [again] = (await on.merge('base', 'device')).sources;
    expect(again).toMatchObject({ refused: null, taken: { annotations: 0, assignments: 0 } });
  });

  it('of a curator brings everything, as before', async () => {
    using folder = temporaryFolder();
    const on = shelf(folder);
    await tampered(on, ['curator', 'annotator'], true);
    const [source] = (await on.merge('base', 'device')).sources;
    expect(source).toMatchObject({ refused: null, left: [] });
    expect(source?.brings).toBeUndefined();
    expect(await held(on)).toMatchObject({
      people: ['ana', 'bojan', 'cleo', 'ed', 'eve', 'mara'],
      guidelines: ['Always a.'],
      answers: ['ana item-2', 'ed item-1'],
    });
  });
});

it('a casebook of which nobody can tell whose it is says before the merge what else it brings', async () => {
  using folder = temporaryFolder();
  const on = shelf(folder);
  await tampered(on, ['adjudicator', 'annotator'], false);
  const report = await on.use('base', ({ merging }) =>
    merging.merge(
      [on.path('device')],
      { dryRun: true, by: null },
      { progress: () => undefined, signal: new AbortController().signal },
    ),
  );
  expect(report.applied).toBe(false);
  expect(report.sources[0]?.brings).toEqual([
    'people and roles: 1 (eve (curator))',
    'guidelines: 1 (Always a.)',
    'assignments: 1',
    'answers: 2',
  ]);
  expect(await held(on)).toMatchObject(UNTOUCHED);
});

it('a casebook of which nobody can tell whose it is is merged by a command only with --yes', async () => {
  using folder = temporaryFolder();
  const on = shelf(folder);
  await tampered(on, ['adjudicator', 'annotator'], false);
  const asked = await casebook('merge', on.path('base'), on.path('device'));
  expect(asked.code).toBe(1);
  expect(asked.stdout).toContain(
    `not merged ${on.path('device')}: Casebook cannot tell whose casebook this is. Merge it only if a curator of this team made it.
would bring people and roles: 1 (eve (curator))
would bring guidelines: 1 (Always a.)
would bring assignments: 1
would bring answers: 2
Nothing of it was merged. Add --yes to merge it.
`,
  );
  expect(await held(on)).toMatchObject(UNTOUCHED);
  const tried = await casebook('merge', on.path('base'), on.path('device'), '--dry-run');
  expect([tried.code, tried.stdout]).toEqual([0, expect.stringContaining('Merge it with --yes')]);
  expect(await held(on)).toMatchObject(UNTOUCHED);
  const agreed = await casebook('merge', on.path('base'), on.path('device'), '--yes');
  expect([agreed.code, agreed.stdout]).toEqual([
    0,
    expect.stringContaining('brings people and roles: 1 (eve (curator))'),
  ]);
  expect(agreed.stdout).not.toContain('cannot tell');
  expect(await held(on)).toMatchObject({ people: ['ana', 'bojan', 'cleo', 'ed', 'eve', 'mara'] });
});

it('the casebook of a known device is merged by a command without a question', async () => {
  using folder = temporaryFolder();
  const on = shelf(folder);
  await tampered(on, ['annotator'], true);
  const { code, stdout } = await casebook('merge', on.path('base'), on.path('device'));
  expect([code, stdout]).toEqual([0, expect.stringContaining('new ')]);
  expect(await held(on)).toMatchObject({ answers: ['ed item-1'] });
});

it('the check of a casebook names who changed people and settings without being a curator', async () => {
  using folder = temporaryFolder();
  const on = shelf(folder);
  await tampered(on, ['adjudicator', 'annotator'], true);
  const { code, stdout } = await casebook('check', on.path('device'));
  expect(code).toBe(0);
  expect(stdout).toContain(
    'warning: log: ed was not a curator then, and added eve (curator); gave ed the roles curator, annotator, adjudicator (before: adjudicator, annotator). Only curators may do that. Check it on the Team screen and in Settings, and undo what you did not want.',
  );
  expect((await casebook('check', on.path('base'))).stdout).not.toContain('not a curator');
});
