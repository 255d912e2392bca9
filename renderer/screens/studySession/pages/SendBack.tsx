import { Button } from '@mantine/core';
import { enterCasebook, useCasebook, usePerson } from '../../../ui/window/applicationState.ts';
import { goTo } from '../../../ui/window/navigate.ts';
import { client } from '../../../client/index.ts';
import { toastFailure } from '../../../ui/toast.tsx';
import { WorkArea } from '../../../ui/WorkDialog.tsx';
import { PackageForm } from '../../../ui/PackageForm.tsx';
import classes from './pages.module.css';

/** Writes a package participant's answers to the one file that goes back; after that the package can be closed. */
export function SendBack() {
  const person = usePerson();
  const { title } = useCasebook();
  return (
    <WorkArea>
      {(busy) => (
        <section aria-label="Send it back" className={classes['sendBack']}>
          <PackageForm
            person={person}
            action="Write file to send back"
            description="One file with your answers. You can send later answers again; Casebook counts nothing twice."
            suggestedName={`${title} from ${person.handle}`}
          />
          <Button variant="default" disabled={busy} onClick={() => void close()}>
            Close the package
          </Button>
        </section>
      )}
    </WorkArea>
  );
}

async function close(): Promise<void> {
  try {
    await client.casebooks.close();
    goTo('/');
    await enterCasebook(null);
  } catch (error) {
    toastFailure('The package was not closed', error);
  }
}
