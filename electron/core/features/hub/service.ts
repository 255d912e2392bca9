import { CasebookError } from '../../../../shared/base/errors.ts';
import { ItemId, type PersonId } from '../../../../shared/base/ids.ts';
import type { EarlierReport, HubRefusal, HubState } from '../../../../shared/contract/hub.ts';
import { type HubPerson, type HubRole, invitationText } from '../../../../shared/hub/protocol.ts';
import { hubRoleOf } from '../../../../shared/hub/roles.ts';
import type { Work } from '../../base/work.ts';
import { readMeta } from '../../db/meta.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { shuffleKey } from '../../formats/writing/exportNumbers.ts';
import { packageOriginOf } from '../../merge/packageFormat.ts';
import { assertWritable } from '../../records/casebook.ts';
import type { CasebookImages } from '../../records/images/images.ts';
import { noteJoined } from '../../records/people/device.ts';
import type { HubLink } from '../../records/sharing/hub.ts';
import { LATE } from '../../records/sharing/hubRefusals.ts';
import { clockAheadHere } from '../../records/sharing/hubClock.ts';
import { lookUpInvitation, newSecret, redeemInvitation } from './client.ts';
import { invitationOf, requireFit } from './connecting.ts';
import { DeviceSecrets } from './deviceSecrets.ts';
import { type ExchangeReport, Exchanges } from './exchanges.ts';

/** The team hub of an open casebook. */
export class HubService {
  readonly #casebook: Casebook;
  readonly #secrets: DeviceSecrets;
  readonly #exchanges: Exchanges;
  /** Secrets of invitations whose answer may have been lost: asked again with the same, a hub gives the same. */
  readonly #tried = new Map<string, string>();

  constructor(casebook: Casebook, images: CasebookImages) {
    this.#casebook = casebook;
    this.#secrets = new DeviceSecrets(casebook.ports);
    this.#exchanges = new Exchanges(casebook, images, this.#secrets);
  }

  /** What the Team screen shows of the hub; null where the casebook is connected to none. */
  state(): HubState | null {
    const link = this.#casebook.records.hub.link();
    return link === null ? null : this.#stateOf(link);
  }

  /** What was refused; `nameOf`: what an item is called to the reader. */
  refusals(nameOf: (itemId: ItemId) => string | null): HubRefusal[] {
    return this.#casebook.records.hubRefusals
      .latest()
      .map(({ id, incoming, table, itemId, reason, foundAt }) => {
        const item = ItemId.safeParse(itemId);
        const late = table.startsWith(LATE);
        return {
          id,
          incoming,
          what: nounOf(late ? table.slice(LATE.length) : table),
          item: item.success ? nameOf(item.data) : null,
          reason,
          foundAt,
          late,
        };
      });
  }

  dismiss(id: number): void {
    this.#casebook.database.transaction(() => this.#casebook.records.hubRefusals.dismiss(id))();
  }

  /** What devices sent before the hub checked roles, as it told; null: it was not asked. */
  earlier(nameOf: (itemId: ItemId) => string | null): EarlierReport | null {
    return this.#exchanges.earlier.list(nameOf);
  }

  /** Marks an entry of that as looked at by somebody; null: by nobody. */
  markEarlier(id: string, by: PersonId | null): void {
    const { database, ports, records } = this.#casebook;
    database.transaction(() => records.earlier.setLooked(id, by, ports.now()))();
  }

  /** Includes what a deactivated person sent afterwards. */
  include(id: number, by: PersonId, work: Work): Promise<void> {
    return this.#exchanges.late.include(id, by, work);
  }

