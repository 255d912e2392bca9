import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { CasebookError } from '../../../../../shared/base/errors.ts';
import type { PersonId } from '../../../../../shared/base/ids.ts';
import { isActivePerson } from '../../../../../shared/domain/status.ts';
import { createCore } from '../../../../core/app/createCore.ts';
import type { Services } from '../../../../core/app/services.ts';
import { assertWritable, keepDailyBackup } from '../../../../core/records/casebook.ts';
import { createHostPorts } from '../../../hostPorts.ts';
import { Proxies } from '../../../network/addresses.ts';
import { type NetworkHost, startNetworkHost } from '../../../network/networkHost.ts';
import { parsePublicUrl, usualListener } from '../../../network/publicUrl.ts';
import type { Invocation } from '../../invocation.ts';
import { asUsage, listed, listenOption, WrongUsage } from '../../usage.ts';

export interface HostOptions {
  readonly publicUrl: string;
  readonly listen?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly behindProxy?: string;
  readonly as?: string;
  readonly logRequests: boolean;
}

const BACKUP_CHECK_MS = 60 * 60 * 1000;

/** `casebook host`: runs until it is interrupted. */
export async function hostOnNetwork(
  { output, signal }: Invocation,
  dir: string,
  options: HostOptions,
): Promise<void> {
  const { tlsCert: cert, tlsKey: key } = options;
  if ((cert === undefined) !== (key === undefined))
    throw new WrongUsage('--tls-cert and --tls-key go together.');
  const tls = cert === undefined || key === undefined ? null : { cert: resolve(cert), key: resolve(key) };
  const behindProxy = listed(options.behindProxy ?? '');
  const address = inUsage(() => parsePublicUrl(options.publicUrl));
  const { protocol } = address;
  const listener = { ...listenOption(options.listen ?? usualListener(address)), tls };
  inUsage(() => new Proxies(behindProxy));
  const ports = createHostPorts({ host: 'browser', log: 'network' });
  const { logger } = ports.ports;
  const core = createCore(ports.ports);
  // Opening a casebook makes the daily backup, but a host keeps its casebook open for weeks.
  const backups = setInterval(() => {
    const casebook = core.state.open?.casebook;
    if (casebook !== undefined) void keepDailyBackup(casebook);
  }, BACKUP_CHECK_MS).unref();
  try {
    const open = await core.keeper.open(resolve(dir));
    assertWritable(open.casebook);
    requireOwn(open);
    const host = await startNetworkHost({
      core,
      listener,
      publicUrl: options.publicUrl,
      behindProxy,
      owner: ownerOf(open, options.as),
      ...(options.logRequests && {
        note: (request) => logger.info('A request was answered.', { ...request }),
      }),
    });
    const openUrl = host.newOpenUrl();
    output.result({ url: host.url, listens_at: host.listensAt, open: openUrl }, [
      `Casebook is at ${host.url}, listening at ${host.listensAt}`,
      `Your own link, which opens once: ${openUrl}`,
    ]);
    output.message(
      'Participants come by the study link, which the study’s page shows. Invite others on the Team screen.',
    );
    if (tls === null && behindProxy.length === 0 && protocol === 'https:')
      output.message(
        'No --behind-proxy is named: all requests count as one address, so everybody shares its limits.',
      );
    if (process.stdin.isTTY) output.message('Press Enter for another link, Ctrl+C to stop.');
    await untilStopped(host, signal, (line) => output.message(line));
    output.message('Stopping: Casebook still answers requests under way.');
    await host.close();
  } finally {
    clearInterval(backups);
    await core.close();
    await ports.close();
  }
}

/** Whom the printed link signs in. */
function ownerOf({ people, deviceOf }: Services, handle: string | undefined): PersonId {
  const device = deviceOf();
  const curators = people
    .list()
    .filter((each) => isActivePerson(each) && each.roles.includes('curator'))
    .filter(({ id }) => device === null || id === device);
  const found = handle === undefined ? curators[0] : curators.find((each) => each.handle === handle);
  if (found !== undefined) return found.id;
  if (handle !== undefined)
    throw new WrongUsage(
      `--as: "${handle}" is no active curator of this casebook. Active curators: ${curators.map((each) => each.handle).join(', ')}.`,
    );
  const joined = device === null ? undefined : people.find(device);
  if (joined !== undefined)
    throw new CasebookError(
      'forbidden',
      `${joined.name} joined the team with this casebook and is not a curator.`,
      'Nothing was started. A curator can host a casebook of their own.',
    );
  throw new CasebookError(
    'not_found',
    'This casebook has no active curator.',
    'Nothing is served. Make somebody a curator first: casebook people.',
  );
}

/** A package is one person's part of somebody else's casebook. */
function requireOwn(open: Services): void {
  const whose = open.packageFor();
  if (whose === null) return;
  throw new CasebookError(
    'conflict',
    `This casebook is a package for ${whose.name}.`,
    'Nothing is served. Host the casebook that the package was made from.',
  );
}

function inUsage<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw asUsage(error);
  }
}

/** Ends with the first signal to stop; a key press asks for another link meanwhile. */
async function untilStopped(
  host: NetworkHost,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<void> {
  const keys = process.stdin.isTTY ? createInterface({ input: process.stdin }) : null;
  keys?.on('line', () => say(host.newOpenUrl()));
  await new Promise<void>((done) => {
    // A terminal in line mode swallows the signal that Ctrl+C would send.
    keys?.once('SIGINT', () => done());
    if (signal.aborted) done();
    signal.addEventListener('abort', () => done(), { once: true });
  });
  keys?.close();
}
