import { Button } from '@mantine/core';
import { X } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { ItemFilter } from '../../../shared/contract/items.ts';
import { formatCount } from '../../../shared/base/counts.ts';
import { ItemStatus } from '../../../shared/domain/status.ts';
import { benchmarkParts } from '../../benchmarks/registry.ts';
import { AssignRound } from '../../ui/assign/AssignRound.tsx';
import type { AssignStart } from '../../ui/assign/itemsToAssign.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { SignOffDialog } from '../../ui/items/SignOffDialog.tsx';
import { useCasebook, useMayCurate } from '../../ui/window/applicationState.ts';
import { WorkProgress } from '../../ui/work/WorkProgress.tsx';
import { BulkActions, type BulkDialog } from './BulkActions.tsx';
import { libraryCommands } from './commands.ts';
import classes from './LibraryScreen.module.css';
import { RefusalDialog } from './RefusalDialog.tsx';
import { everything, selectedCount, type Selection, toRequest } from './selection.ts';
import { SplitDialog } from './SplitDialog.tsx';
import { TagDialog } from './TagDialog.tsx';
import { type BulkWork, useBulkWork } from './useBulkWork.ts';

const STATUS_COMMANDS = {
  draft: libraryCommands.draft,
  in_review: libraryCommands.review,
  accepted: libraryCommands.accept,
  rejected: libraryCommands.reject,
} satisfies Record<ItemStatus, unknown>;

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
  const count = selectedCount(selection, total);
  const [dialog, setDialog] = useState<Exclude<BulkDialog, 'assign'> | null>(null);
  // Who is assigned what was chosen when the dialog opened, whatever is chosen meanwhile.
  const [assigning, setAssigning] = useState<AssignStart | null>(null);
  const bulk = useBulkWork(selection, filter, onClear);
  const isPossible = () => writable && count > 0 && !bulk.busy;
  useCommands('library', [
    ...ItemStatus.options.map((status) => ({
      ...STATUS_COMMANDS[status],
      enabled: isPossible,
      run: () => {
        bulk.setStatus(status);
      },
    })),
    {
      ...libraryCommands.tag,
      enabled: isPossible,
      run: () => setDialog('tags'),
    },
  ]);

  const action = (
    <BenchmarkAction
      selection={count > 0 ? selection : everything}
      filter={filter}
      count={count > 0 ? count : total}
      isChosen={count > 0}
    />
  );
  const isRunning = bulk.work.state.status === 'running';
  return (
    <>
      {count === 0 && action}
      {count > 0 && isRunning && (
        <div className={classes['bulk']} role="group" aria-label="Selected items">
          <div className={classes['bulkWork']}>
            <BulkProgress bulk={bulk} />
          </div>
        </div>
      )}
      {count > 0 && !isRunning && (
        <div className={classes['bulk']} role="toolbar" aria-label="Selected items">
          {(bulk.work.state.status === 'failed' || bulk.work.state.status === 'cancelled') && (
            <div className={classes['bulkStopped']}>
              <BulkProgress bulk={bulk} />
            </div>
          )}
          <strong className={classes['bulkCount']}>{formatCount(count)} selected</strong>
          {selection.kind === 'ids' && count < total && (
            <Button variant="subtle" onClick={onSelectAll}>
              Select all {formatCount(total)}
            </Button>
          )}
          {writable && (
            <BulkActions
              items={toRequest(selection, filter)}
              count={count}
              bulk={bulk}
              onDialog={(next) => {
                if (next === 'assign') setAssigning({ items: toRequest(selection, filter), count });
                else setDialog(next);
              }}
            />
          )}
          {action}
          <Button variant="subtle" leftSection={<X size={14} aria-hidden />} onClick={onClear}>
            Clear
          </Button>
        </div>
      )}
      <AssignRound start={assigning} onClose={() => setAssigning(null)} />
      <BulkDialogs dialog={dialog} count={count} bulk={bulk} onClose={() => setDialog(null)} />
    </>
  );
}

/** What the benchmark adds to the Library, such as proposals by a model. */
function BenchmarkAction({
  selection,
  filter,
  count,
  isChosen,
}: {
  readonly selection: Selection;
  readonly filter: ItemFilter;
  readonly count: number;
  readonly isChosen: boolean;
}) {
  const Action = benchmarkParts[useCasebook().benchmark]?.LibraryAction;
  if (Action === undefined) return null;
  return (
    <Suspense fallback={null}>
      <Action items={toRequest(selection, filter)} count={count} isChosen={isChosen} />
    </Suspense>
  );
}

function BulkProgress({ bulk: { work, stopped } }: { readonly bulk: BulkWork }) {
  return <WorkProgress state={work.state} onCancel={work.cancel} cancelled={stopped} />;
}

/** What is asked before all chosen items are changed, and what was refused afterwards. */
function BulkDialogs({
  dialog,
  count,
  bulk,
  onClose,
}: {
  readonly dialog: BulkDialog | null;
  readonly count: number;
  readonly bulk: BulkWork;
  readonly onClose: () => void;
}) {
  return (
    <>
      <SplitDialog
        opened={dialog === 'split'}
        count={count}
        onClose={onClose}
        onChange={(split) => {
          onClose();
          bulk.changeSplit(split);
        }}
      />
      <SignOffDialog
        opened={dialog === 'signOff'}
        count={count}
        onClose={onClose}
        onSign={(vouchedBy) => {
          onClose();
          bulk.signOff(vouchedBy);
        }}
      />
      <TagDialog
        opened={dialog === 'tags'}
        count={count}
        onClose={onClose}
        onChange={(add, remove) => {
          onClose();
          bulk.changeTags(add, remove);
        }}
      />
      <RefusalDialog refusal={bulk.refusal} onClose={bulk.closeRefusal} />
    </>
  );
}
