import { Button } from '@mantine/core';
import type { Phrasebook } from '../../../../shared/participantTexts/texts.ts';
import { enterCasebook, useCasebook, usePerson } from '../../../ui/window/applicationState.ts';
import { goTo } from '../../../ui/window/navigate.ts';
import { client } from '../../../client/index.ts';
import { toastFailure } from '../../../ui/feedback/toast.tsx';
import { WorkArea } from '../../../ui/work/WorkDialog.tsx';
import { HubStatus } from '../../../ui/hub/HubStatus.tsx';
import { HUB_LOOK_EVERY, useHubState } from '../../../ui/hub/useHubState.ts';
import { PackageForm } from '../../../ui/files/PackageForm.tsx';
import { useSay } from '../../../ui/participant/ParticipantTexts.tsx';
import classes from './pages.module.css';

/**
 * How a package participant's answers go back: in one file, or over the study's hub by themselves; after that the package
 * can be closed.
 */
export function SendBack() {
  const say = useSay();
  const person = usePerson();
  const { title } = useCasebook();
  const { data: hub, isPending } = useHubState(HUB_LOOK_EVERY);
  if (isPending) return null;
  if (hub != null)
    return (
      <section aria-label={say('yourAnswers')} className={classes['sendBack']}>
        <HubStatus state={hub} />
        <Button variant="default" onClick={() => void close(say)}>
          {say('closeCasebook')}
        </Button>
      </section>
    );
  return (
    <WorkArea>
      {(busy) => (
        <section aria-label={say('sendBack')} className={classes['sendBack']}>
          <PackageForm
            person={person}
            action={say('writeFile')}
            description={say('writeFileText')}
            suggestedName={say('fileName', { title, person: person.handle })}
          />
          <Button variant="default" disabled={busy} onClick={() => void close(say)}>
            {say('closePackage')}
          </Button>
        </section>
      )}
    </WorkArea>
  );
}

async function close(say: Phrasebook): Promise<void> {
  try {
    await client.casebooks.close();
    goTo('/');
    await enterCasebook(null);
  } catch (error) {
    toastFailure(say('packageNotClosed'), error);
  }
}
