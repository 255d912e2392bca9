import { useQuery } from '@tanstack/react-query';
import type { Person } from '../../../shared/contract/application.ts';
import { orpc } from '../../client/index.ts';

const NOBODY: readonly Person[] = [];

/** The humans of the casebook; with more than one there is something to say of who has an item. */
export function useSeveralPeople(): readonly Person[] {
  const { data } = useQuery({ ...orpc.people.list.queryOptions(), select: humansOf });
  return data ?? NOBODY;
}

function humansOf(people: readonly Person[]): readonly Person[] {
  return people.filter(({ kind }) => kind === 'human');
}
