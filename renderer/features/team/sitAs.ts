import type { Person } from '../../../shared/contract/application.ts';
import { casebookChanged, enterCasebook } from '../../app/applicationState.ts';
import { queryClient } from '../../app/queryClient.ts';
import { client, orpc } from '../../client/index.ts';
import { toast, toastFailure } from '../../ui/toast.tsx';

/** From now on this window works as that person; says so, or why not. */
export async function sitAs(person: Person): Promise<void> {
  try {
    const seated = await client.people.sit({ id: person.id });
    const casebook = queryClient.getQueryData(orpc.application.state.queryKey())?.casebook;
    if (casebook) await enterCasebook({ ...casebook, person: seated });
    // What one sees of an item depends on who one is.
    await casebookChanged();
    toast(`Working as ${seated.name} now.`);
  } catch (error) {
    toastFailure('The person was not changed', error);
  }
}
