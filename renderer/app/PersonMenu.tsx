import { Button, Menu, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Check, LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { isActivePerson, onlyTakesPart } from '../../shared/domain/status.ts';
import { client, orpc } from '../client/index.ts';
import { toastFailure } from '../ui/feedback/toast.tsx';
import { workAs } from '../ui/window/workAs.ts';
import { useCasebook, useCurates, usePerson, useSignedIn } from '../ui/window/applicationState.ts';
import { goTo, places } from '../ui/window/navigate.ts';

/** The current user, and changing that. */
export function PersonMenu({ icon }: { readonly icon: ReactNode }) {
  const person = usePerson();
  const curates = useCurates();
  const isSignedIn = useSignedIn();
  const isDevice = useCasebook().device !== undefined;
  const people = useQuery(orpc.people.list.queryOptions()).data ?? [];
  if (isSignedIn)
    return (
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="subtle" color="gray" leftSection={icon} aria-label={`Signed in as ${person.name}`}>
            {person.name}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<LogOut size={14} aria-hidden />} onClick={() => void signOut()}>
            Sign out of this browser
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" color="gray" leftSection={icon} aria-label={`Working as ${person.name}`}>
          {person.name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Working as</Menu.Label>
        {people
          // A participant chooses their own name, on Baseline or at the start: the window is theirs from then on.
          .filter((each) => isActivePerson(each) && !onlyTakesPart(each))
          .filter((each) => !isDevice || each.id === person.id)
          .map((each) => (
            <Menu.Item
              key={each.id}
              leftSection={
                each.id === person.id ? <Check size={14} aria-hidden /> : <span style={{ width: 14 }} />
              }
              aria-current={each.id === person.id || undefined}
              onClick={() => void workAs(each)}
            >
              {each.name}
            </Menu.Item>
          ))}
        {isDevice && (
          <Text size="xs" c="dimmed" px="sm" pb={4} maw={260}>
            {person.name} joined the team with this casebook. Others need invitations of their own.
          </Text>
        )}
        {curates && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => goTo(places.team)}>Add a person…</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Ends this browser's session; what the host shows then says how to come back. */
async function signOut(): Promise<void> {
  try {
    await client.webAccess.signOut();
    window.location.assign('/');
  } catch (error) {
    toastFailure('Casebook could not sign this browser out', error);
  }
}
