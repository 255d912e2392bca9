import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { z } from 'zod';
import { HubAccount } from '../../../shared/hub/protocol.ts';
import { clientKey, Proxies } from '../network/addresses.ts';
import { RateLimit } from '../network/rateLimit.ts';
import { all, type HubDatabase, type HubTransaction } from './database.ts';
import { isDeactivated } from './late.ts';
import { RefusedRequest } from './refusals.ts';

/** Wrong secrets and invitations that one address may show in a minute. */
const WRONG_A_MINUTE = 20;

/** A proxy on this machine is believed. */
const PROXIES = new Proxies(['127.0.0.0/8', '::1']);

/** How a transaction on behalf of a device is begun. */
export const READING = 'isolation level repeatable read read only';
export const WRITING = 'read write';

/** The answer to the device of a deactivated person. */
export const DEACTIVATED =
  'A curator deactivated you in this casebook. What you answered before counts; what you answer now is not included.';

/** What a secret opens. */
export const EnteredDevice = z.discriminatedUnion('revoked', [
  HubAccount.extend({ revoked: z.literal(false) }),
  z.object({ revoked: z.literal(true) }),
]);
/** Lets devices in by the secrets that their requests show, and counts the wrong ones of each address. */
export class DeviceDoor {
  readonly #sql: HubDatabase;
  readonly #wrong = new RateLimit(WRONG_A_MINUTE);

  constructor(sql: HubDatabase) {
    this.#sql = sql;
  }

  /**
   * Runs work on behalf of the device whose secret the request shows. A right one is let in whatever else came from its
   * address: nobody can shut a lab out that shares theirs.
   */
  async enter<T>(
    context: Context,
    mode: typeof READING | typeof WRITING,
    work: (transaction: HubTransaction, account: HubAccount) => Promise<T>,
  ): Promise<T> {
    const secret = secretOf(context);
    if (secret === null) throw await this.refusalOf(context, UNKNOWN);
    return await settledBegin(this.#sql, mode, async (transaction) => {
      const [row] = await all(transaction`SELECT * FROM casebook.enter(${secret})`, EnteredDevice);
      if (row === undefined) throw await this.refusalOf(context, UNKNOWN);
      if (row.revoked)
        throw new RefusedRequest(
          'revoked',
          (await isDeactivated(transaction, secret))
            ? DEACTIVATED
            : 'This device was revoked. What waits stays in the casebook.',
        );
      return work(transaction, HubAccount.parse(row));
    });
  }

  /** The refusal of a secret that is not right. Only those count: a right one enters, whatever came before it. */
  async refusalOf(context: Context, message: string): Promise<RefusedRequest> {
    return (await this.#wrong.count(addressOf(context))) === 0
      ? new RefusedRequest('unknown', message)
      : new RefusedRequest(
          'too_often',
          'This address sent too many unknown invitations or devices. Wait a minute.',
        );
  }
}

const UNKNOWN = 'This device is not known to the hub.';

/** The secret that a request shows; null where it shows none. */
export function secretOf(context: Context): string | null {
  const shown = /^Bearer (?<secret>[\w-]{43})$/u.exec(context.req.header('authorization') ?? '');
  return shown?.groups?.['secret'] ?? null;
}

/** Where a request comes from: what a proxy on this machine says of it, who else asks by themselves. */
function addressOf(context: Context): string {
  let address = '';
  try {
    address = getConnInfo(context).remote.address ?? '';
  } catch {
    // Not over a network.
  }
  return clientKey(PROXIES.clientOf(address, context.req.header('x-forwarded-for')));
}

/** A transaction whose result is the work's own. */
async function settledBegin<T>(
  sql: HubDatabase,
  mode: string,
  work: (transaction: HubTransaction) => Promise<T>,
): Promise<T> {
  const results: T[] = [];
  await sql.begin(mode, async (transaction) => void results.push(await work(transaction)));
  for (const result of results) return result;
  throw new Error('The transaction did not run.');
}
