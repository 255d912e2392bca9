import { saveFile } from '../../saveFile.ts';
import { Button, Menu } from '@mantine/core';
import { ChevronDown, ClipboardCopy, Download } from 'lucide-react';
import { copyText } from '../../../client/bridge.ts';
import { toast, toastFailure } from '../../toast.tsx';
import { paperLook } from '../plots/look.ts';
import type { DrawPlot } from '../plots/PlotFigure.tsx';
import { tableAsCsv } from '../../../../shared/figures/csv.ts';
import type { ExportTable } from '../../../../shared/figures/exportTable.ts';
import { type FigureSource, fileName } from '../../../../shared/figures/fileName.ts';
import { tableAsLatex } from '../../../../shared/figures/latex.ts';
import { tableAsMarkdown } from '../../../../shared/figures/markdown.ts';
import { plotAsPng, plotAsSvg } from './plotFile.ts';

const FORMATS = [
  { title: 'CSV', extension: 'csv', mime: 'text/csv;charset=utf-8', write: tableAsCsv },
  { title: 'Markdown', extension: 'md', mime: 'text/markdown;charset=utf-8', write: tableAsMarkdown },
  { title: 'LaTeX', extension: 'tex', mime: 'text/x-tex;charset=utf-8', write: tableAsLatex },
] as const;

/** Width of a plot in a file, in pixels: a page's column and more, the type still legible. */
const PAPER_WIDTH = 720;

/** Copies or saves a table. */
export function TableExport({
  title = 'Table',
  name,
  source,
  table,
}: {
  /** On the button, where a section has several. */
  readonly title?: string;
  /** What is exported, for screen readers: several of these stand on one screen. */
  readonly name: string;
  readonly source: FigureSource;
  readonly table: () => ExportTable;
}) {
  return (
    <ExportButton title={title} name={name}>
      <Menu.Label>Copy as</Menu.Label>
      {FORMATS.map(({ title, write }) => (
        <Menu.Item
          key={title}
          leftSection={<ClipboardCopy size={14} aria-hidden />}
          onClick={() => {
            copyText(write(table(), source.topic)).then(
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
            const content = table();
            saveFile(
              fileName(source, content.part, extension),
              new Blob([write(content, source.topic)], { type: mime }),
            );
          }}
        >
          {title}
        </Menu.Item>
      ))}
    </ExportButton>
  );
}

/** Saves a plot, dark on light whatever the theme. */
export function PlotExport({
  title = 'Plot',
  name,
  source,
  part,
  draw,
}: {
  readonly title?: string;
  readonly name: string;
  readonly source: FigureSource;
  readonly part: string;
  readonly draw: DrawPlot;
}) {
  const save = (extension: string, content: Blob | Promise<Blob>) => {
    Promise.resolve(content).then(
      (blob) => {
        saveFile(fileName(source, part, extension), blob);
      },
      (error: unknown) => {
        toastFailure('The plot was not saved', error);
      },
    );
  };
  return (
    <ExportButton title={title} name={name}>
      <Menu.Label>Save as</Menu.Label>
      <Menu.Item
        leftSection={<Download size={14} aria-hidden />}
        aria-label="Save as SVG"
        onClick={() => {
          save('svg', plotAsSvg(draw(paperLook, PAPER_WIDTH)));
        }}
      >
        SVG
      </Menu.Item>
      <Menu.Item
        leftSection={<Download size={14} aria-hidden />}
        aria-label="Save as PNG"
        onClick={() => {
          save('png', plotAsPng(draw(paperLook, PAPER_WIDTH)));
        }}
      >
        PNG
      </Menu.Item>
    </ExportButton>
  );
}

function ExportButton({
  title,
  name,
  children,
}: {
  readonly title: string;
  readonly name: string;
  readonly children: React.ReactNode;
}) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          rightSection={<ChevronDown size={14} aria-hidden />}
          aria-label={`${title}: copy or save ${name}`}
        >
          {title}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
