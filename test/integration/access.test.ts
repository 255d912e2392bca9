import { isContractProcedure } from '@orpc/contract';
import { createRouterClient } from '@orpc/server';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessOf } from '../../electron/core/access/confinement.ts';
import { type Core, createCore } from '../../electron/core/app/createCore.ts';
import type { Connection } from '../../electron/core/base/connection.ts';
import type { AccessRule, Caller } from '../../shared/contract/accessRules.ts';
import type { Person } from '../../shared/contract/application.ts';
import { contract } from '../../shared/contract/index.ts';
import { WebSessionId } from '../../shared/base/ids.ts';
import { Role } from '../../shared/domain/status.ts';
import type { Client } from '../helpers/blindCasebook.ts';
import { called, outcome, procedureNames, told } from '../helpers/contractSweep.ts';
import { temporaryFolder, testPorts } from '../helpers/core.ts';

const ORIGINS = ['machine', 'signedIn', 'invited'] as const;
type Origin = (typeof ORIGINS)[number];

const declared: ReadonlyMap<string, AccessRule> = new Map(
  procedureNames().map((name) => [name, accessOf(name.split('.'))]),
);

/** Whether the contract lets in somebody of this kind, without files, from there. */
function letsIn({ who, from, invited }: AccessRule, kind: Caller, origin: Origin): boolean {
  const isFrom =
    origin === 'machine' ||
    (origin === 'signedIn' && from !== 'machine') ||
    (origin === 'invited' && from === 'anywhere');
  const isInvited = origin !== 'invited' || invited === undefined || invited.some((role) => role === kind);
  return who.includes(kind) && isFrom && isInvited;
}

/** Calls without an input are carried out where they are let in; the others stop at one that is wrong. */
function needsInput(name: string): boolean {
  const procedure = called(name, contract);
  return isContractProcedure(procedure) && procedure['~orpc'].inputSchema !== undefined;
}

/** No call has an input like this. */
const WRONG: readonly never[] = [];

describe('each call of the contract', () => {
  const folder = temporaryFolder();
  let core: Core;
  let people: ReadonlyMap<Role, Person>;
  beforeAll(async () => {
    core = createCore(testPorts(folder.path));
    const open = await core.keeper.create(folder.join('a.casebook'), {
      benchmark: 'caughtcheating',
      title: 'A',
      person: 'cara',
    });
    people = new Map(
      Role.options.map((role) => [role, open.people.add({ handle: role, name: '', roles: [role] }, null)]),
    );
  });
  afterAll(async () => {
    await core.close();
    folder[Symbol.dispose]();
  });

  /** A window or browser of this person; `role` null: several people share it, and none was chosen. */
  const from = (role: Role | null, origin: Origin): Client => {
    const session: Connection = {
      personId: role === null ? null : (people.get(role)?.id ?? null),
      locked: false,
      ...(origin !== 'machine' && { web: WebSessionId.parse(v7()) }),
      ...(origin === 'invited' && { remote: true as const }),
    };
    return createRouterClient(core.router, { context: core.contextOf(session) });
  };

  describe.each([...Role.options, null])('by %s', (role) => {
    it.each(ORIGINS)('from %s is refused where it does not let them in', async (origin) => {
      const client = from(role, origin);
      const wrong = [];
      for (const [name, each] of declared) {
        const isLetIn = letsIn(each, role ?? 'nobody', origin);
        if (isLetIn && !needsInput(name)) continue;
        const result = await outcome(client, name, WRONG);
        if (isLetIn === (result === 'forbidden')) wrong.push(`${name}: ${result}`);
      }
      expect(wrong).toEqual([]);
    });
  });

  it('by a stranger to the contract is refused', () => {
    expect(() => accessOf(['people', 'adopt'])).toThrow('Nobody may make this call.');
    expect(() => accessOf(['people', 'constructor'])).toThrow('Nobody may make this call.');
    expect(() => accessOf(['people'])).toThrow('Nobody may make this call.');
  });

  it.each(['hub.pause', 'hub.exchange', 'hub.dismiss', 'hub.disconnect'])(
    'that concerns the exchange of everybody (%s) is for curators',
    async (name) => {
      for (const role of ['annotator', 'reviewer', 'adjudicator', 'judge'] as const)
        expect(await told(from(role, 'invited'), name, { paused: true, id: 1 })).toMatchObject({
          outcome: 'forbidden',
        });
      if (name !== 'hub.disconnect')
        expect(await outcome(from('curator', 'invited'), name, { paused: true, id: 1 })).not.toBe(
          'forbidden',
        );
    },
  );
});
