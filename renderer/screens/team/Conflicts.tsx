import { Button, Table, Text, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { counted } from '../../../shared/base/counts.ts';
import type { MergeConflict } from '../../../shared/contract/merging.ts';
import { conflictNouns, type ConflictSide, sideInWords } from '../../../shared/domain/conflictSides.ts';
import { casebookChanged } from '../../ui/window/applicationState.ts';
import { orpc } from '../../client/index.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { formatDateTime } from '../../ui/text/format.ts';
import { toast, toastFailure } from '../../ui/feedback/toast.tsx';
import classes from './Team.module.css';

/** What merging could not unite, for a person to resolve; nothing where there is none. */
export function Conflicts({ editable }: { readonly editable: boolean }) {
  const { data, error, refetch } = useQuery(orpc.merging.conflicts.queryOptions());
  if (error !== null)
    return (
      <ErrorState error={error} title="The conflicts could not be listed" onRetry={() => void refetch()} />
    );
  if (data === undefined || data.length === 0) return null;
  return (
    <section className={classes['section']} aria-label="Conflicts">
      <h2>{counted(data.length, 'conflict')} to resolve</h2>
      <p>
        The same thing was done differently in two places. Until you choose, the later of two answers counts
        and everything else stays unchanged. The history keeps what you do not choose.
      </p>
      {data.map((conflict) => (
        <Conflict key={conflict.id} conflict={conflict} editable={editable} />
      ))}
    </section>
  );
}

const CHOICES = ['ours', 'theirs'] as const;

function Conflict({ conflict, editable }: { readonly conflict: MergeConflict; readonly editable: boolean }) {
  const { id, kind, item, itemId, summary, sides, source, foundAt } = conflict;
  // Several conflicts can be of one kind: the item tells them apart.
  const name = item === null ? summary : `${item}: ${summary}`;
  const resolve = useMutation({
    ...orpc.merging.resolve.mutationOptions(),
    onSuccess: async () => {
      toast('Resolved.');
      await casebookChanged();
    },
    onError: (error) => toastFailure('The conflict could not be resolved', error),
  });
  return (
    <article className={classes['conflict']} aria-label={name}>
      <h3>{summary}</h3>
      <p>
        {item === null ? '' : `${item}; `}
        {source}, {formatDateTime(foundAt)}
      </p>
      {sides === null && itemId !== null && (
        <p>The difference is hidden because you have not answered this item yet. Answer it to choose.</p>
      )}
      {sides !== null && (
        <Table aria-label={`Both sides of ${name}`} mb="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={160}>
                <VisuallyHidden>Field</VisuallyHidden>
              </Table.Th>
              {CHOICES.map((which) => (
                <Table.Th key={which} style={{ verticalAlign: 'top' }}>
                  <Side side={sides[which]} title={sideInWords(sides[which], which, source)} />
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {conflict.differences.map(({ field, ours, theirs }) => (
              <Table.Tr key={field}>
                <Table.Th scope="row">{field}</Table.Th>
                <Table.Td>{ours}</Table.Td>
                <Table.Td>{theirs}</Table.Td>
              </Table.Tr>
            ))}
            {editable && (
              <Table.Tr>
                <Table.Td />
                {CHOICES.map((choice) => (
                  <Table.Td key={choice}>
                    <Button
                      variant="default"
                      aria-label={`Use this ${conflictNouns[kind]} (${sideInWords(sides[choice], choice, source)}): ${name}`}
                      loading={resolve.isPending && resolve.variables.choice === choice}
                      disabled={resolve.isPending}
                      onClick={() => resolve.mutate({ id, choice })}
                    >
                      Use this {conflictNouns[kind]}
                    </Button>
                  </Table.Td>
                ))}
              </Table.Tr>
            )}
          </Table.Tbody>
        </Table>
      )}
    </article>
  );
}

/** Whose one side is, with when it was made and sent. */
function Side({ side, title }: { readonly side: ConflictSide; readonly title: string }) {
  const { begunAt, submittedAt, counts } = side;
  return (
    <>
      {title}
      {submittedAt !== null && (
        <Text c="dimmed" fw={400}>
          Submitted {formatDateTime(submittedAt)}
          {begunAt !== null && `, begun ${formatDateTime(begunAt)}`}
        </Text>
      )}
      {counts && (
        <Text c="dimmed" fw={400}>
          Counts for now
        </Text>
      )}
    </>
  );
}
