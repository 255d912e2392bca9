import { useState } from 'react';
import { useCasebook, usePerson } from '../../../app/applicationState.ts';
import { PackageForm } from '../../team/PackageForm.tsx';

/** Writes a package participant's answers to the one file that goes back. */
export function SendBack() {
  const person = usePerson();
  const { title } = useCasebook();
  const [, setBusy] = useState(false);
  return (
    <section aria-label="Send it back">
      <PackageForm
        person={person}
        action="Write the file to send back"
        description="One file with your answers. What comes later can be sent again, and nothing is counted twice."
        suggestedName={`${title} from ${person.handle}`}
        onBusy={setBusy}
      />
    </section>
  );
}
