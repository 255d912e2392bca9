import { cpSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Core, createCore } from '../../electron/core/app/createCore.ts';
import { everything } from '../../electron/core/access/viewpoint.ts';
import type { Services } from '../../electron/core/app/services.ts';
import { quietly } from '../helpers/casebooks.ts';
import { fingerprint } from '../helpers/commandLine.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';
import { noPostgres, startTestHub, type TestHub } from '../helpers/hub.ts';
import {
  answerEverything,
  answersFor,
  byImport,
  openCopy,
  personOf,
  RATERS,
  type ThreeAnnotators,
  threeAnnotators,
} from '../helpers/threeAnnotators.ts';

describe.skipIf(noPostgres !== null)('a team over a hub', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let work: ThreeAnnotators;
  let hub: TestHub;
  beforeAll(async () => {
    folder = temporaryFolder();
    work = await threeAnnotators(folder.path, 40);
    hub = await startTestHub();
  }, 300_000);
  afterAll(async () => {
    await hub[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const program = (name: string): Core => createCore(testPorts(folder.join(`programs/${name}`)));

  const exported = async (services: Services, name: string): Promise<Record<string, string>> => {
    const target = folder.join('exports', name);
    await services.importExport.export({ target, format: 'caughtcheating', status: null }, null, quietly);
    return fingerprint(target);
  };

  it('gives every overseer the export that packages give', async () => {
    const packages = await openCopy(work.home, folder.join('packages.casebook'));
    await packages.services.merging.merge(Object.values(work.returned), { dryRun: false, by: null }, quietly);
    const expected = await exported(packages.services, 'packages');
    await packages.close();

    const mara = program('mara');
    cpSync(work.home, folder.join('mara.casebook'), { recursive: true });
    await mara.keeper.open(folder.join('mara.casebook'));
    const home = mara.services();
    const me = personOf(home.people.list().find(({ roles }) => roles.includes('curator')));
    const { invitation, casebook } = await hub.founding('Caught cheating');
    const connected = await home.hub.connect(invitation, me.id, quietly);
    expect(connected).toMatchObject({
      phase: 'idle',
      problem: null,
      waiting: 0,
      refused: 0,
      role: 'curator',
    });

    const names = new Map<string, string>();
    for (const { id, externalId } of home.items.list({}, byImport, 0, 1000, everything).rows)
      names.set(id, externalId);
    for (const rater of RATERS) {
      const core = program(rater);
      const person = personOf(home.people.list().find(({ handle }) => handle === rater));
      const { text } = await home.hub.invite(person.id);
      const { open } = await core.keeper.joinTeam(text, null, quietly);
      expect(open.hub.state()).toMatchObject({ problem: null, role: 'annotator' });
      answerEverything(open, rater, answersFor(work.items, names), {});
      const report = await open.hub.exchange(quietly);
      expect(report.refused).toBe(0);
      expect(open.hub.refusals(() => null)).toEqual([]);
      await core.close();
    }
    await home.hub.exchange(quietly);
    expect(home.hub.refusals(() => null)).toEqual([]);
    expect(home.merging.conflicts()).toEqual([]);
    expect(await exported(home, 'hub-mara')).toEqual(expected);

    const other = program('nils');
    const text = await hub.invitation(casebook, { ...me, role: 'curator' });
    const { open: second } = await other.keeper.joinTeam(text, null, quietly);
    expect(second.hub.state()).toMatchObject({ problem: null, role: 'curator' });
    expect(second.hub.refusals(() => null)).toEqual([]);
    expect(await exported(second, 'hub-nils')).toEqual(expected);
    await other.close();
    await mara.close();
  });
});
