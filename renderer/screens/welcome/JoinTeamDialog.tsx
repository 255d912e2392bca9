import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { OpenCasebook } from '../../../shared/contract/application.ts';
import { client, orpc } from '../../client/index.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { applicationCommands } from '../../ui/commands/globalCommands.ts';
import { InvitationDialog } from '../../ui/hub/InvitationDialog.tsx';
import { lookAfterCancelling } from '../../ui/hub/useHubState.ts';
import { PathField } from '../../ui/PathField.tsx';
import { fileNameOf, joinPath } from '../../ui/paths.ts';
import { enterCasebook, useApplicationState, useMachine } from '../../ui/window/applicationState.ts';
import { goTo } from '../../ui/window/navigate.ts';
import { closeJoinTeam, openJoinTeam, useJoinTeam } from './joinTeam.ts';

/** Makes a casebook of one's own for the invitation of a team’s hub, and opens it. */
export function JoinTeamDialog() {
  const opened = useJoinTeam((state) => state.opened);
  const { folders } = useMachine();
  const documents = useApplicationState().data?.documents ?? '';
  const [chosen, setFolder] = useState<string | null>(null);
  // What the title of the invitation makes of the folder; null: beside other casebooks, under a free name.
  const pathFor = (title: string) =>
    chosen === null || chosen.trim() === '' || chosen === documents
      ? null
      : joinPath(chosen.trim(), `${fileNameOf(title)}.casebook`);
  const [path, setPath] = useState<string | null>(null);
  useCommands('global', [{ ...applicationCommands.joinTeam, enabled: () => folders, run: openJoinTeam }]);
  return null;
}
