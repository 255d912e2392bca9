import { Menu } from '@mantine/core';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { type FigureSource, fileName } from '../../../../shared/figures/fileName.ts';
import type { Naming } from '../../../../shared/figures/naming.ts';
import { saveFile } from '../../saveFile.ts';
import { toastFailure } from '../../toast.tsx';
import { paperLook } from '../plots/look.ts';
import type { DrawPlot } from '../plots/PlotFigure.tsx';
import { ExportButton, NamesChoice, namingFor } from './ExportButton.tsx';
import { PLOT_PIXELS, PLOT_WIDTHS, plotAsPng, plotAsSvg, type PlotWidth } from './plotFile.ts';
import { usePlotWidth } from './exportChoices.ts';

const FORMATS = [
  { title: 'SVG', extension: 'svg', write: plotAsSvg },
  { title: 'PNG', extension: 'png', write: plotAsPng },
] as const;

const WIDTH_TITLES: Readonly<Record<PlotWidth, string>> = {
  column: 'One column (8.4 cm)',
  page: 'Both columns (17.4 cm)',
};

/** Saves a plot at the size of a paper's column, dark on light whatever the theme. */
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
  const { width, setWidth } = usePlotWidth();
  return (
    <ExportButton title={title} name={name}>
      {people && <NamesChoice named={named} onChange={setNamed} />}
      <Menu.Label>Width</Menu.Label>
      <Menu.RadioGroup
        value={width}
        onChange={(value) => {
          setWidth(PLOT_WIDTHS.find((each) => each === value) ?? width);
        }}
      >
        {PLOT_WIDTHS.map((each) => (
          <Menu.RadioItem key={each} value={each}>
            {WIDTH_TITLES[each]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Label>Save as</Menu.Label>
      {FORMATS.map(({ title, extension, write }) => (
        <Menu.Item
          key={title}
          leftSection={<Download size={14} aria-hidden />}
          aria-label={`Save as ${title}`}
          onClick={() => {
            namingFor(named)
              .then((naming) => write(draw(naming)(paperLook, PLOT_PIXELS[width])))
              .then(
                (blob) => {
                  saveFile(fileName(source, part, extension), blob);
                },
                (error: unknown) => {
                  toastFailure('The plot was not saved', error);
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
