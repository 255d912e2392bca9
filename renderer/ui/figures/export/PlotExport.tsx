import { Menu } from '@mantine/core';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { type FigureSource, fileName } from '../../../../shared/figures/fileName.ts';
import type { Naming } from '../../../../shared/figures/naming.ts';
import { saveFile } from '../../files/saveFile.ts';
import { toastFailure } from '../../feedback/toast.tsx';
import { legendOf } from '../plots/legend.ts';
import { paperLook } from '../plots/look.ts';
import type { DrawPlot } from '../plots/PlotFigure.tsx';
import { ExportButton, NamesChoice, namingFor } from './ExportButton.tsx';
import { PLOT_PIXELS, PLOT_WIDTHS, plotAsPdf, plotAsPng, plotAsSvg, type PlotWidth } from './plotFile.ts';
import { usePlotChoices } from './exportChoices.ts';

const FORMATS = [
  { title: 'PDF', extension: 'pdf', write: plotAsPdf },
  { title: 'SVG', extension: 'svg', write: plotAsSvg },
  { title: 'PNG', extension: 'png', write: plotAsPng },
] as const;
type PlotFormat = (typeof FORMATS)[number];

const WIDTH_TITLES: Readonly<Record<PlotWidth, string>> = {
  column: 'One column (8.4 cm)',
  page: 'Both columns (17.4 cm)',
};

const LEGENDS = [
  ['inside', 'In the plot'],
  ['apart', 'Apart, as a file of its own'],
] as const;

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
  const { width, legend, setWidth, setLegend } = usePlotChoices();
  const drawnNow = async (): Promise<SVGSVGElement> =>
    draw(await namingFor(named))({ ...paperLook, legend }, PLOT_PIXELS[width]);
  const save = async ({ write, extension }: PlotFormat): Promise<void> => {
    saveFile(fileName(source, part, extension), await write(await drawnNow()));
  };
  const saveLegend = async ({ write, extension }: PlotFormat): Promise<void> => {
    const picture = legendOf(await drawnNow());
    if (picture === null)
      throw new Error('This plot has no legend to save: names, axes or a key within it say everything.');
    saveFile(fileName(source, `${part} legend`, extension), await write(picture));
  };
  return (
    <ExportButton title={title} name={name}>
      {people && <NamesChoice named={named} onChange={setNamed} />}
      <Menu.Label>Width</Menu.Label>
      <Menu.RadioGroup
        value={width}
        onChange={(value) => setWidth(PLOT_WIDTHS.find((each) => each === value) ?? width)}
      >
        {PLOT_WIDTHS.map((each) => (
          <Menu.RadioItem key={each} value={each}>
            {WIDTH_TITLES[each]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Label>Legend</Menu.Label>
      <Menu.RadioGroup
        value={legend}
        onChange={(value) => setLegend(LEGENDS.find(([each]) => each === value)?.[0] ?? legend)}
      >
        {LEGENDS.map(([each, words]) => (
          <Menu.RadioItem key={each} value={each}>
            {words}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Formats label="Save as" item="Save as" failure="The plot was not saved" save={save} />
      {legend === 'apart' && (
        <Formats
          label="Save the legend as"
          item="Save the legend as"
          failure="The legend was not saved"
          save={saveLegend}
        />
      )}
    </ExportButton>
  );
}

function Formats({
  label,
  item,
  failure,
  save,
}: {
  readonly label: string;
  readonly item: string;
  readonly failure: string;
  readonly save: (format: PlotFormat) => Promise<void>;
}) {
  return (
    <>
      <Menu.Label>{label}</Menu.Label>
      {FORMATS.map((format) => (
        <Menu.Item
          key={format.title}
          leftSection={<Download size={14} aria-hidden />}
          aria-label={`${item} ${format.title}`}
          onClick={() => {
            save(format).catch((error: unknown) => {
              toastFailure(failure, error);
            });
          }}
        >
          {format.title}
        </Menu.Item>
      ))}
    </>
  );
}
