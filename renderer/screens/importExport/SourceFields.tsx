import { Select } from '@mantine/core';
import type { FormatDescription } from '../../../shared/contract/importExport.ts';
import { PathField } from '../../ui/files/PathField.tsx';
import type { ImportSource } from './useImportSource.ts';

/** Asks where from and in which format; says what else the source could be. */
export function SourceFields({
  path,
  chosenFormat,
  source: { format, description, formats, alike, settledPath },
  onPath,
  onFormat,
}: {
  readonly path: string;
  readonly chosenFormat: string | null;
  readonly source: ImportSource;
  readonly onPath: (path: string) => void;
  readonly onFormat: (format: string | null) => void;
}) {
  return (
    <>
      <PathField
        label="From"
        description="A file or folder on this computer. You can also drop files on the window."
        value={path}
        onChange={onPath}
        requests={[
          { kind: 'file', title: 'Choose a file to import' },
          { kind: 'folder', title: 'Choose a folder to import' },
        ]}
        initialFocus
        required
      />
      <Select
        label="Format"
        description={
          chosenFormat === null && alike.length > 0
            ? `The source also fits ${titlesOf(alike, formats)}: choose which one to read.`
            : (description?.reads ?? 'Recognised from the source.')
        }
        placeholder={settledPath === '' ? '' : 'Not recognised: choose one'}
        data={formats.map(({ id, title }) => ({ value: id, label: title }))}
        value={format}
        onChange={onFormat}
        allowDeselect={false}
      />
    </>
  );
}

/** Formats by their titles. */
function titlesOf(ids: readonly string[], formats: readonly FormatDescription[]): string {
  return ids.map((id) => formats.find((format) => format.id === id)?.title ?? id).join(' and ');
}
