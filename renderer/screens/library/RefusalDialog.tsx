import { Modal, Text } from '@mantine/core';
import type { BulkResult } from '../../../shared/contract/items.ts';
import { counted } from '../../../shared/base/counts.ts';
import { Summary, type SummaryPart } from '../../ui/layout/Summary.tsx';

/** Tells which items could not be changed, and why; null: it is closed. */
export function RefusalDialog({
  refusal,
  onClose,
}: {
  readonly refusal: BulkResult | null;
  readonly onClose: () => void;
}) {
  const refused = refusal?.refused ?? [];
  return (
    <Modal
      opened={refusal !== null}
      onClose={onClose}
      title={`${counted(refused.length, 'item')} could not be changed`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Text mb="md" c="dimmed">
        Each is listed under its reason. The Desk shows every rule of the benchmark beside its field.
      </Text>
      <Summary
        figures={[
          { label: 'refused', value: refused.length },
          { label: 'changed', value: refusal?.changed ?? 0 },
        ]}
        parts={byReason(refused)}
      />
    </Modal>
  );
}

/** What was refused, rule by rule, the most frequent first; each with its items. */
function byReason(refused: BulkResult['refused']): readonly SummaryPart[] {
  return [...Map.groupBy(refused, ({ reason }) => reason)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([reason, items], at) => ({ title: reason, open: at === 0, lines: items.map(({ item }) => item) }));
}
