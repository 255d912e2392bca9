import { Button, Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { BadgeCheck, CheckCheck, ListX } from 'lucide-react';
import { useState } from 'react';
import { counted, formatCount } from '../../../../shared/base/counts.ts';
import type { AcceptancePreview, BulkResult } from '../../../../shared/contract/items.ts';
import { casebookChanged, useMayCurate } from '../../../ui/window/applicationState.ts';
import { useCommands } from '../../../ui/commands/commands.ts';
import { adjudicateCommands } from '../commands.ts';
import { client, orpc } from '../../../client/index.ts';
import { confirm } from '../../../ui/dialogs/confirm.tsx';
import { SignOffDialog, type Voucher } from '../../../ui/items/SignOffDialog.tsx';
import { signOff } from '../../../ui/items/signOff.ts';
import { Summary, type SummaryFigure } from '../../../ui/layout/Summary.tsx';
import { toastFailure } from '../../../ui/feedback/toast.tsx';
import { useStreamedWork } from '../../../ui/work/useStreamedWork.ts';
import { WorkProgress } from '../../../ui/work/WorkProgress.tsx';

const NONE: AcceptancePreview = { acceptable: [], unsigned: [], broken: [] };

/** What is to be read about many items: what became of them, or why they cannot be accepted. */
interface BulkOutcome {
  readonly title: string;
  readonly figures: readonly SummaryFigure[];
  readonly refused: BulkResult['refused'];
}

const reportOf = ({ changed, refused }: BulkResult, did: string): BulkOutcome => ({
  title: `${counted(changed, 'item')} ${did}`,
  figures: [
    { label: did, value: changed },
    { label: 'refused', value: refused.length },
  ],
  refused,
});

/** Accepts the items on which nobody differs and that break no rule, and says what the others wait for. */
export function BulkAccept({ task }: { readonly task: string }) {
  const counts = useQuery(orpc.adjudications.counts.queryOptions({ input: { task } })).data;
  const unanimous = counts?.acceptable ?? 0;
  const acceptance = useQuery(
    orpc.adjudications.acceptance.queryOptions({ input: { task }, enabled: unanimous > 0 }),
  ).data;
  const { acceptable, unsigned, broken } = unanimous === 0 ? NONE : (acceptance ?? NONE);
  const barred = counts?.acceptableBarred ?? 0;
  const [busy, setBusy] = useState(false);
  const [signing, setSigning] = useState(false);
  const [report, setReport] = useState<BulkOutcome | null>(null);
  const work = useStreamedWork<BulkResult>();

  const accept = async (): Promise<void> => {
    const agreed = await confirm(acceptQuestion(acceptable.length, barred));
    if (!agreed) return;
    setBusy(true);
    try {
      const result = await client.adjudications.acceptUnanimous({ task, items: acceptable });
      setReport(reportOf(result, 'accepted'));
      await casebookChanged();
    } catch (error) {
      toastFailure('Nothing was accepted', error);
    } finally {
      setBusy(false);
    }
  };
  const sign = async (vouchedBy: Voucher): Promise<void> => {
    setSigning(false);
    const result = await signOff({ ids: unsigned }, vouchedBy, work.start);
    if (result !== null && result.refused.length > 0) setReport(reportOf(result, 'signed off'));
  };
  useCommands('adjudicate', [
    {
      ...adjudicateCommands.unanimous,
      enabled: () => acceptable.length > 0 && !busy,
      run: () => void accept(),
    },
  ]);

  return (
    <>
      {acceptable.length > 0 && (
        <Button
          size="compact-sm"
          variant="default"
          loading={busy}
          leftSection={<CheckCheck size={14} aria-hidden />}
          onClick={() => void accept()}
        >
          Accept {counted(acceptable.length, 'unanimous item')}
        </Button>
      )}
      <WaitingForSignOff
        count={unsigned.length}
        disabled={work.state.status === 'running'}
        onSign={() => setSigning(true)}
      />
      {broken.length > 0 && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<ListX size={14} aria-hidden />}
          onClick={() => {
            setReport({
              title: `${counted(broken.length, 'unanimous item')} cannot be accepted yet`,
              figures: [],
              refused: broken,
            });
          }}
        >
          {`${formatCount(broken.length)} ${broken.length === 1 ? 'breaks' : 'break'} a rule`}
        </Button>
      )}
      {unanimous === 0 && barred > 0 && (
        <span>
          You rated {counted(barred, 'unanimous item')}: another adjudicator has to accept{' '}
          {barred === 1 ? 'it' : 'them'}
        </span>
      )}
      <WorkProgress
        state={work.state}
        onCancel={work.cancel}
        cancelled="Items signed off until then stay signed off."
      />
      <SignOffDialog
        opened={signing}
        count={unsigned.length}
        onClose={() => setSigning(false)}
        onSign={(vouchedBy) => void sign(vouchedBy)}
      />
      <BulkReport report={report} onClose={() => setReport(null)} />
    </>
  );
}

/** What is asked before unanimous items are accepted. */
const acceptQuestion = (count: number, barred: number) => ({
  title: `Accept ${counted(count, 'unanimous item')}?`,
  message: `All raters of these items agree.${barred === 0 ? '' : ` ${counted(barred, 'more unanimous item')} that you rated stay${barred === 1 ? 's' : ''} for another adjudicator.`} You can undo it in History.`,
  action: 'Accept items',
});

/** How many items wait for a sign-off: a button for people who may sign. */
function WaitingForSignOff({
  count,
  disabled,
  onSign,
}: {
  readonly count: number;
  readonly disabled: boolean;
  readonly onSign: () => void;
}) {
  const maySign = useMayCurate();
  if (count === 0) return null;
  const words = `${formatCount(count)} ${count === 1 ? 'waits' : 'wait'} for a sign-off`;
  if (!maySign) return <span>{words}</span>;
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={disabled}
      leftSection={<BadgeCheck size={14} aria-hidden />}
      onClick={onSign}
    >
      {words}
    </Button>
  );
}

function BulkReport({
  report,
  onClose,
}: {
  readonly report: BulkOutcome | null;
  readonly onClose: () => void;
}) {
  const refused = report?.refused ?? [];
  return (
    <Modal
      opened={report !== null}
      onClose={onClose}
      title={report?.title}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {refused.length > 0 && (
        <Text mb="md" c="dimmed">
          These items stay unchanged. The Desk shows each rule beside its field.
        </Text>
      )}
      <Summary
        figures={report?.figures ?? []}
        parts={[
          { title: 'Items', open: true, lines: refused.map(({ item, reason }) => `${item}: ${reason}`) },
        ]}
      />
    </Modal>
  );
}
