import { useCommands } from '../../ui/commands/commands.ts';
import { useCurates, useMayCurate } from '../../ui/window/applicationState.ts';
import { importExportCommands } from './commands.ts';
import { WorkDialog } from '../../ui/WorkDialog.tsx';
import { AttachForm } from './AttachForm.tsx';
import { ExportForm } from './ExportForm.tsx';
import { ImportForm } from './ImportForm.tsx';
import { closeTransfer, openTransfer, useTransferRequest, type TransferRequest } from './transferDialogs.ts';

const TITLES = { import: 'Import', export: 'Export', attach: 'Attach missing images' };

/** The dialogs of import and export and the commands that open them; once in the frame. */
export function TransferDialogs() {
  const { request } = useTransferRequest();
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
    <WorkDialog
      opened={request !== null}
      onClose={closeTransfer}
      title={request === null ? '' : TITLES[request.kind]}
    >
      {request !== null && <TransferForm request={request} />}
    </WorkDialog>
  );
}

function TransferForm({ request }: { readonly request: TransferRequest }) {
  switch (request.kind) {
    case 'import':
      return <ImportForm initialSource={request.source ?? ''} />;
    case 'export':
      return <ExportForm />;
    case 'attach':
      return <AttachForm initialFolder={request.folder ?? ''} />;
  }
}
