import type { MetricsReport } from '../../../../../shared/contract/metrics.ts';
import { svgDocument } from './svgDocument.ts';
import { quantileOf } from './quantile.ts';
import type { AnswerRecord, StudyRecord } from './record.ts';

const WIDTH = 720;
const INK = '#1b1f24';
const ACCENT = '#2457b8';
const GRID = '#dde1e6';

/** A figure of the report: its file, what it shows, and the SVG. */
export interface ReportFigure {
  readonly file: string;
  readonly caption: string;
  readonly svg: string;
}

/**
 * Draws the report's figures: what people come to, how long they took, and how the time went with the order. Without a
 * window: the drawing library is given a document of its own, loaded only here.
 */
export async function drawFigures({ answers, results }: StudyRecord): Promise<readonly ReportFigure[]> {
  const Plot = await import('@observablehq/plot');
  const document = svgDocument();
  const draw = (options: Parameters<typeof Plot.plot>[0]): string => {
    const drawn = Plot.plot({ width: WIDTH, document, className: 'plot', ...options });
    [...drawn.children].find(({ tagName }) => tagName === 'style')?.remove();
    drawn.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    drawn.setAttribute('font-family', 'Helvetica, Arial, sans-serif');
    drawn.setAttribute('font-size', '12');
    drawn.setAttribute('color', INK);
    return `${drawn.outerHTML}\n`;
  };
  const timed = answers.filter(
    (answer): answer is AnswerRecord & { readonly seconds: number } =>
      answer.counts && answer.seconds !== null && answer.seconds > 0,
  );
  const participants = [...new Set(timed.map(({ participant }) => participant))];
  const figures: ReportFigure[] = [];
  const shown = results === null ? [] : shownFigures(results);
  if (results !== null && shown.length > 0) {
    const names = [...new Set(shown.map(({ name }) => name))];
    figures.push({
      file: 'figures/results.svg',
      caption:
        'Figures of each participant and of all together, with 95 % intervals; dashes: what guessing gives.',
      svg: draw({
        height: 24 * shown.length + 24 * names.length + 40,
        marginLeft: 160,
        marginRight: 120,
        x: { domain: [0, 1], grid: true, label: null },
        y: { label: null, domain: [...new Set(shown.map(({ row }) => row))] },
        fy: { label: null, domain: names, padding: 0.1 },
        marks: [
          Plot.frame({ stroke: GRID }),
          Plot.ruleX(
            results.metrics.filter(({ chance, title }) => chance !== null && names.includes(title)),
            { x: 'chance', fy: 'title', strokeDasharray: '4 3' },
          ),
          Plot.ruleY(
            shown.filter(({ low }) => low !== null),
            { fy: 'name', y: 'row', x1: 'low', x2: 'high', stroke: ACCENT },
          ),
          Plot.dot(shown, { fy: 'name', y: 'row', x: 'value', fill: ACCENT, r: 4 }),
        ],
      }),
    });
  }
  if (timed.length > 0) {
    figures.push(
      {
        file: 'figures/time.svg',
        caption:
          'Time of each answer in seconds (logarithmic), away from the window not counted, by participant; the box spans the middle half.',
        svg: draw({
          height: 32 * participants.length + 56,
          marginLeft: 112,
          marginBottom: 44,
          x: { type: 'log', grid: true, label: 'seconds' },
          y: { label: null, domain: participants },
          marks: [Plot.boxX(timed, { x: 'seconds', y: 'participant', fill: GRID, r: 2 })],
        }),
      },
      {
        file: 'figures/pace.svg',
        caption:
          'Time of each answer over the order in which it was given, all participants, with the median of every tenth of the way.',
        svg: draw({
          height: 320,
          marginLeft: 56,
          marginBottom: 44,
          x: { label: 'answers given before' },
          y: { type: 'log', grid: true, label: 'seconds' },
          marks: [
            Plot.dot(timed, { x: 'position', y: 'seconds', r: 2, fill: ACCENT, fillOpacity: 0.4 }),
            Plot.lineY(medians(timed), { x: 'position', y: 'seconds', stroke: INK, strokeWidth: 1.5 }),
          ],
        }),
      },
    );
  }
  return figures;
}

/** The median time of every tenth of the way, at the middle of it. */
function medians(
  timed: readonly { readonly position: number; readonly seconds: number }[],
): readonly { readonly position: number; readonly seconds: number }[] {
  const width = (Math.max(...timed.map(({ position }) => position)) + 1) / 10;
  const tenths = Map.groupBy(timed, ({ position }) => Math.floor(position / width));
  return [...tenths]
    .sort(([a], [b]) => a - b)
    .map(([tenth, rows]) => {
      const seconds = quantileOf(
        rows.map((row) => row.seconds),
        0.5,
      );
      return { position: (tenth + 0.5) * width, seconds };
    });
}

/** Metrics beyond these would need a page of their own; the domains of a benchmark leave room for what they come to. */
const MOST_METRICS = 13;

function shownFigures({ rows, metrics }: MetricsReport): readonly {
  readonly name: string;
  readonly row: string;
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
}[] {
  return metrics.slice(0, MOST_METRICS).flatMap(({ id, title }) =>
    rows
      .filter(({ kind }) => kind !== 'model')
      .flatMap(({ name, figures }) => {
        const figure = figures[id];
        if (figure === undefined || figure.value === null || figure.value > 1) return [];
        const [low, high] = figure.ci95 ?? [null, null];
        return [{ name: title, row: name, value: figure.value, low, high }];
      }),
  );
}
