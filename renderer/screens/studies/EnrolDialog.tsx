import { Button, Checkbox, Group, Stack, Tabs, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '../../../shared/base/counts.ts';
import type { Study } from '../../../shared/contract/studies.ts';
import { PersonId } from '../../../shared/base/ids.ts';
import { queryClient } from '../../client/queryClient.ts';
import { orpc } from '../../client/index.ts';
import { FollowingModal } from '../../ui/dialogs/FollowingModal.tsx';
import { toast, toastFailure } from '../../ui/feedback/toast.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';

/** Gives people a study session each: new ones without names, or some who are here already. */
export function EnrolDialog({
  study,
  opened,
  onClose,
}: {
  readonly study: Study;
  readonly opened: boolean;
  readonly onClose: () => void;
}) {
  return (
    <FollowingModal opened={opened} onClose={onClose} title="Enrol participants" size="lg">
      <EnrolForm study={study} onClose={onClose} />
    </FollowingModal>
  );
}

function EnrolForm({ study: { id }, onClose }: { readonly study: Study; readonly onClose: () => void }) {
  const [count, setCount] = useState(10);
  const [prefix, setPrefix] = useState('P');
  const [chosen, setChosen] = useState<readonly PersonId[]>([]);
  const candidates = useQuery(orpc.studies.candidates.queryOptions({ input: { id } }));
  const done = async (before: string) => {
    onClose();
    toast(before);
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: orpc.studies.key() }),
      queryClient.invalidateQueries({ queryKey: orpc.people.key() }),
    ]);
  };
  const onError = (error: unknown) => toastFailure('Nobody was enrolled', error);
  const enrolNew = useMutation({
    ...orpc.studies.enrolNew.mutationOptions(),
    onSuccess: () => done(`${counted(count, 'participant')} enrolled.`),
    onError,
  });
  const enrol = useMutation({
    ...orpc.studies.enrol.mutationOptions(),
    onSuccess: () => done(`${counted(chosen.length, 'participant')} enrolled.`),
    onError,
  });
  const others = candidates.data ?? [];
  return (
    <Tabs defaultValue="new">
      <Tabs.List mb="md">
        <Tabs.Tab value="new">New participants</Tabs.Tab>
        <Tabs.Tab value="known">Existing people</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="new">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            enrolNew.mutate({ id, count, prefix });
          }}
        >
          <Stack gap="md">
            <Text c="dimmed">
              They get numbers instead of names. Each takes part with a personal link, with a package, or on
              this computer.
            </Text>
            <Group align="flex-end" gap="md">
              <NumberField
                label="How many"
                w={112}
                min={1}
                max={1000}
                isWhole
                focusedFirst
                value={count}
                onChange={(value) => {
                  if (value !== null) setCount(value);
                }}
              />
              <TextInput
                label="Names begin with"
                w={144}
                maxLength={32}
                value={prefix}
                onChange={(event) => {
                  setPrefix(event.currentTarget.value.replaceAll(/[^\p{L}\p{N}._-]+/gu, ''));
                }}
              />
            </Group>
            <Group justify="flex-end">
              <Button type="submit" loading={enrolNew.isPending}>
                {`Enrol ${counted(count, 'participant')}`}
              </Button>
            </Group>
          </Stack>
        </form>
      </Tabs.Panel>
      <Tabs.Panel value="known">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            enrol.mutate({ id, people: [...chosen] });
          }}
        >
          <Stack gap="md">
            <Text c="dimmed">People who have seen labels, clues or answers cannot take part.</Text>
            <Checkbox.Group
              aria-label="People"
              value={[...chosen]}
              onChange={(values) => setChosen(values.map((value) => PersonId.parse(value)))}
            >
              <Stack gap="xs">
                {others.map(({ person, enrolled, refused }) => (
                  <Checkbox
                    key={person.id}
                    value={person.id}
                    label={person.name}
                    disabled={enrolled || refused !== null}
                    description={enrolled ? 'Enrolled already' : (refused ?? undefined)}
                  />
                ))}
                {others.length === 0 && <Text>{candidates.isPending ? 'Loading…' : 'No other people.'}</Text>}
              </Stack>
            </Checkbox.Group>
            <Group justify="flex-end">
              <Button type="submit" loading={enrol.isPending} disabled={chosen.length === 0}>
                {`Enrol ${counted(chosen.length, 'participant')}`}
              </Button>
            </Group>
          </Stack>
        </form>
      </Tabs.Panel>
    </Tabs>
  );
}
