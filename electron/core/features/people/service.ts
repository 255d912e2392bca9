import type { Deactivation } from '../../../../shared/contract/people.ts';
import type { PersonId } from '../../../../shared/base/ids.ts';
import type { Casebook } from '../../derived/casebook.ts';
import { People } from '../../records/people/people.ts';

/**
 * The people of an open casebook; what follows from a judge's verdicts is brought up to date when they stop counting.
 * The links and browsers of a person who is deactivated end in the same step (`signOut`); their devices are revoked by the
 * hub, which hears of it with the next exchange.
 */
export class PeopleService extends People {
  readonly #casebook: Casebook;
  readonly #signOut;

  constructor(
    casebook: Casebook,
    signOut: (id: PersonId) => { readonly browsers: number; readonly links: number },
  ) {
    super(casebook, casebook.records.log, casebook.records.device);
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
