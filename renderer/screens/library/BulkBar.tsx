import { Button, Modal, Text } from '@mantine/core';
import { BadgeCheck, Blocks, Download, Split, Tag, Trash2, UserPlus, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { counted, formatCount } from '../../../shared/base/counts.ts';
import { findBenchmark } from '../../../shared/benchmarks/registry.ts';
import { benchmarkParts } from '../../benchmarks/registry.ts';
import type { BulkResult, ItemFilter } from '../../../shared/contract/items.ts';
import { ItemStatus } from '../../../shared/domain/status.ts';
import { useCasebook, useMayCurate } from '../../ui/window/applicationState.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { libraryCommands } from './commands.ts';
import { StatusIcon } from '../../ui/items/StatusBadge.tsx';
import { useStreamedWork } from '../../ui/work/useStreamedWork.ts';
import { WorkProgress } from '../../ui/work/WorkProgress.tsx';
import { Summary, type SummaryPart } from '../../ui/layout/Summary.tsx';
import { makeVariantsOf } from '../../ui/items/imageGenerationItems.ts';
import { SignOffDialog, type Voucher } from '../../ui/items/SignOffDialog.tsx';
import { signOff } from '../../ui/items/signOff.ts';
import { AssignRound } from '../../ui/assign/AssignRound.tsx';
import type { AssignStart } from '../../ui/assign/ItemsChoice.tsx';
import { exportOnly } from '../../ui/items/selectedItems.ts';
import { changeSplit, changeTags, deleteItems, setStatus } from './bulk.ts';
import { everything, selectedCount, toRequest, type Selection } from './selection.ts';
import { SplitDialog } from './SplitDialog.tsx';
import { TagDialog } from './TagDialog.tsx';
import classes from './LibraryScreen.module.css';

const STATUS_COMMANDS = {
  draft: libraryCommands.draft,
  in_review: libraryCommands.review,
  accepted: libraryCommands.accept,
  rejected: libraryCommands.reject,
} satisfies Record<ItemStatus, unknown>;

const VERBS: Readonly<Record<ItemStatus, string>> = {
  draft: 'Set to draft',
  in_review: 'Put in review',
  accepted: 'Accept',
  rejected: 'Reject',
};

/** What can be done with all chosen items at once. */
export function BulkBar({
  selection,
  filter,
  total,
  onSelectAll,
  onClear,
}: {
  readonly selection: Selection;
  readonly filter: ItemFilter;
  readonly total: number;
  readonly onSelectAll: () => void;
  readonly onClear: () => void;
}) {
  const writable = useMayCurate();
  const { benchmark } = useCasebook();
  const signsOff = findBenchmark(benchmark)?.tasks.some(({ signOff }) => signOff !== undefined) === true;
  const makesImages = findBenchmark(benchmark)?.imageGeneration !== undefined;
  const Action = benchmarkParts[benchmark]?.LibraryAction;
  const count = selectedCount(selection, total);
  const [busy, setBusy] = useState(false);
  const [tagging, setTagging] = useState(false);
  const [splitting, setSplitting] = useState(false);
  const [assigning, setAssigning] = useState<AssignStart | null>(null);
  const work = useStreamedWork<BulkResult>();
  const [refusal, setRefusal] = useState<BulkResult | null>(null);

  const run = async (work: () => Promise<BulkResult | null>) => {
    setBusy(true);
    const result = await work();
    setBusy(false);
    setRefusal(result === null || result.refused.length === 0 ? null : result);
  };
  const [stopped, setStopped] = useState('Nothing was changed.');
  const changeStatus = async (status: ItemStatus) => {
    setStopped('Items changed until then keep their new status. You can undo the change in History.');
    await run(() => setStatus(selection, filter, status, work.start));
  };
  const [signing, setSigning] = useState(false);
  const sign = async (vouchedBy: Voucher) => {
    setSigning(false);
    setStopped('Items signed off until then stay signed off.');
    await run(() => signOff(toRequest(selection, filter), vouchedBy, work.start));
  };
  const chosen = () => writable && count > 0 && !busy;
  useCommands('library', [
    ...ItemStatus.options.map((status) => ({
      ...STATUS_COMMANDS[status],
      enabled: chosen,
      run: () => void changeStatus(status),
    })),
    {
      ...libraryCommands.tag,
      enabled: chosen,
      run: () => {
        setTagging(true);
      },
    },
  ]);

  const action = Action !== undefined && (
    <Suspense fallback={null}>
      <Action
        items={toRequest(count > 0 ? selection : everything, filter)}
        count={count > 0 ? count : total}
        isChosen={count > 0}
      />
    </Suspense>
  );

  const progress = <WorkProgress state={work.state} onCancel={work.cancel} cancelled={stopped} />;

  return (
    <>
      {count === 0 && action}
      {count > 0 && work.state.status === 'running' && (
        <div className={classes['bulk']} role="group" aria-label="Selected items">
          <div className={classes['bulkWork']}>{progress}</div>
        </div>
      )}
      {count > 0 && work.state.status !== 'running' && (
        <div className={classes['bulk']} role="toolbar" aria-label="Selected items">
          {(work.state.status === 'failed' || work.state.status === 'cancelled') && (
            <div className={classes['bulkStopped']}>{progress}</div>
          )}
          <strong className={classes['bulkCount']}>{formatCount(count)} selected</strong>
          {selection.kind === 'ids' && count < total && (
            <Button variant="subtle" onClick={onSelectAll}>
              Select all {formatCount(total)}
            </Button>
          )}
          {writable && (
            <>
              {ItemStatus.options.map((status) => (
                <Button
                  key={status}
                  variant="default"
                  disabled={busy}
                  leftSection={<StatusIcon status={status} />}
                  onClick={() => void changeStatus(status)}
                >
                  {VERBS[status]}
                </Button>
              ))}
              <Button
                variant="default"
                disabled={busy}
                leftSection={<Tag size={14} aria-hidden />}
                onClick={() => {
                  setTagging(true);
                }}
              >
                Tags…
              </Button>
              <Button
                variant="default"
                disabled={busy}
                leftSection={<Split size={14} aria-hidden />}
                onClick={() => {
                  setSplitting(true);
                }}
              >
                Split…
              </Button>
              <Button
                variant="default"
                disabled={busy}
                leftSection={<UserPlus size={14} aria-hidden />}
                onClick={() => {
                  setAssigning({ items: toRequest(selection, filter), count });
                }}
              >
                Assign…
              </Button>
              <Button
                variant="default"
                disabled={busy}
                leftSection={<Download size={14} aria-hidden />}
                onClick={() => {
                  exportOnly(toRequest(selection, filter), count);
                }}
              >
                Export…
              </Button>
              {signsOff && (
                <Button
                  variant="default"
                  disabled={busy}
                  leftSection={<BadgeCheck size={14} aria-hidden />}
                  onClick={() => {
                    setSigning(true);
                  }}
                >
                  Sign off…
                </Button>
              )}
              {makesImages && (
                <Button
                  variant="default"
                  disabled={busy}
                  leftSection={<Blocks size={14} aria-hidden />}
                  onClick={() => {
                    makeVariantsOf(toRequest(selection, filter), count);
                  }}
                >
                  Make variants…
                </Button>
              )}
              <Button
                variant="default"
                disabled={busy}
                leftSection={<Trash2 size={14} aria-hidden />}
                onClick={() => {
                  setBusy(true);
                  void deleteItems(selection, filter).then((isDone) => {
                    setBusy(false);
                    if (isDone) onClear();
                  });
                }}
              >
                Delete…
              </Button>
            </>
          )}
          {action}
          <Button variant="subtle" leftSection={<X size={14} aria-hidden />} onClick={onClear}>
            Clear
          </Button>
        </div>
      )}
      <AssignRound
        start={assigning}
        onClose={() => {
          setAssigning(null);
        }}
      />
      <SplitDialog
        opened={splitting}
        count={count}
        onClose={() => {
          setSplitting(false);
        }}
        onChange={(split) => {
          setSplitting(false);
          void run(() => changeSplit(selection, filter, split));
        }}
      />
      <SignOffDialog
        opened={signing}
        count={count}
        onClose={() => {
          setSigning(false);
        }}
        onSign={(vouchedBy) => void sign(vouchedBy)}
      />
      <TagDialog
        opened={tagging}
        count={count}
        onClose={() => {
          setTagging(false);
        }}
        onChange={(add, remove) => {
          setTagging(false);
          void run(() => changeTags(selection, filter, add, remove));
        }}
      />
      <Modal
        opened={refusal !== null}
        onClose={() => {
          setRefusal(null);
        }}
        title={`${counted(refusal?.refused.length ?? 0, 'item')} could not be changed`}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Text mb="md" c="dimmed">
          Each is listed under its reason. The Desk shows every rule of the benchmark beside its field.
        </Text>
        <Summary
          figures={[
            { label: 'refused', value: refusal?.refused.length ?? 0 },
            { label: 'changed', value: refusal?.changed ?? 0 },
          ]}
          parts={byReason(refusal?.refused ?? [])}
        />
      </Modal>
    </>
  );
}

/** What was refused, rule by rule, the most frequent first; each with its items. */
function byReason(refused: BulkResult['refused']): readonly SummaryPart[] {
  return [...Map.groupBy(refused, ({ reason }) => reason)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([reason, items], at) => ({ title: reason, open: at === 0, lines: items.map(({ item }) => item) }));
}
