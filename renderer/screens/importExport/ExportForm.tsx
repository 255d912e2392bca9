import { Button, Checkbox, Input, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ExportReport, FormatDescription } from '../../../shared/contract/importExport.ts';
import { counted } from '../../../shared/base/counts.ts';
import { client, orpc } from '../../client/index.ts';
import { PathField } from '../../ui/files/PathField.tsx';
import { fileNameOf, joinPath } from '../../ui/files/paths.ts';
import { useItemsToExport } from '../../ui/items/selectedItems.ts';
import { useApplicationState, useCasebook } from '../../ui/window/applicationState.ts';
import { useStreamedWork } from '../../ui/work/useStreamedWork.ts';
import { WorkForm } from '../../ui/work/WorkDialog.tsx';
import {
  chosenFormat,
  emptyExport,
  type ExportDraft,
  exportRequest,
  filterOf,
  isExportComplete,
  isOfItems,
  usualStatus,
} from './exportDraft.ts';
import { ExportedFiles } from './ExportedFiles.tsx';
import { ExportedItems } from './ExportedItems.tsx';
import { ExportedRespondents } from './ExportedRespondents.tsx';
import { ExportSummary } from './ExportSummary.tsx';

/** What an export has only on purpose. */
const INCLUDED = [
  { id: 'names', label: 'People’s names (else rater-1, rater-2, …)' },
  { id: 'times', label: 'Times of day (else dates)' },
  { id: 'inner', label: 'Casebook’s own columns, such as status' },
] as const;

/** Hands the benchmark out: in which format, which items, where to; then what came of it. */
export function ExportForm() {
  const { title, benchmark } = useCasebook();
  const only = useItemsToExport(({ chosen }) => chosen);
  const documents = useApplicationState().data?.documents ?? '';
  const [draft, setDraft] = useState(emptyExport);
  const change = (part: Partial<ExportDraft>) => setDraft((former) => ({ ...former, ...part }));
  const formats = (useQuery(orpc.importExport.formats.queryOptions()).data ?? []).filter(
    (each) => each.writes !== null,
  );
  const format = chosenFormat(draft, formats, benchmark);
  const target = draft.target ?? joinPath(documents, `${fileNameOf(title)} ${format?.id ?? ''}`.trim());
  const ofItems = isOfItems(format);
  const status = draft.status ?? usualStatus(format, only !== null);

  const work = useStreamedWork<ExportReport>();
  const { state, start, reset } = work;
  const exportItems = (allowFewer: boolean): void => {
    if (format === undefined) return;
    const request = exportRequest(draft, { format, target, status, items: only?.items ?? null, allowFewer });
    void start((signal) => client.importExport.export(request, { signal }));
  };

  if (state.status === 'done')
    return (
      <ExportSummary
        report={state.result}
        images={ofItems}
        target={target}
        onAgain={reset}
        onReplace={() => exportItems(true)}
      />
    );
  return (
    <WorkForm
      work={work}
      cancelled="The export was stopped. The target is unchanged."
      onSubmit={() => exportItems(false)}
      actions={
        <Button type="submit" disabled={!isExportComplete(format, target, status)}>
          Export
        </Button>
      }
    >
      {only !== null && <p>Only the {counted(only.count, 'item')} selected in the Library.</p>}
      <Select
        label="Format"
        description={writtenFiles(format)}
        data={formats.map(({ id, title: name }) => ({ value: id, label: name }))}
        value={format?.id ?? null}
        onChange={(id) => change({ format: id })}
        allowDeselect={false}
        data-autofocus
      />
      <PathField
        label="To"
        description={targetInWords(format)}
        value={target}
        onChange={(path) => change({ target: path })}
        requests={[{ kind: 'folder', title: 'Choose where to export' }]}
        required
      />
      {!ofItems && (
        <ExportedRespondents value={draft.respondents} onChange={(respondents) => change({ respondents })} />
      )}
      <ExportedItems
        scope={filterOf(only?.items)}
        status={status}
        ofItems={ofItems}
        onChange={(chosen) => change({ status: chosen })}
      />
      {ofItems && <ExportedFiles draft={draft} onChange={change} />}
      <Input.Wrapper
        label="Include"
        description="Left out of what is published unless you choose them. History keeps who is behind each pseudonym."
        labelElement="div"
      >
        <Stack gap={6} mt={4}>
          {INCLUDED.map(({ id, label }) => (
            <Checkbox
              key={id}
              checked={draft[id]}
              label={label}
              onChange={(event) => change({ [id]: event.currentTarget.checked })}
            />
          ))}
        </Stack>
      </Input.Wrapper>
      <Checkbox
        checked={draft.force}
        label="Replace an existing export"
        description="Casebook asks before it replaces a larger export."
        onChange={(event) => change({ force: event.currentTarget.checked })}
      />
    </WorkForm>
  );
}

/** What a format writes, in a sentence. */
const writtenFiles = (format: FormatDescription | undefined): string =>
  format?.writes == null ? '' : `Writes ${format.writes}.`;

/** What a format writes to. */
function targetInWords(format: FormatDescription | undefined): string {
  if (format?.target === 'file') return 'A new file.';
  return isOfItems(format) ? 'A new folder.' : 'A new file or folder.';
}
