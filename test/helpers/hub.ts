import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from '../../electron/core/base/ports.ts';
import { invite, newCasebook } from '../../electron/hosts/hub/accounts.ts';
import { type HubDatabase, initHub, openHubDatabase } from '../../electron/hosts/hub/database.ts';
import { type EmbeddedPostgres, startEmbedded, whyNoEmbedded } from '../../electron/hosts/hub/embedded.ts';
import { serveHub } from '../../electron/hosts/hub/serveHub.ts';
import { type HubRole, invitationText } from '../../shared/hub/protocol.ts';
import type { PersonId } from '../../shared/base/ids.ts';
import { atEndOfFile } from './endOfFile.ts';

/** Why there is no PostgreSQL for the tests of the hub on this platform; null where there is. */
export const noPostgres = await whyNoEmbedded();
if (noPostgres !== null) process.stderr.write(`Tests of the hub do not run: ${noPostgres}\n`);

const PREFIX = 'casebook-postgres-';
const folder = join(tmpdir(), `${PREFIX}${String(process.pid)}`);
let server: Promise<EmbeddedPostgres> | null = null;

/** The one server of this process, while a file's tests run; each test has databases of its own in it. */
async function postgresServer(): Promise<EmbeddedPostgres> {
  if (server === null) {
    sweep();
    if (!existsSync(folder)) process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    server = startEmbedded(folder, () => undefined);
    // Its folder stays, so that it starts again at once for the next file.
    atEndOfFile(async () => {
      const running = server;
      server = null;
      await (await running)?.stop();
    });
  }
  return server;
}

const TEMPLATE = 'hub-template';
let template: Promise<void> | null = null;

async function makeTemplate(postgres: EmbeddedPostgres): Promise<void> {
  const owner = openHubDatabase(await postgres.database(TEMPLATE), 'owner', 1);
  await initHub(owner);
  await owner.end();
}

/** The address of a new database with the tables of a hub, copied from one that was made before. */
async function newHubDatabase(): Promise<string> {
  const postgres = await postgresServer();
  await (template ??= makeTemplate(postgres));
  const name = `hub-${randomUUID()}`;
  const main = openHubDatabase(postgres.url, 'owner', 1);
  await main`CREATE DATABASE ${main(name)} TEMPLATE ${main(TEMPLATE)}`;
  await main.end();
  return postgres.database(name);
}

/** Folders of processes that were killed. */
function sweep(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length)) : process.pid;
    if (pid !== process.pid && !isAlive(pid)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const silent: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A hub that answers on the loopback address, in a database of its own. */
export interface TestHub {
  readonly url: string;
  /** The address of its database, as its owner. */
  readonly database: string;
  /** Queries as the owner of its tables. */
  readonly owner: HubDatabase;
  /** Another process of the same hub would do the same: another listener. */
  another(): Promise<{ readonly url: string; close(): Promise<void> }>;
  /** A new casebook in the hub, and the invitation for the person who brings it. */
  founding(title: string): Promise<{ readonly casebook: string; readonly invitation: string }>;
  invitation(
    casebook: string,
    person: {
      readonly id: PersonId | null;
      readonly handle: string;
      readonly name: string;
      readonly role: HubRole;
    },
  ): Promise<string>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts a hub for a test. */
export async function startTestHub(logger: Logger = silent): Promise<TestHub> {
  const database = await newHubDatabase();
  const owner = openHubDatabase(database, 'owner', 4);
  const listen = () => serveHub(database, { host: '127.0.0.1', port: 0, tls: null, insecure: false }, logger);
  const hub = await listen();
  const invitation: TestHub['invitation'] = async (casebook, person) => {
    const { token } = await invite(owner, casebook, person, null);
    return invitationText({ address: hub.url, casebook, token });
  };
  return {
    url: hub.url,
    database,
    owner,
    another: listen,
    async founding(title) {
      const casebook = await newCasebook(owner, title);
      return {
        casebook,
        invitation: await invitation(casebook, { id: null, handle: '', name: '', role: 'curator' }),
      };
    },
    invitation,
    async [Symbol.asyncDispose]() {
      await hub.close();
      await owner.end();
    },
  };
}
