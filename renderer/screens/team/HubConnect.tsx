import type { HubState, InvitationInWords } from '../../../shared/contract/hub.ts';
import { client } from '../../client/index.ts';
import { InvitationDialog } from '../../ui/hub/InvitationDialog.tsx';
import { afterCancelling, showHubState } from '../../ui/hub/useHubState.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { casebookChanged, useCasebook, usePerson } from '../../ui/window/applicationState.ts';

/** Connects the open casebook to the hub of an invitation. */
export function HubConnect({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const { name } = usePerson();
  const isPackage = useCasebook().packageFor !== null;
  return (
    <InvitationDialog<HubState>
      opened={opened}
      onClose={onClose}
      title="Connect to a hub"
      action="Connect"
      self={name}
      about={isPackage ? () => OWN_ANSWERS : whatHappens}
      whyNot={({ role, person }) =>
        role === 'annotator' && !isPackage
          ? {
              title: `This invitation makes a casebook of its own for ${person}`,
              text: `${person} needs it on their computer: on the welcome screen they choose “Join a team…”. The invitation still works.`,
            }
          : null
      }
      cancelled="Connecting was stopped. If the hub had already let this casebook in, it stays connected."
      use={(invitation, signal) => client.hub.connect({ invitation }, { signal })}
      onEnd={async (state) => {
        const now = state ?? (await afterCancelling(() => client.hub.state()));
        if (now === null) return;
        onClose();
        await showHubState(now);
        if (state === null) toast('The casebook is connected and exchanges the rest by itself.');
        else if (now.problem === null) toast(`Connected to ${now.title}.`);
        await casebookChanged();
      }}
    />
  );
}

const OWN_ANSWERS =
  'Casebook then sends your submitted answers and fetches newly assigned items by itself. Drafts stay here.';

function whatHappens({ empty }: InvitationInWords): string {
  return empty
    ? 'Casebook sends this whole casebook to the hub, then exchanges changes while it is open. Drafts stay here.'
    : 'The hub already holds a casebook. Casebook merges it with this one, both ways, then exchanges changes while it is open. Drafts stay here.';
}
