import { Button, Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import { useState } from 'react';
import { counted } from '../../../../shared/domain/counts.ts';
import type { BulkResult } from '../../../../shared/contract/items.ts';
import { casebookChanged } from '../../../ui/window/applicationState.ts';
import { useCommands } from '../../../ui/commands/commands.ts';
import { adjudicateCommands } from '../commands.ts';
import { client, orpc } from '../../../client/index.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { Summary } from '../../../ui/Summary.tsx';
import { toastFailure } from '../../../ui/toast.tsx';

/** Accepts all items on which nobody differs, and says which ones were refused. */
export function BulkAccept({ task }: { readonly task: string }) {
  const counts = useQuery(orpc.adjudications.counts.queryOptions({ input: { task } })).data;
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<BulkResult | null>(null);
  const acceptable = counts?.acceptable ?? 0;
  const barred = counts?.acceptableBarred ?? 0;

  const accept = async (): Promise<void> => {
    const agreed = await confirm({
      title: `Accept ${counted(acceptable, 'unanimous item')}?`,
      message: `All raters of these items agree. Casebook lists items that break a rule of the benchmark and leaves them unchanged.${barred === 0 ? '' : ` ${counted(barred, 'more unanimous item')} that you rated stay${barred === 1 ? 's' : ''} for another adjudicator.`} You can undo it in History.`,
      action: 'Accept items',
    });
    if (!agreed) return;
    setBusy(true);
    try {
      setResult(await client.adjudications.acceptUnanimous({ task }));
      await casebookChanged();
    } catch (error) {
      toastFailure('Nothing was accepted', error);
    } finally {
      setBusy(false);
    }
  };

  useCommands('adjudicate', [
    { ...adjudicateCommands.unanimous, enabled: () => acceptable > 0 && !busy, run: () => void accept() },
  ]);

  return (
    <>
      {acceptable > 0 && (
        <Button
          size="compact-sm"
          variant="default"
          loading={busy}
          leftSection={<CheckCheck size={14} aria-hidden />}
          onClick={() => void accept()}
        >
          Accept {counted(acceptable, 'unanimous item')}
        </Button>
      )}
      {acceptable === 0 && barred > 0 && (
        <span>
          You rated {counted(barred, 'unanimous item')}: another adjudicator has to accept{' '}
          {barred === 1 ? 'it' : 'them'}
        </span>
      )}
      <Modal
        opened={result !== null}
        onClose={() => {
          setResult(null);
        }}
        title={`${counted(result?.changed ?? 0, 'item')} accepted`}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {(result?.refused.length ?? 0) > 0 && (
          <Text mb="md" c="dimmed">
            Items that break a rule of the benchmark stay unchanged. The Desk shows each rule beside its
            field.
          </Text>
        )}
        <Summary
          figures={[
            { label: 'accepted', value: result?.changed ?? 0 },
            { label: 'refused', value: result?.refused.length ?? 0 },
          ]}
          parts={[
            {
              title: 'Refused',
              open: true,
              lines: (result?.refused ?? []).map(({ item, reason }) => `${item}: ${reason}`),
            },
          ]}
        />
      </Modal>
    </>
  );
}
