import { axisX, gridX, rect, ruleX, text } from '@observablehq/plot';
import { nameRoom, type PlotLook, shortName } from './look.ts';
import { svgPlot } from './svgPlot.ts';

/** How one rater’s ratings spread over the categories. */
export interface RaterShares {
  readonly name: string;
  readonly color: string;
  /** Per category, in the categories’ order. */
  readonly counts: readonly number[];
  /** All of the rater’s ratings, of categories that are not shown as well. */
  readonly total: number;
}

const BAR_HEIGHT = 14;
const GROUP_GAP = 12;

/** For every category a bar a rater: the share of their ratings that went to it. */
export function sharesPlot(
  label: string,
  categories: readonly string[],
  raters: readonly RaterShares[],
  look: PlotLook,
  width: number,
): SVGSVGElement {
  const groupHeight = raters.length * BAR_HEIGHT + GROUP_GAP;
  const bars = categories.flatMap((category, group) =>
    raters.map(({ name, color, counts, total }, place) => {
      const top = group * groupHeight + GROUP_GAP / 2 + place * BAR_HEIGHT;
      return {
        category,
        name: shortName(name),
        color,
        share: total === 0 ? 0 : (counts[group] ?? 0) / total,
        y1: top + 1,
        y2: top + BAR_HEIGHT - 1,
        middle: top + BAR_HEIGHT / 2,
      };
    }),
  );
  const groups = categories.map((category, group) => ({
    name: shortName(category),
    middle: (group + 0.5) * groupHeight,
    end: (group + 1) * groupHeight,
  }));
  const height = categories.length * groupHeight;
  const raterRoom = nameRoom(raters.map(({ name }) => name));
  return svgPlot(
    {
      label,
      description: bars
        .map(({ category, name, share }) => `${category}, ${name} ${percent(share)}`)
        .join('; '),
      width,
      height: height + 44,
      marginLeft: nameRoom(categories) + raterRoom,
      marginRight: 48,
      marginTop: 4,
      marginBottom: 40,
      x: { domain: [0, Math.max(0.01, ...bars.map(({ share }) => share))], nice: true },
      y: { type: 'linear', domain: [height, 0], axis: null },
      marks: [
        gridX({ stroke: look.grid, strokeOpacity: 1 }),
        axisX({
          label: 'share of each rater’s ratings',
          labelAnchor: 'center',
          labelArrow: 'none',
          labelOffset: 34,
          tickSize: 0,
          tickFormat: percent,
          color: look.faint,
        }),
        barsOf(bars, look),
        ruleX([0], { stroke: look.faint }),
        text(bars, {
          x: 'share',
          y: 'middle',
          dx: 5,
          textAnchor: 'start',
          text: ({ share }: { readonly share: number }) => percent(share),
          fontSize: 11,
          fill: look.faint,
        }),
        text(bars, {
          x: 0,
          y: 'middle',
          dx: -8,
          textAnchor: 'end',
          text: 'name',
          fontSize: 11,
          fill: look.faint,
        }),
        text(groups, {
          x: 0,
          y: 'middle',
          dx: -raterRoom - 4,
          textAnchor: 'end',
          text: 'name',
          fill: look.ink,
        }),
      ],
    },
    look,
  );
}

function barsOf(
  bars: readonly {
    readonly color: string;
    readonly share: number;
    readonly y1: number;
    readonly y2: number;
  }[],
  look: PlotLook,
) {
  // The rim keeps the palette’s light colours visible on a light page.
  return rect(bars, {
    x1: 0,
    x2: 'share',
    y1: 'y1',
    y2: 'y2',
    fill: 'color',
    stroke: look.faint,
    strokeWidth: 0.75,
  });
}

function percent(share: number): string {
  const value = share * 100;
  return `${value > 0 && value < 10 && !Number.isInteger(value) ? value.toFixed(1) : value.toFixed(0)}%`;
}
