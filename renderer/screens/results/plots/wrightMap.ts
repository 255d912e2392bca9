import { namedItems } from '../../../../shared/figures/itemTables.ts';
import { axisY, gridY, type Markish, rect, ruleX, ruleY, text } from '@observablehq/plot';
import type { ItemStatistics } from '../../../../shared/contract/itemStatistics.ts';
import { SCREEN } from '../../../../shared/statistics/rasch/screening.ts';
import { type PlotLook, shortName } from '../../../ui/figures/plots/look.ts';
import { setOpenings } from '../../../ui/figures/plots/opening.ts';
import { svgPlot } from '../../../ui/figures/plots/svgPlot.ts';

/** In logits. */
const BIN = 0.25;
const BIN_HEIGHT = 20;
/** Up to this many respondents have names beside their bars. */
const NAMED = 40;
/** What of each side is bar; the rest is room for words. */
const BAR = 0.6;

interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly kept: number;
  readonly names: readonly string[];
  readonly keys: readonly string[];
}

/**
 * Respondents' abilities and items' difficulties on one scale of logits (Wright and Masters 1982): a respondent is
 * right on an item of the same height as often as not. Each side has a scale of its own for counts.
 */
export function wrightMap(statistics: ItemStatistics, look: PlotLook, width: number): SVGSVGElement {
  const people = binned(
    statistics.respondents.flatMap(({ name, ability }) =>
      ability.value === null ? [] : [{ value: ability.value, name, key: name, kept: true }],
    ),
  );
  const items = binned(
    namedItems(statistics).flatMap(({ key, name, item: { difficulty, problems } }) =>
      difficulty.value === null ? [] : [{ value: difficulty.value, name, key, kept: problems.length === 0 }],
    ),
  );
  const all = [...people, ...items];
  const [low, high] = [Math.min(-2, ...all.map(({ from }) => from)), Math.max(2, ...all.map(({ to }) => to))];
  const [mostPeople, mostItems] = [most(people), most(items)];
  const named = statistics.respondents.length <= NAMED;
  const room = Math.max(1, Math.floor(((width - 60) / 2) * (1 - BAR) * 0.16));
  const [easiest, hardest] = SCREEN.difficulty;
  const drawn = svgPlot(
    {
      label: 'Respondents and items on one scale',
      description: [
        ...people.map((bin) => `${range(bin)}: ${String(bin.count)} respondents`),
        ...items.map((bin) => `${range(bin)}: ${String(bin.count)} items, ${String(bin.kept)} kept`),
      ].join('; '),
      width,
      height: Math.round(((high - low) / BIN) * BIN_HEIGHT) + 48,
      marginLeft: 48,
      marginRight: 12,
      marginTop: 28,
      marginBottom: 20,
      legend: [
        { mark: 'area', color: look.accent, words: 'kept by the filter' },
        { mark: 'outline', color: look.accent, words: 'left out' },
        { mark: 'dashes', color: look.faint, words: 'difficulties kept' },
      ],
      x: { domain: [-1, 1], axis: null },
      y: { domain: [low, high] },
      marks: [
        gridY({ stroke: look.grid, strokeOpacity: 1, interval: 1 }),
        axisY({
          label: 'logits',
          labelAnchor: 'center',
          labelArrow: 'none',
          interval: 1,
          tickSize: 0,
          color: look.faint,
        }),
        ruleY([easiest, hardest], { x1: 0, x2: 1, stroke: look.faint, strokeDasharray: '4 3' }),
        ...peopleBars(people, look),
        ...itemBars(items, look),
        ruleX([0], { stroke: look.ink }),
        text(people, {
          x: ({ count }: Bin) => (-BAR * count) / mostPeople,
          y: middle,
          dx: -6,
          textAnchor: 'end',
          text: ({ count, names }: Bin) => (named ? listed(names, room) : String(count)),
          fontSize: 11,
          fill: look.ink,
        }),
        text(items, {
          className: ITEMS,
          title: namesOf,
          x: ({ count }: Bin) => (BAR * count) / mostItems,
          y: middle,
          dx: 6,
          textAnchor: 'start',
          text: ({ count, names }: Bin) => (count === 1 ? shortName(names[0] ?? '') : String(count)),
          fontSize: 11,
          fill: look.ink,
        }),
        text(['Respondents, able above'], {
          frameAnchor: 'top-right',
          dx: -(width - 60) / 2 - 8,
          dy: -20,
          fontWeight: 600,
          fill: look.ink,
        }),
        text(['Items, hard above'], {
          frameAnchor: 'top-left',
          dx: (width - 60) / 2 + 8,
          dy: -20,
          fontWeight: 600,
          fill: look.ink,
        }),
      ],
    },
    look,
  );
  setOpenings(
    drawn,
    ITEMS,
    items.map(({ keys }) => keys),
  );
  return drawn;
}

