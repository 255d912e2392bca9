import { Button, Group, Modal, Progress, Text } from '@mantine/core';
import { FileInput } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatCount } from '../../../shared/base/counts.ts';
import { useApplicationState } from '../../ui/window/applicationState.ts';
import { useLatest } from '../../ui/commands/commands.ts';
import { bridge } from '../../client/bridge.ts';
import { openCasebook } from '../../ui/window/openCasebook.ts';
import { offerCasebookFor } from '../../ui/window/pendingImport.ts';
import { toast, toastFailure } from '../../ui/feedback/toast.tsx';
import { pathOfDrop } from '../../ui/files/droppedFiles.ts';
import { droppedWork } from './droppedWork.ts';
import { openImportExport } from './importExportRequest.ts';
import classes from './DropTarget.module.css';

interface Handover {
  readonly done: number;
  readonly total: number;
}

/** Takes files and folders dropped anywhere into the window: a casebook is opened, everything else imported, into a new casebook where none is open. */
export function DropTarget() {
  const casebook = useApplicationState().data?.casebook ?? null;
  const [handover, setHandover] = useState<Handover | null>(null);
  const controller = useRef<AbortController | null>(null);

  const take = async (transfer: DataTransfer) => {
    // Both lists are empty once this turn is over.
    const files = [...transfer.files];
    const entries = [...transfer.items]
      .map((item) => item.webkitGetAsEntry())
      .filter((entry) => entry !== null);
    const next = droppedWork({
      names: files.map(({ name }) => name),
      title: entries[0]?.name ?? files[0]?.name ?? '',
      casebook,
      knowsPaths: bridge() !== undefined,
    });
    if (next.kind === 'refuse') {
      toast(next.message);
      return;
    }
    const mine = new AbortController();
    controller.current = mine;
    try {
      const path = await pathOfDrop(
        entries,
        files,
        (done, total) => {
          setHandover({ done, total });
        },
        mine.signal,
      );
      if (path === null) toast('The dropped files could not be read.');
      else if (next.kind === 'open') await openCasebook(path);
      else if (next.kind === 'newCasebook') offerCasebookFor({ source: path, title: next.title });
      else openImportExport({ kind: 'import', source: path });
    } catch (error) {
      if (!mine.signal.aborted) toastFailure('The dropped files could not be copied', error);
    } finally {
      setHandover(null);
    }
  };

  const hovering = useFileDrop((transfer) => {
    void take(transfer);
  });
  return (
    <>
      {hovering && (
        <div className={classes['overlay']} aria-hidden>
          <FileInput size={32} strokeWidth={1.5} />
          {casebook === null ? 'Drop a casebook to open it, or a data set to start one' : 'Drop to import'}
        </div>
      )}
      <Modal
        opened={handover !== null}
        onClose={() => controller.current?.abort()}
        withCloseButton={false}
        title="Copying files"
        size="sm"
      >
        <Text mb="xs">
          {formatCount(handover?.done ?? 0)} of {formatCount(handover?.total ?? 0)}
        </Text>
        <Progress
          value={(100 * (handover?.done ?? 0)) / Math.max(handover?.total ?? 1, 1)}
          aria-label="Files copied"
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={() => controller.current?.abort()}>
            Cancel
          </Button>
        </Group>
      </Modal>
    </>
  );
}

/** Whether files hover over the window; `onDrop` takes them when they are dropped. */
function useFileDrop(onDrop: (transfer: DataTransfer) => void): boolean {
  const [hovering, setHovering] = useState(false);
  const latestDrop = useLatest(onDrop);
  useEffect(() => {
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setHovering(true);
    };
    const leave = (event: DragEvent) => {
      // Leaving the window itself has nothing on the other side.
      if (event.relatedTarget === null) setHovering(false);
    };
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      setHovering(false);
      latestDrop.current(event.dataTransfer);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [latestDrop]);
  return hovering;
}
