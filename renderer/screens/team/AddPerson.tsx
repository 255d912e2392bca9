import { Button, Checkbox, Fieldset, Group, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { Role } from '../../../shared/domain/status.ts';
import { queryClient } from '../../client/queryClient.ts';
import { failureOf, orpc } from '../../client/index.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { roleDuties, roleTitles } from '../../ui/text/roleTitles.ts';
import classes from './Team.module.css';

const FORBIDDEN_IN_HANDLES = /[^\p{L}\p{N}._@-]+/gu;

/** Adds a person to the casebook. */
export function AddPerson() {
  const nameField = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const [handle, setHandle] = useState<string | null>(null);
  const [roles, setRoles] = useState<readonly Role[]>(['annotator']);
  const suggested = name.trim().toLowerCase().replaceAll(FORBIDDEN_IN_HANDLES, '.').slice(0, 64);
  const add = useMutation({
    ...orpc.people.add.mutationOptions(),
    onSuccess: async (person) => {
      toast(`${person.name} is on the team.`);
      setName('');
      setHandle(null);
      // The button is of no use until there is another name.
      nameField.current?.focus();
      await queryClient.invalidateQueries({ queryKey: orpc.people.key() });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate({ name: name.trim(), handle: handle ?? suggested, roles: [...roles] });
      }}
    >
      <Fieldset legend="Add a person" p="md">
        <Group align="flex-start" grow preventGrowOverflow={false} mb="md">
          <TextInput
            ref={nameField}
            label="Name"
            value={name}
            maxLength={200}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label="Handle"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            description="Identifies the person in exports and on the command line."
            value={handle ?? suggested}
            error={add.error === null ? undefined : failureOf(add.error).message}
            onChange={(event) => setHandle(event.currentTarget.value.replaceAll(FORBIDDEN_IN_HANDLES, ''))}
          />
        </Group>
        <Checkbox.Group
          label="Roles"
          value={[...roles]}
          onChange={(values) => setRoles(Role.options.filter((role) => values.includes(role)))}
        >
          <div className={classes['duties']}>
            {Role.options.map((role) => (
              <Checkbox key={role} value={role} label={roleTitles[role]} description={roleDuties[role]} />
            ))}
          </div>
        </Checkbox.Group>
        <Button
          type="submit"
          leftSection={<UserPlus size={14} aria-hidden />}
          loading={add.isPending}
          disabled={(handle ?? suggested) === '' || roles.length === 0}
        >
          Add
        </Button>
      </Fieldset>
    </form>
  );
}
