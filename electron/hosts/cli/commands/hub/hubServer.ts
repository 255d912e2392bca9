import { join, resolve } from 'node:path';
import { z } from 'zod';
import { CasebookError } from '../../../../../shared/base/errors.ts';
import { type HubPerson, HubRole, invitationText } from '../../../../../shared/hub/protocol.ts';
import {
  casebookOf,
  INVITATION_DAYS,
  invite,
  type Invitee,
  newCasebook,
  people,
  personOf,
  revoke,
  roleIn,
} from '../../../hub/accounts.ts';
import {
  type HubDatabase,
  inHubWords,
  initHub,
  migrateHub,
  openHubDatabase,
  requireHub,
} from '../../../hub/database.ts';
import { type EmbeddedPostgres, runningEmbedded, startEmbedded } from '../../../hub/embedded.ts';
import { serveHub } from '../../../hub/serveHub.ts';
import { assertNoHubAt } from '../../../hub/otherHub.ts';
import { hubStatus, verifyHub } from '../../../hub/verify.ts';
import { Log } from '../../../log.ts';
import { HOME_VARIABLE, userFolders } from '../../../userFolders.ts';
import type { Invocation } from '../../invocation.ts';
import { shortened } from '../../output.ts';
import { listenOption, WrongUsage } from '../../usage.ts';

export interface HubOptions {
  readonly database: string;
  readonly folder?: string;
  readonly casebook?: string;
}

export interface HubServeOptions extends HubOptions {
  readonly listen: string;
  readonly address?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly insecure: boolean;
}

export interface HubInviteOptions extends HubOptions {
  readonly new?: string;
  readonly role?: string;
  readonly address: string;
}

const EMBEDDED = 'embedded';
/** Root's own folders are closed to the user that runs PostgreSQL for root. */
const ROOTS_FOLDER = '/var/lib/casebook-hub';

const folderOf = ({ folder }: HubOptions): string =>
  folder === undefined ? usualHubFolder(process.getuid?.() === 0) : resolve(folder);

/** Where the embedded database is unless a folder is named. */
export function usualHubFolder(isRoot: boolean): string {
  const home = process.env[HOME_VARIABLE] ?? '';
  if (!isRoot) return join(userFolders().settings, 'hub');
  return home === '' ? ROOTS_FOLDER : resolve(home, 'hub');
}

/** `casebook hub serve` */
export async function runHub(invocation: Invocation, options: HubServeOptions): Promise<void> {
  const { output, signal } = invocation;
  const { host, port } = listenOption(options.listen);
  if ((options.tlsCert === undefined) !== (options.tlsKey === undefined))
    throw new WrongUsage('--tls-cert and --tls-key go together.');
  const { tlsCert: cert, tlsKey: key } = options;
  const tls = cert === undefined || key === undefined ? null : { cert: resolve(cert), key: resolve(key) };
  await assertNoHubAt(host, port, tls !== null);
  const embedded =
    options.database === EMBEDDED ? await startEmbedded(folderOf(options), () => undefined) : null;
  const log = new Log(userFolders().logs, 'hub');
  try {
    const database = embedded?.url ?? options.database;
    if (embedded !== null) {
      output.message(
        `PostgreSQL runs in ${folderOf(options)}. Use it only to try the hub; a lab uses a PostgreSQL of its own (--database).`,
      );
      await onDatabase(database, initHub);
    }
    const hub = await serveHub(database, { host, port, tls, insecure: options.insecure }, log.logger);
    try {
      const address = options.address ?? hub.url;
      output.result({ url: hub.url, address }, [`The hub answers at ${hub.url}`]);
      if (embedded !== null) await offerFirst(database, address, (line) => output.message(line));
      await new Promise<void>((done) => {
        if (signal.aborted) done();
        signal.addEventListener('abort', () => done(), { once: true });
      });
    } finally {
      await hub.close();
    }
  } finally {
    await embedded?.stop();
    await log.close();
  }
}

/** An empty hub is of no use without an invitation for its first curator. */
async function offerFirst(database: string, address: string, say: (line: string) => void): Promise<void> {
  await onDatabase(database, async (sql) => {
    const [known] = await sql`SELECT FROM casebook.casebook LIMIT 1`;
    if (known !== undefined) return;
    const casebook = await newCasebook(sql, 'New casebook');
    const { token } = await invite(sql, casebook, FOUNDER, null);
    say(
      `Connect your casebook with this invitation, on its Team screen:\n${invitationText({ address, casebook, token })}`,
    );
  });
}

const FOUNDER: Invitee = { id: null, handle: '', name: '', role: 'curator' };

/** `casebook hub init` */
export async function makeTables({ output }: Invocation, options: HubOptions): Promise<void> {
  const applied = await withDatabase(options, initHub);
  output.result({ applied }, [
    applied.length === 0
      ? 'The hub is there already, and up to date.'
      : 'The hub’s tables were made, in the schema "casebook".',
    'Next: casebook hub invite --new TITLE, for its first curator.',
  ]);
}

/** `casebook hub migrate` */
export async function migrateTables({ output }: Invocation, options: HubOptions): Promise<void> {
  const applied = await withDatabase(options, migrateHub);
  output.result({ applied }, [
    applied.length === 0 ? 'The hub is up to date.' : `Applied ${applied.join(', ')}.`,
  ]);
}

