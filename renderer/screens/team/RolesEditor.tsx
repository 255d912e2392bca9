import { Button, Checkbox, Group, Popover, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { Person } from '../../../shared/contract/application.ts';
import { Role } from '../../../shared/domain/status.ts';
import { casebookChanged, enterCasebook } from '../../ui/window/applicationState.ts';
import { queryClient } from '../../client/queryClient.ts';
import { failureOf, orpc } from '../../client/index.ts';
import { roleTitles } from '../../ui/text/roleTitles.ts';
import classes from './Team.module.css';

/** A person's roles, to be changed where they stand, with the name. */
export function RolesEditor({ person }: { readonly person: Person }) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      trapFocus
      returnFocus
      shadow="md"
      withinPortal
    >
      <Popover.Target>
        <UnstyledButton
          className={classes['roles'] ?? ''}
          aria-label={`Change ${person.name}: ${rolesOf(person)}`}
          onClick={() => setOpened(!opened)}
        >
          {rolesOf(person)}
          <Pencil size={12} aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        {opened && <RolesForm person={person} onClose={() => setOpened(false)} />}
      </Popover.Dropdown>
    </Popover>
  );
}

/** A person's roles in words. */
export function rolesOf({ roles }: Person): string {
  return roles.map((role) => roleTitles[role]).join(', ');
}

function RolesForm({ person, onClose }: { readonly person: Person; readonly onClose: () => void }) {
  const [name, setName] = useState(person.name);
  const [roles, setRoles] = useState<readonly Role[]>(person.roles);
  const update = useMutation({
    ...orpc.people.update.mutationOptions(),
    onSuccess: async (changed) => {
      onClose();
      const casebook = queryClient.getQueryData(orpc.application.state.queryKey())?.casebook;
      if (casebook?.person?.id === changed.id) await enterCasebook({ ...casebook, person: changed });
      // What one may do and see follows from the roles.
      await casebookChanged();
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        update.mutate({ id: person.id, name: name.trim(), roles: [...roles] });
      }}
    >
      <Stack gap="sm" maw={280}>
        <TextInput
          label="Full name"
          value={name}
          maxLength={200}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox.Group
          label="Roles"
          value={[...roles]}
          onChange={(values) => setRoles(Role.options.filter((role) => values.includes(role)))}
        >
          <Stack gap="xs" mt="xs">
            {Role.options.map((role) => (
              <Checkbox key={role} value={role} label={roleTitles[role]} />
            ))}
          </Stack>
        </Checkbox.Group>
        {update.error !== null && (
          <Text c="var(--casebook-disputed)" role="alert">
            {failureOf(update.error).message} {failureOf(update.error).hint}
          </Text>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={update.isPending} disabled={roles.length === 0}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
