import { Box, Button, Flex } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { failureOf } from '../../client/index.ts';
import { copyDiagnostics } from '../window/diagnostics.ts';
import classes from './states.module.css';

/** What a failed screen shows: what happened, what became of the data, what to do. */
export function ErrorState({
  error,
  title = 'This could not be shown',
  onRetry,
  children,
}: {
  readonly error: unknown;
  readonly title?: string;
  readonly onRetry?: (() => void) | undefined;
  readonly children?: ReactNode;
}) {
  const failure = failureOf(error);
  return (
    <div className={classes['state']} role="alert">
      <TriangleAlert size={28} strokeWidth={1.5} aria-hidden className={classes['errorIcon']} />
      <Box component="h2" fz="lg" fw={600}>
        {title}
      </Box>
      <p className={classes['text']}>{failure.message}</p>
      <p className={classes['text']}>{failure.hint ?? 'Nothing was changed; saved work is safe.'}</p>
      <Flex gap="sm" wrap="wrap" justify="center" mt="sm">
        {onRetry !== undefined && <Button onClick={onRetry}>Try again</Button>}
        <Button variant="default" onClick={() => void copyDiagnostics(describe(error))}>
          Copy diagnostics
        </Button>
        {children}
      </Flex>
    </div>
  );
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
