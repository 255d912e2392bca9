import { useEffect } from 'react';
import { useCommands } from '../../ui/commands/commands.ts';
import { useCurates, useMayCurate } from '../../ui/window/applicationState.ts';
import { clearPendingImport, usePendingImport } from '../../ui/window/pendingImport.ts';
import { importExportCommands } from './commands.ts';
import { WorkDialog } from '../../ui/work/WorkDialog.tsx';
import { AttachForm } from './AttachForm.tsx';
import { ExportForm } from './ExportForm.tsx';
import { ImportForm } from './ImportForm.tsx';
import {
  closeImportExport,
  type ImportExportRequest,
  openImportExport,
  useImportExportRequest,
} from './importExportRequest.ts';

const TITLES = { import: 'Import', export: 'Export', attach: 'Attach missing images' };

/** The dialogs of import and export and the commands that open them; once in the frame. */
export function ImportExportDialogs() {
  const { request } = useImportExportRequest();
  const curates = useCurates();
  const mayImport = useMayCurate();
  const pending = usePendingImport((state) => state.pending);
  useEffect(() => {
    if (!mayImport || pending === null) return;
    clearPendingImport();
    openImportExport({ kind: 'import', source: pending.source });
  }, [mayImport, pending]);
  useCommands('global', [
    {
      ...importExportCommands.import,
      enabled: () => mayImport,
      run: () => openImportExport({ kind: 'import' }),
    },
    {
      ...importExportCommands.export,
      enabled: () => curates,
      run: () => openImportExport({ kind: 'export' }),
    },
    {
      ...importExportCommands.attach,
      enabled: () => mayImport,
      run: () => openImportExport({ kind: 'attach' }),
    },
  ]);
  return (
    <WorkDialog
      opened={request !== null}
      onClose={closeImportExport}
      title={request === null ? '' : TITLES[request.kind]}
    >
      {request !== null && <ImportExportForm request={request} />}
    </WorkDialog>
  );
}

function ImportExportForm({ request }: { readonly request: ImportExportRequest }) {
  switch (request.kind) {
    case 'import':
      return <ImportForm initialSource={request.source ?? ''} />;
    case 'export':
      return <ExportForm />;
    case 'attach':
      return <AttachForm initialFolder={request.folder ?? ''} />;
  }
}