const most = (bins: readonly Bin[]): number => Math.max(1, ...bins.map(({ count }) => count));
const middle = ({ from, to }: Bin): number => (from + to) / 2;

/** What the bars of both sides share: each is as high as its bin. */
const BAR_PLACE = { y1: 'from', y2: 'to', insetTop: 1, insetBottom: 1 } as const;

const peopleBars = (people: readonly Bin[], look: PlotLook): Markish[] => {
  const largest = most(people);
  return [
    rect(people, { ...BAR_PLACE, x1: ({ count }: Bin) => (-BAR * count) / largest, x2: 0, fill: look.faint }),
  ];
};

/** All items of a bin as an outline, and those that the filter keeps as a filled bar. */
function itemBars(items: readonly Bin[], look: PlotLook): Markish[] {
  const largest = most(items);
  const common = { ...BAR_PLACE, className: ITEMS, title: namesOf, x1: 0, fill: look.accent };
  return [
    rect(items, {
      ...common,
      x2: ({ count }: Bin) => (BAR * count) / largest,
      fillOpacity: 0.25,
      stroke: look.accent,
      strokeWidth: 0.75,
    }),
    rect(items, { ...common, x2: ({ kept }: Bin) => (BAR * kept) / largest }),
  ];
}

/** The mark of the bars that stand for items. */
const ITEMS = 'items';

/** How many names a hint holds. */
const HINTED = 20;

const namesOf = ({ names }: Bin): string =>
  names.length <= HINTED
    ? names.join('\n')
    : [...names.slice(0, HINTED), `and ${String(names.length - HINTED)} more`].join('\n');

function binned(
  values: readonly {
    readonly value: number;
    readonly name: string;
    readonly key: string;
    readonly kept: boolean;
  }[],
): readonly Bin[] {
  const bins = new Map<number, { count: number; kept: number; names: string[]; keys: string[] }>();
  for (const { value, name, key, kept } of values) {
    const place = Math.floor(value / BIN);
    const bin = bins.get(place) ?? { count: 0, kept: 0, names: [], keys: [] };
    bins.set(place, bin);
    bin.count += 1;
    if (kept) bin.kept += 1;
    bin.names.push(name);
    bin.keys.push(key);
  }
  return [...bins]
    .sort(([a], [b]) => a - b)
    .map(([place, bin]) => ({ from: place * BIN, to: (place + 1) * BIN, ...bin }));
}

const range = ({ from, to }: Bin): string => `${from.toFixed(2)} to ${to.toFixed(2)}`;

/** As many of the names as there is room for, in letters. */
function listed(names: readonly string[], room: number): string {
  const shown: string[] = [];
  for (const name of names) {
    const short = name.length > room ? `${name.slice(0, room - 1)}…` : name;
    if (shown.length > 0 && [...shown, short].join(', ').length > room) break;
    shown.push(short);
  }
  const rest = names.length - shown.length;
  return rest === 0 ? shown.join(', ') : `${shown.join(', ')} +${String(rest)}`;
}
