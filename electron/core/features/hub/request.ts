import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { z } from 'zod';
import { CasebookError, type ErrorCode } from '../../../../shared/base/errors.ts';
import { Json } from '../../../../shared/base/json.ts';
import { clockAhead } from '../../../../shared/domain/clock.ts';
import { HUB_HEADER, PROTOCOL, RequestRefusal, TIME_HEADER } from '../../../../shared/hub/protocol.ts';
import { networkFault, type NetworkFault, networkReason } from '../../base/networkReason.ts';
import { once } from '../../records/records.ts';

const NOT_FOUND = 404;
const TIMEOUT_MS = 60_000;
/** The largest answer that is read: a pull's, with its last document. */
const LARGEST_REPLY = 64 * 1024 * 1024;

/** This computer’s clock, and who hears how far it is from the hub’s. */
export interface Clock {
  now(): number;
  heard(ahead: number | null): void;
}

/** Where requests go and which device makes them; `secret` null: one that has not joined yet. They end when the signal aborts. */
export interface HubEndpoint {
  readonly address: string;
  readonly secret: string | null;
  readonly signal: AbortSignal;
  readonly clock?: Clock;
}

type Method = 'GET' | 'POST' | 'PUT';

/** Certificates of the system count, too: labs have authorities of their own. */
const trustSystem = once(() => {
  setDefaultCACertificates([...getCACertificates('default'), ...getCACertificates('system')]);
});

/** Asks a hub, and reads its answer. Throws a CasebookError in words; `busy` may be tried again later. */
export async function askHub<T>(
  to: HubEndpoint,
  method: Method,
  path: string,
  body: object | null,
  form: z.ZodType<T>,
): Promise<T> {
  let answer: Json;
  try {
    answer = jsonOf(await wholeText(await sendRequest(to, method, path, body)));
  } catch (error) {
    // Before it is connected, Casebook does not try again by itself.
    if (to.secret !== null || !(error instanceof CasebookError) || error.hint !== LATER) throw error;
    const hint = 'Nothing was changed. Try again in a moment.';
    throw new CasebookError(error.code, error.message, hint, { cause: error });
  }
  const parsed = form.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new CasebookError(
    'newer_version',
    'The hub answered something that this Casebook cannot read.',
    'Nothing was changed. Update Casebook here or on the hub.',
    { cause: parsed.error },
  );
}

/** Makes one request; gives an answer of the hub itself, never one from where a redirection leads. */
export async function sendRequest(
  { address, secret, signal, clock }: HubEndpoint,
  method: Method,
  path: string,
  body: object | null,
): Promise<Response> {
  trustSystem();
  const sentAt = clock?.now() ?? 0;
  let response: Response;
  try {
    response = await fetch(`${address}${path}`, {
      method,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      ...contentOf(secret, body),
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw unreachable(error);
  }
  await requireHub(response);
  const time = Number(response.headers.get(TIME_HEADER) ?? Number.NaN);
  if (Number.isSafeInteger(time)) clock?.heard(clockAhead(time, sentAt, clock.now()));
  if (response.ok) return response;
  throw await refusalOf(response);
}

function contentOf(secret: string | null, body: object | null): Pick<RequestInit, 'headers' | 'body'> {
  const bearer: Record<string, string> = secret === null ? {} : { authorization: `Bearer ${secret}` };
  if (body === null) return { headers: bearer };
  return body instanceof Uint8Array
    ? { headers: { ...bearer, 'content-type': 'application/octet-stream' }, body: new Uint8Array(body) }
    : { headers: { ...bearer, 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** Throws where the answer comes from something else, or from a hub of another version. */
async function requireHub(response: Response): Promise<void> {
  const protocol = response.headers.get(HUB_HEADER);
  if (protocol === PROTOCOL) return;
  await response.body?.cancel();
  throw protocol === null
    ? new CasebookError(
        'busy',
        'Something other than the hub answered: a sign-in page of the network, or a proxy.',
        'Nothing was changed. Sign in to the network, then exchange again.',
      )
    : new CasebookError(
        'newer_version',
        `The hub is of another version of Casebook (it speaks ${protocol}, this one ${PROTOCOL}).`,
        'Nothing was changed. Update Casebook here or on the hub.',
      );
}

async function refusalOf(response: Response): Promise<CasebookError> {
  const refusal = RequestRefusal.safeParse(jsonOf(await wholeText(response)));
  if (!refusal.success)
    return new CasebookError('busy', `The hub answered with an error (${String(response.status)}).`, LATER);
  const { code, message } = refusal.data;
  // An older hub has not all addresses.
  return new CasebookError(response.status === NOT_FOUND ? 'not_found' : CODES[code], message, HINTS[code]);
}

/** The bytes of an answer. */
export async function wholeContent(response: Response): Promise<Uint8Array> {
  try {
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    throw brokenOff(error);
  }
}

/** An answer's content. Throws `busy` where it ends in the middle: a proxy can cut it so that nothing else shows it. */
function jsonOf(text: string): Json {
  try {
    return text === '' ? null : Json.parse(JSON.parse(text));
  } catch (error) {
    throw cutShort(error);
  }
}

const cutShort = (error: unknown): CasebookError =>
  new CasebookError('busy', 'The hub’s answer was cut short.', LATER, { cause: error });

/** Why an answer that had begun did not end. */
const brokenOff = (error: unknown): CasebookError =>
  networkFault(error) === 'cut' ? cutShort(error) : unreachable(error);

/** The text of an answer. */
export async function wholeText(response: Response): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of response.body ?? []) {
      size += part.length;
      if (size > LARGEST_REPLY) throw new Error('the answer is too long');
      parts.push(Buffer.from(part));
    }
  } catch (error) {
    throw brokenOff(error);
  }
  return Buffer.concat(parts).toString('utf8');
}

const LATER = 'Nothing was lost. Casebook tries again.';
const CODES: Record<RequestRefusal['code'], ErrorCode> = {
  unknown: 'forbidden',
  revoked: 'forbidden',
  forbidden: 'forbidden',
  invalid: 'invalid_input',
  too_large: 'invalid_input',
  too_often: 'busy',
  busy: 'busy',
  full: 'busy',
};
/** What somebody does whose computer the hub does not let in any more. */
export const REJOIN =
  'Nothing was lost: your work is in this casebook. Ask a curator for a new invitation. Then disconnect on the Team screen, choose “Connect to a hub…”, and paste the invitation.';
const HINTS: Record<RequestRefusal['code'], string | null> = {
  unknown: REJOIN,
  revoked: REJOIN,
  forbidden: null,
  invalid: null,
  too_large: null,
  too_often: LATER,
  busy: LATER,
  full: 'Nothing was lost. Tell the person who runs the hub; Casebook tries again.',
};

/** Why no answer came, in words. */
function unreachable(error: unknown): CasebookError {
  return new CasebookError('busy', networkReason(error, 'hub'), WAYS_OUT[networkFault(error)] ?? LATER, {
    cause: error,
  });
}

/** What to do where waiting alone does not help. */
const WAYS_OUT: Partial<Record<NetworkFault, string>> = {
  expired: 'Nothing was lost. The person who runs the hub has to renew it; Casebook tries again.',
  other_name: 'Nothing was sent. Ask the person who runs the hub for the address that the certificate names.',
  untrusted:
    'Nothing was sent. If your lab has a certificate authority of its own, add it to the certificates of this computer’s system and start Casebook again.',
  early: 'Nothing was sent. Set this computer’s clock; Casebook tries again.',
};
