import type { Casebook } from '../../derived/casebook.ts';
import type { People } from '../../records/people.ts';

/** The people of an open casebook; what follows from a judge's verdicts is brought up to date when they stop counting. */
export function createPeopleService({ records, derived, database }: Casebook): People {
  const { people } = records;
  return {
    ...people,
    setAside: (id, setAside, by) =>
      database.transaction(() => {
        const person = people.setAside(id, setAside, by);
        if (person.kind !== 'human') derived.verdicts.recomputeMany(people.judgedBy(id));
        return person;
      })(),
  };
}
