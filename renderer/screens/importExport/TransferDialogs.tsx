import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useCommands } from '../../ui/commands/commands.ts';
import { useCurates, useMayCurate } from '../../ui/window/applicationState.ts';
import { importExportCommands } from './commands.ts';
import { AttachForm } from './AttachForm.tsx';
import { ExportForm } from './ExportForm.tsx';
import { ImportForm } from './ImportForm.tsx';
import { closeTransfer, openTransfer, useTransferRequest, type TransferRequest } from './transferDialogs.ts';

const TITLES = { import: 'Import', export: 'Export', attach: 'Attach missing images' };

/** The dialogs of import and export and the commands that open them; once in the frame. */
export function TransferDialogs() {
  const { request } = useTransferRequest();
  const [busy, setBusy] = useState(false);
  const curates = useCurates();
  const mayImport = useMayCurate();
  useCommands('global', [
    {
      ...importExportCommands.import,
      enabled: () => mayImport,
      run: () => {
        openTransfer({ kind: 'import' });
      },
    },
    {
      ...importExportCommands.export,
      enabled: () => curates,
      run: () => {
        openTransfer({ kind: 'export' });
      },
    },
    {
      ...importExportCommands.attach,
      enabled: () => mayImport,
      run: () => {
        openTransfer({ kind: 'attach' });
      },
    },
  ]);
  return (
    <Modal
      opened={request !== null}
      onClose={closeTransfer}
      title={request === null ? '' : TITLES[request.kind]}
      size="lg"
      // While work runs, leaving is what its Cancel button is for.
      closeOnClickOutside={!busy}
      closeOnEscape={!busy}
      withCloseButton={!busy}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {request !== null && <TransferForm request={request} onBusy={setBusy} />}
    </Modal>
  );
}

function TransferForm({
  request,
  onBusy,
}: {
  readonly request: TransferRequest;
  readonly onBusy: (busy: boolean) => void;
}) {
  switch (request.kind) {
    case 'import':
      return <ImportForm initialSource={request.source ?? ''} onBusy={onBusy} />;
    case 'export':
      return <ExportForm onBusy={onBusy} />;
    case 'attach':
      return <AttachForm initialFolder={request.folder ?? ''} onBusy={onBusy} />;
  }
}
