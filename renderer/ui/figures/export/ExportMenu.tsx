import { saveFile } from '../../saveFile.ts';
import { Button, Menu } from '@mantine/core';
import { ChevronDown, ClipboardCopy, Download } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../client/index.ts';
import { copyText } from '../../../client/bridge.ts';
import { toast, toastFailure } from '../../toast.tsx';
import { paperLook } from '../plots/look.ts';
import type { DrawPlot } from '../plots/PlotFigure.tsx';
import { tableAsCsv } from '../../../../shared/figures/csv.ts';
import type { ExportTable } from '../../../../shared/figures/exportTable.ts';
import { type FigureSource, fileName } from '../../../../shared/figures/fileName.ts';
import { tableAsLatex } from '../../../../shared/figures/latex.ts';
import { tableAsMarkdown } from '../../../../shared/figures/markdown.ts';
import { pseudonymsFor, withNames, type Naming } from '../../../../shared/figures/naming.ts';
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
  const called = async (): Promise<ExportTable> => table(await namingFor(named));
  return (
    <ExportButton title={title} name={name}>
      {people && <NamesChoice named={named} onChange={setNamed} />}
      <Menu.Label>Copy as</Menu.Label>
      {FORMATS.map(({ title, write }) => (
        <Menu.Item
          key={title}
          leftSection={<ClipboardCopy size={14} aria-hidden />}
          onClick={() => {
            called()
              .then((content) => copyText(write(content, source.topic)))
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
                  new Blob([write(content, source.topic)], { type: mime }),
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

/** Saves a plot, dark on light whatever the theme. */
export function PlotExport({
  title = 'Plot',
  name,
  source,
  part,
  people = false,
  draw,
}: {
  readonly title?: string;
  readonly name: string;
  readonly source: FigureSource;
  readonly part: string;
  /** Whether people are named in it, so that one may ask for their names: else they have pseudonyms. */
  readonly people?: boolean;
  readonly draw: (naming: Naming) => DrawPlot;
}) {
  const [named, setNamed] = useState(false);
  const save = (extension: string, write: (plot: SVGSVGElement) => Blob | Promise<Blob>) => {
    namingFor(named)
      .then((naming) => write(draw(naming)(paperLook, PAPER_WIDTH)))
      .then(
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
      {people && <NamesChoice named={named} onChange={setNamed} />}
      <Menu.Label>Save as</Menu.Label>
      <Menu.Item
        leftSection={<Download size={14} aria-hidden />}
        aria-label="Save as SVG"
        onClick={() => {
          save('svg', plotAsSvg);
        }}
      >
        SVG
      </Menu.Item>
      <Menu.Item
        leftSection={<Download size={14} aria-hidden />}
        aria-label="Save as PNG"
        onClick={() => {
          save('png', plotAsPng);
        }}
      >
        PNG
      </Menu.Item>
    </ExportButton>
  );
}

/** What people are called in what leaves now: the core says it anew each time, since people come and go. */
async function namingFor(named: boolean): Promise<Naming> {
  return named ? withNames : pseudonymsFor(await client.people.pseudonyms());
}

function NamesChoice({
  named,
  onChange,
}: {
  readonly named: boolean;
  readonly onChange: (named: boolean) => void;
}) {
  return (
    <>
      <Menu.CheckboxItem
        checked={named}
        title="Off: people have the pseudonyms of exports, such as rater-1."
        onChange={onChange}
      >
        With names
      </Menu.CheckboxItem>
      <Menu.Divider />
    </>
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
