import type { Person } from '../../../shared/contract/application.ts';
import { useApplicationState, useCasebook } from '../../app/applicationState.ts';
import { fileNameOf, joinPath } from '../../ui/paths.ts';

/** Where somebody's package goes unless one says otherwise: among the documents, under the casebook's name and theirs. */
export function usePackagePath({ handle }: Pick<Person, 'handle'>): string {
  const documents = useApplicationState().data?.documents ?? '';
  const { title } = useCasebook();
  return joinPath(documents, `${fileNameOf(`${title} ${handle}`)}.casebook-package`);
}
