import type { Person } from '../../../shared/contract/application.ts';
import { CasebookError } from '../../../shared/base/errors.ts';
import type { PersonId } from '../../../shared/base/ids.ts';
import type { Services } from '../../core/app/services.ts';
import { WrongUsage } from './usage.ts';

/** The person of a handle. Throws `not_found` where there is none. */
export function personCalled({ people }: Services, handle: string): Person {
  const person = people.called(handle);
  if (person !== undefined) return person;
  throw new CasebookError(
    'not_found',
    `There is no person "${handle}" in this casebook.`,
    'casebook people lists everybody.',
  );
}

/** Whose doing it is where a command has to say: the first curator's, else the first person's. */
export function doerOf({ people }: Services): PersonId {
  const humans = people.list().filter(({ kind }) => kind === 'human');
  const doer = humans.find(({ roles }) => roles.includes('curator')) ?? humans[0];
  if (doer === undefined) throw new WrongUsage('The casebook has no people: add a person first.');
  return doer.id;
}

/** The person of a handle. Throws for nobody, with who there is. */
export function personOption({ people }: Services, option: string, handle: string): PersonId {
  const person = people.called(handle);
  if (person !== undefined) return person.id;
  const handles = people.list().map((each) => each.handle);
  throw new WrongUsage(`${option}: there is no person "${handle}"; choose from ${handles.join(', ')}.`);
}