  /**
   * Connects this casebook on behalf of a person of it. Throws `invalid_input` for a text that is no invitation or is not
   * for such a casebook, `conflict` where it is connected already, and what the hub says.
   */
  async connect(text: string, by: PersonId, work: Work): Promise<HubState> {
    assertWritable(this.#casebook);
    const { database, gate, records } = this.#casebook;
    if (records.hub.link() !== null)
      throw new CasebookError(
        'conflict',
        'This casebook is connected to a hub already.',
        'Nothing was changed. Disconnect it first.',
      );
    this.#requireOwnDevice(by);
    const invitation = invitationOf(text);
    requireFit(await lookUpInvitation(invitation, work.signal), {
      benchmark: readMeta(database, 'benchmark'),
      packageFor: packageOriginOf(database)?.personId ?? null,
    });
    const own = records.people.find(by);
    const secret = this.#tried.get(invitation.token) ?? newSecret();
    this.#tried.set(invitation.token, secret);
    const person = own === undefined ? null : { id: own.id, handle: own.handle, name: own.name };
    const account = await redeemInvitation(
      invitation,
      { secret, title: records.settings.title(), person },
      work.signal,
    );
    this.#secrets.keep(account.device, secret);
    await gate.opened();
    database.transaction(() => {
      records.hub.connect({
        address: invitation.address,
        casebookId: account.casebook,
        title: account.title,
        personId: account.person,
        role: account.role,
        deviceId: account.device,
      });
      // The key goes to the hub with the rest, so that every curator's first export gives items the same numbers.
      if (account.role !== 'annotator') shuffleKey(this.#casebook);
      records.hub.offerEverything(this.#exchanges.linked());
    })();
    this.#exchanges.watch();
    await this.exchange(work).catch(() => undefined);
    return this.#stateOf(this.#exchanges.linked());
  }

  /** Sends what waits and takes in what is new. Throws why it could not; nothing is lost then. */
  exchange(work: Work): Promise<ExchangeReport> {
    return this.#exchanges.exchange(work);
  }

  pause(paused: boolean): HubState {
    this.#exchanges.linked();
    this.#casebook.database.transaction(() => this.#casebook.records.hub.setPaused(paused))();
    if (!paused) this.#exchanges.hurry();
    return this.#stateOf(this.#exchanges.linked());
  }

  async disconnect(): Promise<void> {
    const { database, records } = this.#casebook;
    const { deviceId } = this.#exchanges.linked();
    await this.#exchanges.finish();
    database.transaction(() => {
      const owner = records.device.owner();
      if (owner !== null) noteJoined(database, owner);
      records.earlier.forget();
      records.hub.disconnect();
    })();
    this.#secrets.forget(deviceId);
    this.#exchanges.forgetProblem();
  }

  async invite(personId: PersonId): Promise<{ text: string; expiresAt: number; role: HubRole }> {
    const link = this.#exchanges.linked();
    const person = this.#casebook.records.people.find(personId);
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
    const { token, expiresAt } = await this.#exchanges.client().invite({ id, handle, name }, role);
    return {
      text: invitationText({ address: link.address, casebook: link.casebookId, token }),
      expiresAt,
      role,
    };
  }

  async people(): Promise<HubPerson[]> {
    return this.#exchanges.client().people();
  }

  async revoke(device: string): Promise<HubPerson[]> {
    const client = this.#exchanges.client();
    await client.revoke(device);
    return client.people();
  }

  /** Exchanges by itself from now on, until it is closed. */
  start(): void {
    this.#exchanges.start();
  }

  close(): Promise<void> {
    return this.#exchanges.close();
  }

  #stateOf(link: HubLink): HubState {
    const { database, records } = this.#casebook;
    const counts = records.hub.counts(link);
    const { address, title, role, personId, exchangedAt } = link;
    return {
      address,
      title,
      role,
      personId,
      person: records.people.find(personId)?.name ?? '',
      ...this.#exchanges.state(link),
      exchangedAt,
      waiting: [...counts].reduce((sum, [table, count]) => sum + (table === 'parcel' ? 0 : count), 0),
      refused: records.hubRefusals.count(),
      earlier: records.earlier.countOpen(),
      clockAhead: clockAheadHere(database),
    };
  }

  /** A device speaks for the person who joined with it, and for nobody else. */
  #requireOwnDevice(by: PersonId): void {
    const { device, people } = this.#casebook.records;
    const owner = device.owner();
    if (owner === null || owner === by) return;
    throw new CasebookError(
      'forbidden',
      `${people.find(owner)?.name ?? 'One person'} joined the team with this casebook, and works in it alone.`,
      'Nothing was changed. Connect it in their name, or join with your own invitation in a casebook of your own.',
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
