import { useState } from 'react';
import type { OpenCasebook } from '../../../shared/contract/application.ts';
import { client } from '../../client/index.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { applicationCommands } from '../../ui/commands/globalCommands.ts';
import { InvitationDialog } from '../../ui/hub/InvitationDialog.tsx';
import { afterCancelling } from '../../ui/hub/useHubState.ts';
import { PathField } from '../../ui/files/PathField.tsx';
import { fileNameOf, joinPath } from '../../ui/files/paths.ts';
import { enterCasebook, useApplicationState, useMachine } from '../../ui/window/applicationState.ts';
import { goTo } from '../../ui/window/navigate.ts';
import { closeJoinTeam, openJoinTeam, useJoinTeam } from './joinTeam.ts';

/** Makes a casebook of one's own for the invitation to a team’s hub, and opens it. */
export function JoinTeamDialog() {
  const opened = useJoinTeam((state) => state.opened);
  const { folders } = useMachine();
  const { documents = '', casebook: open = null } = useApplicationState().data ?? {};
  const before = open?.path;
  const [chosen, setFolder] = useState<string | null>(null);
  const folder = chosen ?? documents;
  useCommands('global', [{ ...applicationCommands.joinTeam, enabled: () => folders, run: openJoinTeam }]);
  return (
    <InvitationDialog<OpenCasebook>
      opened={opened}
      onClose={closeJoinTeam}
      title="Join a team"
      action="Join team"
      about={({ role }) =>
        role === 'annotator'
          ? 'Casebook makes a casebook with your assigned items. What you submit goes to the team by itself.'
          : 'Casebook makes a copy of the team’s casebook and exchanges changes while it is open.'
      }
      field={
        <PathField
          label="Folder"
          required
          value={folder}
          onChange={setFolder}
          requests={[{ kind: 'folder', title: 'Choose a folder for the casebook' }]}
        />
      }
      whyNot={({ empty }) =>
        empty
          ? {
              title: 'This invitation is for the person who brings the casebook',
              text: 'The hub has no casebook yet. Open yours, go to the Team screen and choose “Connect to a hub…”. The invitation still works.',
            }
          : null
      }
      cancelled="Joining was stopped. If the hub had already let you in, your casebook opens and fetches the rest by itself."
      use={(invitation, signal, { title }) =>
        client.hub.join(
          {
            invitation,
            // Beside other casebooks it takes a name that is free.
            ...(folder.trim() !== documents && {
              path: joinPath(folder.trim(), `${fileNameOf(title)}.casebook`),
            }),
          },
          { signal },
        )
      }
      onEnd={async (casebook) => {
        const now = casebook ?? (await afterCancelling(() => client.application.state())).casebook;
        if (casebook === null && now?.path === before) return;
        closeJoinTeam();
        // An item of the casebook before means nothing in this one.
        goTo('/');
        await enterCasebook(now);
      }}
    />
  );
}
