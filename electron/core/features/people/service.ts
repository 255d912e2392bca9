import type { Deactivation } from '../../../../shared/contract/people.ts';
import type { PersonId } from '../../../../shared/base/ids.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { People } from '../../records/people/people.ts';

/**
 * The people of an open casebook. When a judge's verdicts stop counting, what follows from them is recomputed.
 * Deactivating a person ends their links and browsers in the same step (`signOut`); the hub revokes their devices at
 * the next exchange.
 */
export class PeopleService extends People {
  readonly #casebook: Casebook;
  readonly #signOut;

  constructor(
    casebook: Casebook,
    signOut: (id: PersonId) => { readonly browsers: number; readonly links: number },
  ) {
    const { device, log, personTable } = casebook.records;
    super(casebook, log, device, personTable);
    this.#casebook = casebook;
    this.#signOut = signOut;
  }

  override setAside(id: PersonId, setAside: boolean, by: PersonId | null): Deactivation {
    const { database, derived, records } = this.#casebook;
    return database.transaction((): Deactivation => {
      const person = super.setAside(id, setAside, by);
      if (person.kind !== 'human') derived.verdicts.recomputeMany(this.judgedBy(id));
      const isLeaving = setAside && person.kind === 'human';
      const ended = isLeaving ? this.#signOut(id) : { browsers: 0, links: 0 };
      return { ...person, ended: { ...ended, hub: isLeaving && records.hub.link() !== null } };
    })();
  }
}
