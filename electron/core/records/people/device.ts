import { z } from 'zod';
import { PersonId } from '../../../../shared/base/ids.ts';
import { HubRole } from '../../../../shared/hub/protocol.ts';
import type { CasebookDatabase } from '../../db/database.ts';
import { createMetaReader, writeMeta } from '../../db/meta.ts';

/** The setting that says who joined a hub with this casebook. It stays on the device. */
const JOINED_AS = 'joinedAs';
const Link = z.object({ person: PersonId, role: HubRole });

/** Whose device a casebook is. */
export class DeviceOwner {
  readonly #joinedAs;
  readonly #link;

  constructor(database: CasebookDatabase) {
    this.#joinedAs = createMetaReader(database, JOINED_AS, (stored) => PersonId.nullable().parse(stored));
    this.#link = database.prepare<[]>('SELECT person_id AS person, role FROM hub');
  }

  /**
   * The person who joined a team's hub with this casebook: rows written here are sent in their name, so nobody else
   * works in it, even after disconnecting. Null for a shared casebook, such as a curator's own, which she connected:
   * she answers for what she collects in it.
   */
  owner(): PersonId | null {
    const now = this.#linked();
    // Only a curator's casebook is ever connected: any other was made by joining, or is a package of one person.
    return this.#joinedAs() ?? (now === undefined || now.role === 'curator' ? null : now.person);
  }

  /** The person on whose behalf it exchanges, with whatever right; null: it is connected to no hub. */
  exchangesFor(): PersonId | null {
    return this.#linked()?.person ?? null;
  }

  #linked() {
    return Link.optional().parse(this.#link.get());
  }
}

/** Makes a casebook one person's device. */
export const noteJoined = (database: CasebookDatabase, person: PersonId): void => {
  writeMeta(database, JOINED_AS, person);
};
