import { Modal } from '@mantine/core';
import { useState } from 'react';
import { AttachForm } from './AttachForm.tsx';
import { ExportForm } from './ExportForm.tsx';
import { ImportForm } from './ImportForm.tsx';
import { closeTransfer, useTransferRequest, type TransferRequest } from './transferDialogs.ts';

const TITLES = { import: 'Import', export: 'Export', attach: 'Attach missing images' };

/** The dialogs of bringing in and handing out; once in the frame. */
export function TransferDialogs() {
  const { request } = useTransferRequest();
  const [busy, setBusy] = useState(false);
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
