import { Menu } from '@mantine/core';
import { ClipboardCopy, Download } from 'lucide-react';
import { useState } from 'react';
import { copyText } from '../../../client/bridge.ts';
import { tableAsCsv } from '../../../../shared/figures/csv.ts';
import type { ExportTable } from '../../../../shared/figures/exportTable.ts';
import { type FigureSource, fileName } from '../../../../shared/figures/fileName.ts';
import { tableAsLatex } from '../../../../shared/figures/latex.ts';
import { tableAsMarkdown } from '../../../../shared/figures/markdown.ts';
import type { Naming } from '../../../../shared/figures/naming.ts';
import { TABLE_WIDTHS, type TableLook, type TableWidth } from '../../../../shared/figures/tableLook.ts';
import { saveFile } from '../../files/saveFile.ts';
import { toast, toastFailure } from '../../feedback/toast.tsx';
import { ExportButton, NamesChoice, namingFor } from './ExportButton.tsx';
import { useTableChoices } from './exportChoices.ts';

interface TableFormat {
  readonly title: string;
  readonly extension: string;
  readonly mime: string;
  readonly write: (table: ExportTable, source: FigureSource, look: TableLook) => string;
}

const FORMATS: readonly TableFormat[] = [
  {
    title: 'LaTeX',
    extension: 'tex',
    mime: 'text/x-tex;charset=utf-8',
    write: tableAsLatex,
  },
  {
    title: 'Markdown',
    extension: 'md',
    mime: 'text/markdown;charset=utf-8',
    write: (table, _source, look) => tableAsMarkdown(table, look),
  },
  { title: 'CSV', extension: 'csv', mime: 'text/csv;charset=utf-8', write: (table) => tableAsCsv(table) },
];

const WIDTH_TITLES: Readonly<Record<TableWidth, string>> = {
  column: 'One column',
  columns: 'Both columns',
  page: 'Page of one column',
};

const OPTIONAL_TITLES = [
  ['intervals', 'Intervals'],
  ['n', 'Numerators and n'],
  ['p', 'p values'],
] as const;

/** Copies or saves a table. */
export function TableExport({
  title = 'Table',
  name,
  source,
  people = false,
  table,
}: {
  /** On the button, where a section has several. */
  readonly title?: string;
  /** What is exported, for screen readers: several of these stand on one screen. */
  readonly name: string;
  readonly source: FigureSource;
  /** Whether people are named in it, so that one may ask for their names: else they have pseudonyms. */
  readonly people?: boolean;
  readonly table: (naming: Naming) => ExportTable;
}) {
  const [named, setNamed] = useState(false);
  const { look, setWidth, toggle } = useTableChoices();
  const called = async (): Promise<ExportTable> => table(await namingFor(named));
  return (
    <ExportButton title={title} name={name}>
      {people && <NamesChoice named={named} onChange={setNamed} />}
      <Menu.Label>LaTeX: width in the paper</Menu.Label>
      <Menu.RadioGroup
        value={look.width}
        onChange={(value) => setWidth(TABLE_WIDTHS.find((each) => each === value) ?? look.width)}
      >
        {TABLE_WIDTHS.map((width) => (
          <Menu.RadioItem key={width} value={width}>
            {WIDTH_TITLES[width]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Label>LaTeX and Markdown: with</Menu.Label>
      {OPTIONAL_TITLES.map(([optional, words]) => (
        <Menu.CheckboxItem
          key={optional}
          checked={look.shows.has(optional)}
          onChange={() => toggle(optional)}
        >
          {words}
        </Menu.CheckboxItem>
      ))}
      <Menu.Divider />
      <Menu.Label>Copy as</Menu.Label>
      {FORMATS.map(({ title, write }) => (
        <Menu.Item
          key={title}
          leftSection={<ClipboardCopy size={14} aria-hidden />}
          onClick={() => {
            called()
              .then((content) => copyText(write(content, source, look)))
              .then(
                () => {
                  toast(`Copied as ${title}.`);
                },
                (error: unknown) => {
                  toastFailure('Nothing was copied', error);
                },
              );
          }}
        >
          {title}
        </Menu.Item>
      ))}
      <Menu.Label>Save as</Menu.Label>
      {FORMATS.map(({ title, extension, mime, write }) => (
        <Menu.Item
          key={title}
          leftSection={<Download size={14} aria-hidden />}
          aria-label={`Save as ${title}`}
          onClick={() => {
            called().then(
              (content) => {
                saveFile(
                  fileName(source, content.part, extension),
                  new Blob([write(content, source, look)], { type: mime }),
                );
              },
              (error: unknown) => {
                toastFailure('The table was not saved', error);
              },
            );
          }}
        >
          {title}
        </Menu.Item>
      ))}
    </ExportButton>
  );
}
