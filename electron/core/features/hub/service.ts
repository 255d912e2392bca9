import type {
  EarlierBefore,
  HubRefusal,
  HubState,
  InvitationInWords,
} from '../../../../shared/contract/hub.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { PersonId } from '../../../../shared/base/ids.ts';
import { ItemId } from '../../../../shared/base/ids.ts';
import type { HubPerson, HubRole, Invitation } from '../../../../shared/hub/protocol.ts';
import { invitationText, parseInvitation } from '../../../../shared/hub/protocol.ts';
import { hubRoleOf } from '../../../../shared/hub/roles.ts';
import { asCasebookError } from '../../base/errors.ts';
import type { Work } from '../../base/work.ts';
import { WritesPaused } from '../../db/writeGate.ts';
import { readMeta } from '../../db/meta.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { shuffleKey } from '../../formats/writing/exportNumbers.ts';
import { packageOriginOf } from '../../merge/packageFormat.ts';
import { assertWritable } from '../../records/casebook.ts';
import { noteJoined } from '../../records/people/device.ts';
import type { HubLink } from '../../records/sharing/hub.ts';
import { LATE } from '../../records/sharing/hub.ts';
import { clockAheadHere, noteClockAhead, rightTime, settleTimes } from '../../records/sharing/hubClock.ts';
import type { CasebookImages } from '../../records/images/images.ts';
import { askForDevices } from './conflictDevices.ts';
import { createHubClient, join, look, REJOIN, newSecret, type HubClient } from './client.ts';
import { markToReadAgain } from './deletedItems.ts';
import { DeviceSecrets } from './deviceSecrets.ts';
import { EarlierQuestion } from './earlier.ts';
import { Incoming } from './incoming.ts';
import { Late } from './late.ts';
import { createOutgoing } from './outgoing.ts';

/** What one exchange brought. */
export interface ExchangeReport {
  readonly sent: number;
  readonly refused: number;
  readonly received: number;
  readonly conflicts: number;
}

export interface HubService {
  /** What goes on; null where the casebook is connected to no hub. */
  state(): HubState | null;
  /** What was refused; `nameOf`: what an item is called to whom reads it. */
  refusals(nameOf: (itemId: ItemId) => string | null): HubRefusal[];
  dismiss(id: number): void;
  /** What devices sent before the hub checked roles, as it told; null: it was not asked. */
  earlier(nameOf: (itemId: ItemId) => string | null): EarlierBefore | null;
  /** Marks an entry of that as looked at by somebody; null: by nobody. */
  markEarlier(id: string, by: PersonId | null): void;
  /** Includes what a deactivated person sent afterwards. */
  include(id: number, by: PersonId, work: Work): Promise<void>;
  /**
   * Connects this casebook on behalf of a person of it. Throws `invalid_input` for a text that is no invitation or is not
   * for such a casebook, `conflict` where it is connected already, and what the hub says.
   */
  connect(invitation: string, by: PersonId, work: Work): Promise<HubState>;
  /** Sends what waits and takes in what is new. Throws why it could not; nothing is lost then. */
  exchange(work: Work): Promise<ExchangeReport>;
  pause(paused: boolean): HubState;
  disconnect(): Promise<void>;
  invite(personId: PersonId): Promise<{ text: string; expiresAt: number; role: HubRole }>;
  people(): Promise<HubPerson[]>;
  revoke(device: string): Promise<HubPerson[]>;
  /** Exchanges by itself from now on, until it is closed: soon after a change, else every half minute. */
  start(): void;
  close(): Promise<void>;
}

const LOOK_MS = 1000;
const EXCHANGE_EVERY_MS = 30_000;
/** After a failure the wait doubles, up to five minutes. */
const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 300_000;
/** Merging makes rows that are news for others; so often at once they are sent. */
const ROUNDS = 5;

/** Reads a pasted invitation. Throws `invalid_input` for any other text. */
export function invitationOf(text: string): Invitation {
  const invitation = parseInvitation(text);
  if (invitation !== null) return invitation;
  throw new CasebookError(
    'invalid_input',
    'This is not a whole invitation.',
    'Nothing was changed. Copy the whole text. It begins with casebook-hub:',
  );
}

/** What an invitation is for. Throws `invalid_input` for a text that is none, and what the hub says. */
export async function lookAtInvitation(text: string, signal: AbortSignal): Promise<InvitationInWords> {
  const invitation = invitationOf(text);
  const { title, name, handle, role, empty } = await look(invitation, signal);
  return { address: invitation.address, title, person: name === '' ? handle : name, role, empty };
}

