import type { Deactivation } from '../../../../shared/contract/people.ts';
import type { PersonId } from '../../../../shared/base/ids.ts';
import type { OpenedPeople } from '../../access/context.ts';
import type { Casebook } from '../../derived/casebook.ts';

/**
 * The people of an open casebook; what follows from a judge's verdicts is brought up to date when they stop counting.
 * The links and browsers of a person who is deactivated end in the same step (`signOut`); their devices are revoked by the
 * hub, which hears of it with the next exchange.
 */
export function createPeopleService(
  { records, derived, database }: Casebook,
  signOut: (id: PersonId) => { readonly browsers: number; readonly links: number },
): OpenedPeople {
  const { people, hub } = records;
  return {
    ...people,
    setAside: (id, setAside, by) =>
      database.transaction((): Deactivation => {
        const person = people.setAside(id, setAside, by);
        if (person.kind !== 'human') derived.verdicts.recomputeMany(people.judgedBy(id));
        const isLeaving = setAside && person.kind === 'human';
        const ended = isLeaving ? signOut(id) : { browsers: 0, links: 0 };
        return { ...person, ended: { ...ended, hub: isLeaving && hub.link() !== null } };
      })(),
  };
}
