import { Button } from '@mantine/core';
import { useState } from 'react';
import { enterCasebook, useCasebook, usePerson } from '../../../ui/window/applicationState.ts';
import { goTo } from '../../../ui/window/navigate.ts';
import { client } from '../../../client/index.ts';
import { toastFailure } from '../../../ui/toast.tsx';
import { PackageForm } from '../../../ui/PackageForm.tsx';
import classes from './pages.module.css';

/** Writes a package participant's answers to the one file that goes back; after that the package can be closed. */
export function SendBack() {
  const person = usePerson();
  const { title } = useCasebook();
  const [busy, setBusy] = useState(false);
  return (
    <section aria-label="Send it back" className={classes['sendBack']}>
      <PackageForm
        person={person}
        action="Write the file to send back"
        description="One file with your answers. What comes later can be sent again, and nothing is counted twice."
        suggestedName={`${title} from ${person.handle}`}
        onBusy={setBusy}
      />
      <Button variant="default" disabled={busy} onClick={() => void close()}>
        Close the package
      </Button>
    </section>
  );
}

async function close(): Promise<void> {
  try {
    await client.projects.close();
    goTo('/');
    await enterCasebook(null);
  } catch (error) {
    toastFailure('The package was not closed', error);
  }
}