/** The team hub of an open casebook. */
export function createHubService(casebook: Casebook, images: CasebookImages): HubService {
  const { database, ports } = casebook;
  const { device, hub, people } = casebook.records;
  const secrets = new DeviceSecrets(ports);
  const outgoing = createOutgoing(casebook);
  const incoming = new Incoming(casebook, images);
  const late = new Late(casebook, incoming);
  const earlier = new EarlierQuestion(casebook);
  const closing = new AbortController();
  let running: Promise<ExchangeReport> | null = null;
  let progress: HubState['progress'] = null;
  let problem: CasebookError | null = null;
  let failures = 0;
  let retryAt: number | null = null;
  let lastTry = 0;
  let receivedSoFar = 0;
  /** What the last answer told of this computer’s clock; null: nothing was heard yet. */
  let heardClock: { readonly ahead: number | null } | null = null;
  let loop: Promise<void> = Promise.resolve();
  let [isStarted, isWatching] = [false, false];
  /** Secrets of invitations whose answer may have been lost: asked again with the same, a hub gives the same. */
  const tried = new Map<string, string>();

  const linked = (): HubLink => {
    const link = hub.link();
    if (link !== null) return link;
    throw new CasebookError(
      'not_found',
      'This casebook is connected to no hub.',
      'Nothing was changed. Connect it on the Team screen, or with casebook hub connect.',
    );
  };

  const clientOf = (link: HubLink, signal: AbortSignal): HubClient => {
    const secret = secrets.read(link.deviceId);
    if (secret !== null)
      return createHubClient(link.address, secret, signal, {
        now: ports.now,
        heard(ahead) {
          heardClock = { ahead };
        },
      });
    throw new CasebookError(
      'forbidden',
      'This computer is not known to the hub: the casebook was copied here, or its key is gone.',
      REJOIN,
    );
  };

  const state = (): HubState | null => {
    const link = hub.link();
    if (link === null) return null;
    const counts = hub.counts(link);
    const waiting = [...counts].reduce((sum, [table, count]) => sum + (table === 'parcel' ? 0 : count), 0);
    const { address, title, role, personId, exchangedAt, paused } = link;
    const phase =
      running !== null
        ? 'exchanging'
        : paused
          ? 'paused'
          : problem === null
            ? 'idle'
            : problem.code === 'busy'
              ? 'retrying'
              : 'stopped';
    return {
      address,
      title,
      role,
      personId,
      person: people.find(personId)?.name ?? '',
      phase,
      progress: running === null ? null : progress,
      problem: problem === null ? null : { message: problem.message, hint: problem.hint },
      exchangedAt,
      retryAt: phase === 'retrying' ? retryAt : null,
      waiting,
      received: receivedSoFar,
      refused: hub.countRefusals(),
      earlier: casebook.records.earlier.countOpen(),
      clockAhead: clockAheadHere(database),
    };
  };
  const stateNow = (): HubState => state() ?? linkedState();
  const linkedState = (): never => {
    linked();
    throw new Error('The hub went away.');
  };

  const sendAll = async (
    client: HubClient,
    link: HubLink,
    work: Work,
  ): Promise<{ sent: number; refused: number }> => {
    let [sent, refused] = [0, 0];
    for (;;) {
      work.signal.throwIfAborted();
      await casebook.gate.opened();
      const batch = await outgoing.next(link);
      if (batch === null) return { sent, refused };
      if (batch.images.length > 0)
        await client.sendImages(batch.images, (done, total) => work.progress('Sending images', done, total));
      const { answers } = await client.push(batch.documents);
      await casebook.gate.opened();
      batch.acknowledge(answers);
      sent += batch.documents.length;
      refused += answers.filter(({ answer }) => answer === 'refused').length;
      work.progress('Sending', sent, null);
    }
  };

  /** Notes what was heard of this computer’s clock, and tells the hub where that is another figure. */
  const noteClock = async (client: HubClient): Promise<void> => {
    if (heardClock === null) return;
    const { ahead } = heardClock;
    await casebook.gate.opened();
    const before = clockAheadHere(database) ?? 0;
    const isNews = noteClockAhead(database, ahead);
    const shift = (clockAheadHere(database) ?? 0) - before;
    settleTimes(database, shift, rightTime(database, ports.now()));
    if (isNews) await client.tellClock(ahead ?? 0);
  };

  const exchangeOnce = async (work: Work): Promise<ExchangeReport> => {
    assertWritable(casebook);
    const total = { sent: 0, refused: 0, received: 0, conflicts: 0 };
    const client = clientOf(linked(), work.signal);
    // Before anything is sent: what it says of times depends on it, and the clock may have been set since.
    if (heardClock === null || hub.counts(linked()).size > 0) await client.measureClock();
    await noteClock(client);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { sent, refused } = await sendAll(client, linked(), work);
      const { documents, conflicts, late: last } = await incoming.receive(client, work);
      if (last > 0) await late.fetch(client, last, work.signal);
      total.sent += sent;
      total.refused += refused;
      total.received += documents;
      receivedSoFar += documents;
      total.conflicts += conflicts;
      if (hub.counts(linked()).size === 0 && markToReadAgain(casebook) === null) break;
    }
    await noteClock(client);
    await earlier.ask(client, work.signal);
    await askForDevices(casebook, client, work.signal);
    return total;
  };

  const exchange = async (work: Work): Promise<ExchangeReport> => {
    // One at a time; who asks meanwhile waits for a whole one of their own.
    while (running !== null) await running.catch(() => undefined);
    const signal = AbortSignal.any([work.signal, closing.signal]);
    lastTry = ports.now();
    running = exchangeOnce({
      signal,
      progress(phase, done, total) {
        progress = { phase, done, total };
        work.progress(phase, done, total);
      },
    });
    try {
      const report = await running;
      [problem, failures, retryAt] = [null, 0, null];
      return report;
    } catch (error) {
      const known = asCasebookError(
        error instanceof WritesPaused ? new CasebookError('busy', error.message) : error,
      );
      // What somebody cancelled is no problem.
      if (!signal.aborted) {
        problem = known;
        failures += 1;
        const wait = Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS);
        // Not all of a lab at the same moment.
        retryAt = Math.round(ports.now() + wait * (0.75 + Math.random() / 2));
        ports.logger.warn('An exchange with the hub failed.', { code: known.code, reason: known.message });
      }
      throw known;
    } finally {
      running = null;
      progress = null;
    }
  };

  const isDue = (): boolean => {
    const link = hub.link();
    if (link === null || link.paused || running !== null || casebook.gate.why() !== null) return false;
    const now = ports.now();
    if (problem !== null) return retryAt !== null && now >= retryAt;
    return hub.counts(link).size > 0 || now - lastTry >= EXCHANGE_EVERY_MS;
  };

  /** A device speaks for the person who joined with it, and for nobody else. */
  const requireOwnDevice = (by: PersonId): void => {
    const owner = device.owner();
    if (owner === null || owner === by) return;
    throw new CasebookError(
      'forbidden',
      `${people.find(owner)?.name ?? 'One person'} joined the team with this casebook, and works in it alone.`,
      'Nothing was changed. Connect it in their name, or join with your own invitation in a casebook of your own.',
    );
  };

  /** Runs while the casebook is connected. */
  const watch = async (): Promise<void> => {
    while (!closing.signal.aborted && hub.link() !== null) {
      await ports.wait(LOOK_MS, closing.signal);
      if (closing.signal.aborted || !isDue()) continue;
      // It is kept as the problem, and shown.
      await exchange({ signal: closing.signal, progress: () => undefined }).catch(() => undefined);
    }
    isWatching = false;
  };
  const watchIfStarted = (): void => {
    if (!isStarted || isWatching || hub.link() === null) return;
    isWatching = true;
    loop = watch();
  };

  const refusals: HubService['refusals'] = (nameOf) =>
    hub.refusals().map(({ id, incoming: isIncoming, table, itemId, reason, foundAt }) => {
      const item = ItemId.safeParse(itemId);
      return {
        id,
        incoming: isIncoming,
        what: nounOf(table.startsWith(LATE) ? table.slice(LATE.length) : table),
        item: item.success ? nameOf(item.data) : null,
        reason,
        foundAt,
        late: table.startsWith(LATE),
      };
    });

  return {
    state,
    refusals,
    dismiss: (id) => database.transaction(() => hub.dismiss(id))(),
    earlier: (nameOf) => earlier.list(nameOf),
    markEarlier: (id, by) =>
      database.transaction(() => casebook.records.earlier.setLooked(id, by, ports.now()))(),
    include: (id, by, work) => late.include(id, by, work),
    async connect(text, by, work) {
      assertWritable(casebook);
      if (hub.link() !== null)
        throw new CasebookError(
          'conflict',
          'This casebook is connected to a hub already.',
          'Nothing was changed. Disconnect it first.',
        );
      requireOwnDevice(by);
      const invitation = invitationOf(text);
      const offer = await look(invitation, work.signal);
      requireFit(offer);
      const own = people.find(by);
      const secret = tried.get(invitation.token) ?? newSecret();
      tried.set(invitation.token, secret);
      const person = own === undefined ? null : { id: own.id, handle: own.handle, name: own.name };
      const account = await join(
        invitation,
        { secret, title: casebook.records.settings.title(), person },
        work.signal,
      );
      secrets.keep(account.device, secret);
      await casebook.gate.opened();
      database.transaction(() => {
        hub.connect({
          address: invitation.address,
          casebookId: account.casebook,
          title: account.title,
          personId: account.person,
          role: account.role,
          deviceId: account.device,
        });
        // The key goes to the hub with the rest, so that every curator's first export gives items the same numbers.
        if (account.role !== 'annotator') shuffleKey(casebook);
        hub.offerEverything(linked());
      })();
      watchIfStarted();
      await exchange(work).catch(() => undefined);
      return stateNow();
    },
    exchange,
    pause(paused) {
      linked();
      database.transaction(() => hub.setPaused(paused))();
      if (!paused) [retryAt, lastTry] = [ports.now(), 0];
      return stateNow();
    },
    async disconnect() {
      const { deviceId } = linked();
      await running?.catch(() => undefined);
      database.transaction(() => {
        const owner = device.owner();
        if (owner !== null) noteJoined(database, owner);
        casebook.records.earlier.forget();
        hub.disconnect();
      })();
      secrets.forget(deviceId);
      [problem, failures, retryAt] = [null, 0, null];
    },
    async invite(personId) {
      const link = linked();
      const person = people.find(personId);
      if (person?.setAside === true)
        throw new CasebookError(
          'conflict',
          `${person.name} is deactivated.`,
          'Nobody was invited. Reactivate them first.',
        );
      if (person?.kind !== 'human')
        throw new CasebookError(
          'not_found',
          'There is no such person in this casebook.',
          'Nobody was invited.',
        );
      const { id, handle, name, roles } = person;
      const role = hubRoleOf(roles);
      const { token, expiresAt } = await clientOf(link, closing.signal).invite({ id, handle, name }, role);
      return {
        text: invitationText({ address: link.address, casebook: link.casebookId, token }),
        expiresAt,
        role,
      };
    },
    people: () => clientOf(linked(), closing.signal).people(),
    async revoke(device) {
      const client = clientOf(linked(), closing.signal);
      await client.revoke(device);
      return client.people();
    },
    start() {
      isStarted = casebook.readOnly === null;
      watchIfStarted();
    },
    async close() {
      closing.abort();
      await running?.catch(() => undefined);
      await loop;
    },
  };

  function requireFit(offer: Awaited<ReturnType<typeof look>>): void {
    const benchmark = offer.meta.find(({ id }) => id === 'benchmark')?.content ?? null;
    if (
      benchmark !== null &&
      !benchmark.includes(JSON.stringify(JSON.stringify(readMeta(database, 'benchmark'))))
    )
      throw new CasebookError(
        'invalid_input',
        'The hub’s casebook is of another benchmark than this one.',
        'Nothing was changed, and the invitation can still be used.',
      );
    const origin = packageOriginOf(database);
    const isOwnPackage = origin !== null && origin.personId === offer.person;
    if ((offer.role === 'annotator') !== isOwnPackage)
      throw new CasebookError(
        'invalid_input',
        offer.role === 'annotator'
          ? 'This invitation is for an annotator, who gets a casebook of their own.'
          : 'This casebook is a package; the invitation is for a whole casebook.',
        'Nothing was changed, and the invitation can still be used. Close this casebook and choose “Join a team…” on the welcome screen.',
      );
  }
}

const nounOf = (table: string): string => NOUNS[table] ?? table.replaceAll('_', ' ');

const NOUNS: Readonly<Record<string, string>> = {
  meta: 'setting',
  deleted_item: 'deletion',
  parcel: 'work prepared for a person',
  annotation: 'answer',
  adjudication: 'decision',
  response: 'baseline answer',
  session: 'study session',
  judgment: 'verdict',
  judging: 'judging task',
  judging_assignment: 'judging assignment',
  verdict_decision: 'decision between verdicts',
};
