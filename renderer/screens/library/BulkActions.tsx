import { Button } from '@mantine/core';
import { BadgeCheck, Blocks, Download, type LucideIcon, Split, Tag, Trash2, UserPlus } from 'lucide-react';
import { findBenchmark } from '../../../shared/benchmarks/registry.ts';
import type { ItemSelection } from '../../../shared/contract/items.ts';
import { ItemStatus } from '../../../shared/domain/status.ts';
import { makeVariantsOf } from '../../ui/items/imageGenerationItems.ts';
import { exportOnly } from '../../ui/items/selectedItems.ts';
import { StatusIcon } from '../../ui/items/StatusBadge.tsx';
import { useCasebook } from '../../ui/window/applicationState.ts';
import type { BulkWork } from './useBulkWork.ts';

const VERBS: Readonly<Record<ItemStatus, string>> = {
  draft: 'Set to draft',
  in_review: 'Put in review',
  accepted: 'Accept',
  rejected: 'Reject',
};

/** What a dialog asks before all chosen items are changed. */
export type BulkDialog = 'tags' | 'split' | 'assign' | 'signOff';

/** The buttons that do something with all chosen items. */
export function BulkActions({
  items,
  count,
  bulk,
  onDialog,
}: {
  readonly items: ItemSelection;
  readonly count: number;
  readonly bulk: BulkWork;
  readonly onDialog: (dialog: BulkDialog) => void;
}) {
  const benchmark = findBenchmark(useCasebook().benchmark);
  const signsOff = benchmark?.tasks.some(({ images }) => images !== undefined) === true;
  const makesImages = benchmark?.imageGeneration !== undefined;
  const actions: readonly {
    readonly title: string;
    readonly icon: LucideIcon;
    readonly run: () => void;
  }[] = [
    { title: 'Tags…', icon: Tag, run: () => onDialog('tags') },
    { title: 'Split…', icon: Split, run: () => onDialog('split') },
    { title: 'Assign…', icon: UserPlus, run: () => onDialog('assign') },
    { title: 'Export…', icon: Download, run: () => exportOnly(items, count) },
    ...(signsOff ? [{ title: 'Sign off…', icon: BadgeCheck, run: () => onDialog('signOff') }] : []),
    ...(makesImages
      ? [{ title: 'Make variants…', icon: Blocks, run: () => makeVariantsOf(items, count) }]
      : []),
    { title: 'Delete…', icon: Trash2, run: bulk.delete },
  ];
  return (
    <>
      {ItemStatus.options.map((status) => (
        <Button
          key={status}
          variant="default"
          disabled={bulk.busy}
          leftSection={<StatusIcon status={status} />}
          onClick={() => bulk.setStatus(status)}
        >
          {VERBS[status]}
        </Button>
      ))}
      {actions.map(({ title, icon: Icon, run }) => (
        <Button
          key={title}
          variant="default"
          disabled={bulk.busy}
          leftSection={<Icon size={14} aria-hidden />}
          onClick={run}
        >
          {title}
        </Button>
      ))}
    </>
  );
}
