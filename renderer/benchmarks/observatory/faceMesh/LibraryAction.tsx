import { Button, Modal } from '@mantine/core';
import { ScanFace } from 'lucide-react';
import { useState } from 'react';
import { counted } from '../../../../shared/base/counts.ts';
import { findBenchmark } from '../../../../shared/benchmarks/registry.ts';
import type { ItemId } from '../../../../shared/base/ids.ts';
import { useCasebook, useWritable } from '../../../ui/window/applicationState.ts';
import { useCommands } from '../../../ui/commands/commands.ts';
import { useListContext } from '../../../ui/window/listContext.ts';
import { fetchIds } from '../../../ui/items/fetchIds.ts';
import type { LibraryActionProps } from '../../parts.ts';
import { observatoryCommands } from '../commands.ts';
import { ListForm } from './ListForm.tsx';

/** Has the detector go through the items chosen in the Library, or by command through all that are listed. */
export default function LibraryAction({ items, count, isChosen }: LibraryActionProps) {
  const { benchmark, vocabulary } = useCasebook();
  const writable = useWritable();
  const task = findBenchmark(benchmark)?.tasks[0]?.id;
  /** What it was opened for: the list can change while it works. */
  const [opened, setOpened] = useState<LibraryActionProps | null>(null);
  const open = (): void => setOpened({ items, count, isChosen });
  useCommands('library', [
    { ...observatoryCommands.proposeChosen, enabled: () => writable && count > 0, run: open },
  ]);
  if (task === undefined || !writable) return null;
  return (
    <>
      {isChosen && (
        <Button variant="default" leftSection={<ScanFace size={14} aria-hidden />} onClick={open}>
          Propose face boxes…
        </Button>
      )}
      <Modal
        opened={opened !== null}
        onClose={() => setOpened(null)}
        title={`Propose boxes for ${counted(opened?.count ?? 0, opened?.isChosen === true ? 'selected item' : 'listed item')}`}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {opened !== null && (
          <ListForm task={task} vocabulary={vocabulary} itemsOf={async () => idsOf(opened)}>
            Casebook looks for the face in each item and adds its boxes to your draft. Verify them at the
            Desk. Items with a box, a rejected proposal or a submitted answer stay unchanged, as do words and
            questions.
          </ListForm>
        )}
      </Modal>
    </>
  );
}

/** In the order of the list. */
async function idsOf({ items, count }: LibraryActionProps): Promise<readonly ItemId[]> {
  if ('ids' in items) return items.ids;
  return fetchIds({ filter: items.filter, sort: useListContext.getState().sort }, 0, count - 1);
}
