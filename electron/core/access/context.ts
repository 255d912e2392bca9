import type { Person } from '../../../shared/contract/application.ts';
import type { PersonId, StudySessionId } from '../../../shared/base/ids.ts';
import type { Connection } from '../base/connection.ts';
import type { CorePorts } from '../base/ports.ts';
import type { CasebookFiles } from '../records/casebook.ts';
import type { Deactivation } from '../../../shared/contract/people.ts';
import type { People } from '../records/people/people.ts';
import type { Settings } from '../records/settings.ts';
import type { Viewpoint } from './viewpoint.ts';

/** What every procedure works with. */
export interface CoreContext {
  readonly session: Connection;
}

/** The people of an open casebook, and what ends with deactivating one. */
export interface OpenedPeople extends People {
  setAside(...change: Parameters<People['setAside']>): Deactivation;
}

/** What the core itself asks of an open casebook; features add their services to it. */
export interface OpenedCasebook {
  readonly casebook: CasebookFiles;
  readonly settings: Settings;
  readonly people: OpenedPeople;
  /** What a person may see. */
  readonly viewpoint: (person: Person) => Viewpoint;
  /** Who a casebook that came as a package was made for; null for any other. */
  readonly packageFor: () => { readonly personId: PersonId; readonly name: string } | null;
  /** Whose a casebook is that came as a package or exchanges with a hub; null: those share it who work on it. */
  readonly owner: () => PersonId | null;
  /** Who joined a hub with it, and works in it alone; null: it is nobody's alone. */
  readonly deviceOf: () => PersonId | null;
}

/** A feature's service as its procedures reach it. Both throw where no casebook is open. */
export interface Feature<Service> {
  read(): Service;
  /** For a call that writes: throws where the casebook can only be read. */
  write(): Service;
}

/** The running core: the one casebook that is open, if any. */
export interface CoreState {
  readonly ports: CorePorts;
  open: OpenedCasebook | null;
  /** Nothing is open for a moment, while a backup is put in its place. */
  isRestoring: boolean;
  /** Makes a personal link to a study session; null where the host cannot offer any. A host that can, fills it in. */
  participantLinks: ((studySessionId: StudySessionId) => string) | null;
  /** Where this program is on a network, by the origin of its public address; null where it is not. A host fills it in. */
  network: { readonly url: string } | null;
}

/** One call of a procedure. */
export type Call = CoreContext & { readonly core: CoreState };
