import { Button, Group, Progress, Text } from '@mantine/core';
import { formatCount } from '../../../shared/base/counts.ts';
import { Notice } from '../feedback/Notice.tsx';
import type { WorkState } from './useStreamedWork.ts';

/** Where long work is, with a way to stop it; or why it did not finish. Nothing once it is done. */
export function WorkProgress<T>({
  state,
  onCancel,
  cancelled,
}: {
  readonly state: WorkState<T>;
  readonly onCancel: () => void;
  /** What cancelling left behind, in words. */
  readonly cancelled: string;
}) {
  switch (state.status) {
    case 'idle':
    case 'done':
      return null;
    case 'cancelled':
      return (
        <Notice state="neutral" title="Cancelled">
          {cancelled}
        </Notice>
      );
    case 'failed':
      return (
        <Notice state="disputed" title={state.failure.message}>
          {state.failure.hint}
        </Notice>
      );
    case 'running': {
      const share = state.total === null || state.total === 0 ? null : (100 * state.done) / state.total;
      return (
        <div>
          <Group justify="space-between" mb="xs">
            <Text>{state.phase}</Text>
            <Text c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
              {formatCount(state.done)}
              {state.total !== null && ` of ${formatCount(state.total)}`}
            </Text>
          </Group>
          <Progress
            value={share ?? 100}
            animated={share === null}
            aria-label={state.phase}
            transitionDuration={0}
          />
          <Group justify="flex-end" mt="md">
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          </Group>
        </div>
      );
    }
  }
}
