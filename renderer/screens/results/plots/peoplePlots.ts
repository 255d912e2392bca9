import { axisX, axisY, dot, gridX, gridY, line, ruleX, ruleY, text } from '@observablehq/plot';
import type { LegendEntry } from '../../../ui/figures/plots/legend.ts';
import type { PlotLook } from '../../../ui/figures/plots/look.ts';
import { svgPlot } from '../../../ui/figures/plots/svgPlot.ts';
import type { ParticipantAnswer, TimeStretch } from '../overTime.ts';

const HEIGHT = 260;
const MARGINS = { marginLeft: 52, marginRight: 16, marginTop: 8, marginBottom: 44 } as const;
/** So far answers of one correctness are drawn apart, up and down. */
const APART = 0.09;

/** Each answer: how long it took, and whether it was right; dots of one height are drawn a little apart. */
export function speedPlot(
  answers: readonly ParticipantAnswer[],
  look: PlotLook,
  width: number,
): SVGSVGElement {
  const points = answers.flatMap(({ seconds, correct }, place) =>
    seconds === null || correct === null || seconds <= 0
      ? []
      : [{ seconds, correct: correct + (((place * 7919) % 101) / 50 - 1) * APART }],
  );
  return svgPlot(
    {
      label: 'Time against correctness',
      description: `${String(points.length)} answers by their seconds and whether they were right`,
      width,
      height: HEIGHT,
      ...MARGINS,
      x: { type: 'log', nice: true },
      y: { domain: [-0.15, 1.15] },
      marks: [
        gridX({ stroke: look.grid, strokeOpacity: 1 }),
        ruleY([0, 1], { stroke: look.grid }),
        axisX({
          label: 'seconds to the answer (logarithmic)',
          labelAnchor: 'center',
          labelArrow: 'none',
          tickSize: 0,
          ticks: Math.max(3, Math.round(width / 90)),
          tickFormat: (value: number) => String(value),
          color: look.faint,
        }),
        axisY({
          label: null,
          ticks: [0, 0.5, 1],
          tickFormat: (value: number) => (value === 0 ? 'wrong' : value === 1 ? 'right' : ''),
          tickSize: 0,
          color: look.ink,
        }),
        dot(points, { x: 'seconds', y: 'correct', r: 2.5, fill: look.accent, fillOpacity: 0.35 }),
      ],
    },
    look,
  );
}

/** How right answers are over the order in which they were given, with 95 % intervals. */
export function learningPlot(
  stretches: readonly TimeStretch[],
  look: PlotLook,
  width: number,
): SVGSVGElement {
  const points = stretches.flatMap(({ first, last, correct }) =>
    correct === null ? [] : [{ place: (first + last) / 2, ...correct }],
  );
  return orderPlot(
    {
      label: 'Correctness over the order',
      axis: 'share right',
      domain: [0, 1],
      points: points.map(({ place, mean, low, high }) => ({ place, value: mean, low, high })),
      legend: [{ mark: 'line', words: '95% interval' }],
    },
    look,
    width,
  );
}

/** How long answers take over the order in which they were given: the middle one, and the quarters beside it. */
export function pacePlot(stretches: readonly TimeStretch[], look: PlotLook, width: number): SVGSVGElement {
  const points = stretches.flatMap(({ first, last, seconds }) =>
    seconds === null
      ? []
      : [{ place: (first + last) / 2, value: seconds.median, low: seconds.low, high: seconds.high }],
  );
  return orderPlot(
    {
      label: 'Time over the order',
      axis: 'seconds',
      domain: [0, Math.max(1, ...points.map(({ high }) => high))],
      points,
      legend: [
        { mark: 'dot', words: 'median' },
        { mark: 'line', words: 'middle half' },
      ],
    },
    look,
    width,
  );
}

function orderPlot(
  {
    label,
    axis,
    domain,
    points,
    legend,
  }: {
    readonly label: string;
    readonly axis: string;
    readonly domain: readonly [number, number];
    readonly points: readonly {
      readonly place: number;
      readonly value: number;
      readonly low: number;
      readonly high: number;
    }[];
    readonly legend: readonly Pick<LegendEntry, 'mark' | 'words'>[];
  },
  look: PlotLook,
  width: number,
): SVGSVGElement {
  return svgPlot(
    {
      label,
      description: points
        .map(({ place, value }) => `around answer ${String(Math.round(place))}: ${value.toFixed(2)}`)
        .join('; '),
      width,
      height: HEIGHT,
      ...MARGINS,
      legend: legend.map((entry) => ({ ...entry, color: look.accent })),
      x: { nice: true },
      y: { domain: [...domain], nice: true },
      marks: [
        gridY({ stroke: look.grid, strokeOpacity: 1 }),
        axisX({
          label: 'how many answers in',
          labelAnchor: 'center',
          labelArrow: 'none',
          tickSize: 0,
          color: look.faint,
        }),
        axisY({
          label: axis,
          labelAnchor: 'center',
          labelArrow: 'none',
          tickSize: 0,
          ticks: 5,
          color: look.faint,
        }),
        line(points, { x: 'place', y: 'value', stroke: look.accent, strokeOpacity: 0.5 }),
        ruleX(points, { x: 'place', y1: 'low', y2: 'high', stroke: look.accent, strokeWidth: 1.5 }),
        dot(points, { x: 'place', y: 'value', r: 3.5, fill: look.accent }),
        ...(points.length === 0
          ? [text(['Nothing to show yet'], { frameAnchor: 'middle', fill: look.faint })]
          : []),
      ],
    },
    look,
  );
}