/** `casebook hub invite` */
export async function makeInvitation(
  { output }: Invocation,
  named: string | undefined,
  options: HubInviteOptions,
): Promise<void> {
  if ((named === undefined) === (options.new === undefined))
    throw new WrongUsage(
      'hub invite needs a person of a casebook, or --new TITLE for the curator who brings one.',
    );
  const address = z.url({ protocol: /^https?$/u }).safeParse(options.address);
  if (!address.success) throw new WrongUsage(`--address: "${options.address}" is not an address.`);
  const role = options.role === undefined ? null : HubRole.safeParse(options.role);
  if (role?.success === false)
    throw new WrongUsage(`--role: "${String(options.role)}" is not among ${HubRole.options.join(', ')}.`);
  const made = await withDatabase(options, async (sql) => {
    await requireHub(sql);
    if (named === undefined) {
      const casebook = await newCasebook(sql, options.new ?? '');
      return { casebook, person: '', role: 'curator', ...(await invite(sql, casebook, FOUNDER, null)) };
    }
    const { id: casebook } = await casebookOf(sql, options.casebook ?? null);
    const person = await personOf(sql, casebook, named);
    const as = role?.data ?? (await roleIn(sql, casebook, person.id));
    return {
      casebook,
      person: person.name,
      role: as,
      ...(await invite(sql, casebook, { ...person, role: as }, null)),
    };
  });
  const text = invitationText({ address: address.data, casebook: made.casebook, token: made.token });
  output.result({ invitation: text, role: made.role, expires_at: made.expiresAt }, [
    text,
    `It works once, within ${String(INVITATION_DAYS)} days, ${made.person === '' ? 'for the curator who brings the casebook' : `for ${made.person}`} (${made.role}).`,
  ]);
}

/** `casebook hub people` */
export async function listDevices({ output }: Invocation, options: HubOptions): Promise<void> {
  const found = await withDatabase(options, async (sql) => {
    await requireHub(sql);
    return people(sql, (await casebookOf(sql, options.casebook ?? null)).id);
  });
  output.result({ people: found }, found.flatMap(linesOf));
}

function linesOf({ handle, name, role, devices }: HubPerson): string[] {
  return [
    `${handle}  ${name}  ${role}`,
    ...devices.map(
      ({ id, name: device, since, revokedAt, exchangedAt }) =>
        `    ${id}  ${device}  since ${day(since)}${exchangedAt === null ? '' : `, last exchange ${minute(exchangedAt)}`}${revokedAt === null ? '' : `, revoked ${day(revokedAt)}`}`,
    ),
  ];
}

/** UTC, to the minute. */
const minute = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const day = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** `casebook hub revoke` */
export async function revokeDevices(
  { output }: Invocation,
  named: string,
  options: HubOptions,
): Promise<void> {
  const devices = await withDatabase(options, async (sql) => {
    await requireHub(sql);
    const team = await people(sql, (await casebookOf(sql, options.casebook ?? null)).id);
    const wanted = team
      .flatMap(({ handle, devices: own }) => own.map((device) => ({ handle, ...device })))
      .filter(({ handle, id, revokedAt }) => revokedAt === null && (id === named || handle === named))
      .map(({ id }) => id);
    if (wanted.length === 0)
      throw new CasebookError(
        'not_found',
        `No device and nobody with a device is called "${named}".`,
        'Nothing was revoked. casebook hub people lists them.',
      );
    await revoke(sql, wanted);
    return wanted;
  });
  output.result({ revoked: devices }, [
    `${devices.length === 1 ? 'One device is' : `${String(devices.length)} devices are`} revoked: the next exchange is refused.`,
  ]);
}

/** `casebook hub status` */
export async function showStatus({ output }: Invocation, options: HubOptions): Promise<void> {
  const status = await withDatabase(options, async (sql) => {
    await requireHub(sql);
    return hubStatus(sql);
  });
  output.result(status, [
    `PostgreSQL ${status.server}, hub tables ${String(status.version)}, ${megabytes(status.bytes)} MB.`,
    ...status.casebooks.map(
      ({ title, id, documents, images, people: count, devices, latest }) =>
        `${title} (${id}): ${String(documents)} rows, ${String(images)} images, ${String(count)} people, ${String(devices)} devices${latest === null ? '' : `, last device joined ${day(latest)}`}.`,
    ),
  ]);
}

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);

/** `casebook hub verify` */
export async function verify(invocation: Invocation, options: HubOptions): Promise<void> {
  const report = await withDatabase(options, async (sql) => {
    await requireHub(sql);
    return verifyHub(sql, invocation.signal);
  });
  if (report.problems.length > 0) invocation.foundProblems();
  invocation.output.result(report, [
    `${String(report.documents)} rows and ${String(report.images)} images checked.`,
    ...(report.problems.length === 0 ? ['No problems.'] : shortened(report.problems)),
    ...(report.toReview.length === 0
      ? []
      : [
          'A curator should look at these rows, which the hub would refuse today:',
          ...shortened(report.toReview),
        ]),
  ]);
}

/** Runs work on the hub's database as the owner of its tables. */
async function withDatabase<T>(options: HubOptions, work: (sql: HubDatabase) => Promise<T>): Promise<T> {
  if (options.database !== EMBEDDED) return onDatabase(options.database, work);
  const running = await runningEmbedded(folderOf(options));
  if (running !== null) return onDatabase(running, work);
  const server: EmbeddedPostgres = await startEmbedded(folderOf(options), () => undefined);
  try {
    return await onDatabase(server.url, work);
  } finally {
    await server.stop();
  }
}

async function onDatabase<T>(url: string, work: (sql: HubDatabase) => Promise<T>): Promise<T> {
  const sql = openHubDatabase(url, 'owner', 2);
  try {
    return await work(sql);
  } catch (error) {
    throw inHubWords(error);
  } finally {
    await sql.end();
  }
}
