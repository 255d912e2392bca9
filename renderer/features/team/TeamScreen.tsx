import { Badge, Button, Table, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { usePerson, useWritable } from '../../app/applicationState.ts';
import { orpc } from '../../client/index.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { ScreenHeader, ScreenPage } from '../../ui/ScreenPage.tsx';
import { AddPerson } from './AddPerson.tsx';
import { sitAs } from './sitAs.ts';

const KINDS = { human: 'Person', model: 'Model', source: 'Source' };

/** Who works on the casebook, and who sits here now. */
export default function TeamScreen() {
  const person = usePerson();
  const writable = useWritable();
  const { data, error, refetch } = useQuery(orpc.people.list.queryOptions());
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingState />;
  return (
    <ScreenPage>
      <ScreenHeader
        title="Team"
        description="Work is kept under the name of whoever sits here. Nobody’s unsubmitted work is lost by changing seats."
      />
      <Table aria-label="People" highlightOnHover mb="lg">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Handle</Table.Th>
            <Table.Th>Kind</Table.Th>
            <Table.Th>Roles</Table.Th>
            <Table.Th w={160}>
              <VisuallyHidden>Seat</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.map((each) => (
            <Table.Tr key={each.id}>
              <Table.Td fw={each.id === person.id ? 600 : undefined}>{each.name}</Table.Td>
              <Table.Td>{each.handle}</Table.Td>
              <Table.Td>{KINDS[each.kind]}</Table.Td>
              <Table.Td>{each.roles.join(', ')}</Table.Td>
              <Table.Td align="right">
                {each.id === person.id ? (
                  <Badge variant="default" tt="none" leftSection={<UserRound size={12} aria-hidden />}>
                    Sits here
                  </Badge>
                ) : (
                  each.kind === 'human' && (
                    <Button variant="default" onClick={() => void sitAs(each)}>
                      Work as {each.name}
                    </Button>
                  )
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {writable && <AddPerson />}
    </ScreenPage>
  );
}
