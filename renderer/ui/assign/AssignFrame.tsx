import { Box, Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { failureOf } from '../../client/index.ts';
import { FollowingModal } from '../dialogs/FollowingModal.tsx';
import { Notice } from '../feedback/Notice.tsx';
import classes from './Assign.module.css';

/** A dialog in which work is assigned to people. */
export function AssignModal({
  opened,
  title,
  onClose,
  children,
}: {
  readonly opened: boolean;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <FollowingModal opened={opened} onClose={onClose} title={title} size="xl">
      {children}
    </FollowingModal>
  );
}

/** What an assignment gives one person. */
interface Share {
  readonly id: string;
  readonly name: string;
  readonly count: string;
}

/** What would be assigned. */
export interface AssignOutcome {
  readonly summary: ReactNode;
  /** Why it cannot be assigned like this. */
  readonly problems?: readonly string[];
  readonly shares: readonly Share[];
}

/** What is assigned to whom, then what that would do, then the button that does it. */
export function AssignFrame({
  lacking,
  outcome,
  error,
  action,
  isReady,
  isPending,
  onAssign,
  children,
}: {
  /** What is still to be chosen, in words; null: everything is. */
  readonly lacking: string | null;
  /** Null: it is being counted. */
  readonly outcome: AssignOutcome | null;
  /** Why it could not be counted; null: it could, or will be. */
  readonly error: unknown;
  /** What the button does, in words. */
  readonly action: string;
  readonly isReady: boolean;
  readonly isPending: boolean;
  readonly onAssign: () => void;
  readonly children: ReactNode;
}) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onAssign();
      }}
    >
      <Stack gap="md">
        {children}
        {lacking === null && error !== null ? (
          <Refused error={error} />
        ) : (
          <section
            aria-label="Preview"
            aria-busy={lacking === null && outcome === null}
            className={classes['preview']}
          >
            {lacking !== null && <p>{lacking}</p>}
            {lacking === null && outcome === null && <p>Counting…</p>}
            {lacking === null && outcome !== null && <Outcome outcome={outcome} />}
          </section>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={isPending} disabled={!isReady}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Refused({ error }: { readonly error: unknown }) {
  const failure = failureOf(error);
  return (
    <Notice state="disputed" title={failure.message}>
      {failure.hint}
    </Notice>
  );
}

function Outcome({ outcome: { summary, problems, shares } }: { readonly outcome: AssignOutcome }) {
  return (
    <>
      <p>{summary}</p>
      {problems?.map((problem) => (
        <Box key={problem} component="p" c="var(--casebook-disputed)">
          {problem}
        </Box>
      ))}
      <ul className={classes['shares']} aria-label="Shares">
        {shares.map(({ id, name, count }) => (
          <li key={id}>
            <span>{name}</span>
            <span>{count}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
