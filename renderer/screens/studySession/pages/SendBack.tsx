import { Button } from '@mantine/core';
import { enterCasebook, useCasebook, usePerson } from '../../../ui/window/applicationState.ts';
import { goTo } from '../../../ui/window/navigate.ts';
import { client } from '../../../client/index.ts';
import { toastFailure } from '../../../ui/toast.tsx';
import { WorkArea } from '../../../ui/WorkDialog.tsx';
import { HubStatus } from '../../../ui/hub/HubStatus.tsx';
import { HUB_LOOK_EVERY, useHubState } from '../../../ui/hub/useHubState.ts';
import { PackageForm } from '../../../ui/PackageForm.tsx';
import classes from './pages.module.css';

/**
 * How a package participant's answers go back: in one file, or over the study's hub by themselves; after that the package
 * can be closed.
 */
export function SendBack() {
  const person = usePerson();
  const { title } = useCasebook();
  const { data: hub, isPending } = useHubState(HUB_LOOK_EVERY);
  if (isPending) return null;
  if (hub != null)
    return (
      <section aria-label="Your answers" className={classes['sendBack']}>
        <HubStatus state={hub} />
        <Button variant="default" onClick={() => void close()}>
          Close the casebook
        </Button>
      </section>
    );
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
