import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { CasebookError } from '../../shared/base/errors.ts';
import { parseInvitation } from '../../shared/hub/protocol.ts';
import { type Fault, startBadLink } from '../helpers/badLink.ts';
import { answer, itemBy } from '../helpers/branches.ts';
import { quietly } from '../helpers/casebooks.ts';
import { noPostgres } from '../helpers/hub.ts';
import { startTeam } from '../helpers/hubTeam.ts';

const count = (
  { casebook }: { casebook: { database: { prepare(sql: string): { pluck(): { get(): unknown } } } } },
  table: string,
) => casebook.database.prepare(`SELECT count(*) FROM ${table}`).pluck().get();

describe.skipIf(noPostgres !== null)('an exchange over a bad link', () => {
  it.each(['lost', 'answer lost', 'repeated', 'cut', 'stalled', 'portal'] as const)(
    'loses and doubles nothing where a request is %s',
    async (fault) => {
      await using team = await startTeam();
      const ana = await team.join('ana');
      const { database } = ana.services.casebook;
      // Every third request meets it: an exchange asks for the time, sends and fetches, so that in turn each of these does.
      const link = await startBadLink([team.hub.url], 1, (number): Fault =>
        number % 3 === 2 ? fault : 'passes',
      );
      database.prepare('UPDATE hub SET address = ?').run(link.url);
      answer(ana.services, 'ana', itemBy(ana.services, 'Item 1'), { kind: 'a' }, 3);
      for (let time = 0; time < 6; time += 1) await ana.services.hub.exchange(quietly).catch(() => undefined);
      expect(ana.services.hub.state()).toMatchObject({ waiting: 0, refused: 0 });
      answer(ana.services, 'ana', itemBy(ana.services, 'Item 2'), { kind: 'b' }, 3);
      for (let time = 0; time < 6; time += 1) await ana.services.hub.exchange(quietly).catch(() => undefined);
      await team.mara.exchange();
      expect(count(team.mara.services, 'annotation')).toBe(2);
      expect(count(team.mara.services, 'region')).toBe(2);
      expect(link.counts[fault]).toBeGreaterThan(1);
      await link.close();
    },
  );

  it('says so where a sign-in page answers, and keeps what waits', async () => {
    await using team = await startTeam();
    const ana = await team.join('ana');
    const link = await startBadLink([team.hub.url], 1, () => 'portal');
    ana.services.casebook.database.prepare('UPDATE hub SET address = ?').run(link.url);
    answer(ana.services, 'ana', itemBy(ana.services, 'Item 1'), { kind: 'a' }, 3);
    await expect(ana.services.hub.exchange(quietly)).rejects.toThrow(/sign-in page/u);
    expect(ana.services.hub.state()).toMatchObject({ phase: 'retrying', waiting: 2 });
    await link.close();
    await expect(ana.services.hub.exchange(quietly)).rejects.toThrow(/is not running at this address/u);
    ana.services.casebook.database.prepare('UPDATE hub SET address = ?').run(team.hub.url);
    await ana.exchange();
    expect(ana.services.hub.state()).toMatchObject({ phase: 'idle', waiting: 0, problem: null });
  });

  it('reads no answer without end', async () => {
    await using team = await startTeam();
    const ana = await team.join('ana');
    const server = createServer((_, outgoing) => {
      outgoing.writeHead(200, { 'casebook-hub': '1', 'content-type': 'application/json' });
      const more = (): void => {
        while (!outgoing.destroyed && outgoing.write('x'.repeat(1_000_000)));
        outgoing.once('drain', more);
      };
      more();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('There is no port.');
    ana.services.casebook.database
      .prepare('UPDATE hub SET address = ?')
      .run(`http://127.0.0.1:${String(address.port)}`);
    await expect(ana.services.hub.exchange(quietly)).rejects.toThrow(CasebookError);
    server.closeAllConnections();
    server.close();
  });

  it('ends with a clear word once the device is revoked; the work stays and is sent after joining again', async () => {
    await using team = await startTeam();
    const { mara } = team;
    const ana = await team.join('ana');
    answer(ana.services, 'ana', itemBy(ana.services, 'Item 1'), { kind: 'a' }, 3);
    const [device] = (await mara.services.hub.people()).find(({ handle }) => handle === 'ana')?.devices ?? [];
    const after = await mara.services.hub.revoke(device?.id ?? '');
    expect(after.find(({ handle }) => handle === 'ana')?.devices[0]?.revokedAt).not.toBeNull();
    await expect(ana.services.hub.exchange(quietly)).rejects.toThrow(/revoked/u);
    expect(ana.services.hub.state()).toMatchObject({ phase: 'stopped', waiting: 2 });
    expect(ana.services.hub.state()?.problem?.hint).toMatch(/Nothing was lost/u);
    const { text } = await mara.services.hub.invite(ana.me.id);
    await ana.services.hub.disconnect();
    const again = await ana.services.hub.connect(text, ana.me.id, quietly);
    expect(again).toMatchObject({ phase: 'idle', waiting: 0, problem: null });
    await mara.exchange();
    expect(count(mara.services, 'annotation')).toBe(1);
    expect(parseInvitation(text)).not.toBeNull();
    await expect(team.mara.services.hub.connect(text, mara.me.id, quietly)).rejects.toThrow(/already/u);
  });
});
