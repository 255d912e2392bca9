import { ScrollArea, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useApplicationState } from '../../ui/window/applicationState.ts';
import { OldElectron } from '../../ui/window/OldElectron.tsx';
import { orpc } from '../../client/index.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import classes from './SettingsScreen.module.css';

/** Which program this is, and whose work it includes. */
export function AboutSettings() {
  const { data } = useApplicationState();
  const notices = useQuery(orpc.application.notices.queryOptions());
  if (data === undefined) return null;
  return (
    <Stack gap="lg">
      <div>
        <Text fw={600}>Casebook {data.version}</Text>
        {data.electron !== null && <Text c="dimmed">Electron {data.electron.version}</Text>}
        <Text>Licensed under the Apache License 2.0.</Text>
      </div>
      <OldElectron />
      {notices.isError && (
        <ErrorState
          title="The notices could not be read"
          error={notices.error}
          onRetry={() => void notices.refetch()}
        />
      )}
      {notices.isSuccess && (
        <ScrollArea h={420} type="auto" tabIndex={0} role="region" aria-label="Third-party notices">
          <pre className={classes['notices']}>{notices.data.text}</pre>
        </ScrollArea>
      )}
    </Stack>
  );
}
