import { axisX, axisY, barX, gridX, ruleX, text } from '@observablehq/plot';
import { formatCount } from '../../../../shared/base/counts.ts';
import type { ItemFilter } from '../../../../shared/contract/items.ts';
import { type StageOutcome as Outcome, StageOutcome } from '../../../../shared/domain/status.ts';
import { type PlotLook, shortName } from '../../../ui/figures/plots/look.ts';
import { panelGrid } from '../../../ui/figures/plots/panels.ts';
import { svgPlot } from '../../../ui/figures/plots/svgPlot.ts';
import { STAGES, stageWords } from '../../../ui/validation/validationWords.ts';
import { type FunnelPart, GENERATED, reached, stageFilter } from './funnelParts.ts';
import { outcomePatterns } from './patterns.ts';

/** What a bar stands for. */
export interface FunnelBar {
  readonly filter: ItemFilter;
  readonly title: string;
}

interface Bar {
  readonly fx: number;
  readonly fy: number;
  readonly row: string;
  readonly outcome: Outcome;
  readonly x1: number;
  readonly x2: number;
  readonly title: string;
  readonly filter: ItemFilter | null;
}

const ROW_HEIGHT = 26;
const PANEL_WIDTH = 230;
const NAMES = 104;
const KEY_ROOM = 24;
/** Stands for the line of the panel's title: no gate is called so. */
const HEAD = '';
/** The place and the outline of a bar. */
const BAR = {
  fx: 'fx',
  fy: 'fy',
  y: 'row',
  x1: 'x1',
  x2: 'x2',
  strokeWidth: 0.75,
  title: 'title',
} as const;
const TICKS = [0, 0.25, 0.5, 0.75, 1];

/**
 * How many items reached each gate and how they fared at it, bars one below the other that are told apart by pattern as
 * well. Several funnels are beside each other, as shares of what was generated in each.
 */
export function funnelPlot(
  label: string,
  parts: readonly FunnelPart[],
  look: PlotLook,
  width: number,
  onOpen?: (bar: FunnelBar) => void,
): SVGSVGElement {
  const single = parts.length === 1;
  const rows = [GENERATED, ...(parts[0]?.group.stages ?? []).map(({ stage }) => STAGES[stage])];
  const grid = panelGrid(parts.length, width - NAMES, PANEL_WIDTH);
  const bars = parts.flatMap((part, place) => barsOf(part).map((bar) => ({ ...bar, ...grid.at(place) })));
  const ends = parts.flatMap((part, place) =>
    endsOf(part, single).map((end) => ({ ...end, ...grid.at(place) })),
  );
  const heads = parts.map(({ title, group }, place) => ({
    title: `${shortName(title)} (${formatCount(group.generated)})`,
    ...grid.at(place),
  }));
  const patterns = outcomePatterns(look, NAMES);
  const drawn = svgPlot(
    {
      label,
      description: parts.map(describe).join('; '),
      width,
      height: KEY_ROOM + grid.down * (rows.length + (single ? 0.4 : 1.6)) * ROW_HEIGHT + 40,
      marginLeft: NAMES,
      marginRight: 8,
      marginTop: KEY_ROOM,
      marginBottom: 40,
      x: { domain: [0, single ? 1.7 : 1.35] },
      y: { type: 'band', domain: single ? rows : [HEAD, ...rows], padding: 0.16 },
      ...grid.facets(0.04),
      marks: [
        gridX({
          stroke: look.grid,
          strokeOpacity: 1,
          ticks: TICKS,
          ...(!single && { insetTop: ROW_HEIGHT }),
        }),
        axisX({
          label: single ? 'share of all generated items' : 'share of the items generated of each',
          labelAnchor: 'center',
          labelArrow: 'none',
          labelOffset: 34,
          tickSize: 0,
          ticks: single ? TICKS : [0, 0.5, 1],
          tickFormat: (share: number) => `${String(Math.round(share * 100))}%`,
          color: look.faint,
        }),
        axisY({ label: null, tickSize: 0, color: look.ink, facetAnchor: 'left' }),
        ...StageOutcome.options.map((outcome) =>
          barX(
            bars.filter((bar) => bar.outcome === outcome),
            { ...BAR, className: `funnel-${outcome}`, fill: patterns.fill(outcome), stroke: look.ink },
          ),
        ),
        ruleX([0], { stroke: look.faint, ...(!single && { insetTop: ROW_HEIGHT }) }),
        text(ends, {
          fx: 'fx',
          fy: 'fy',
          y: 'row',
          x: 'x',
          dx: 6,
          textAnchor: 'start',
          text: 'words',
          fontSize: 11,
          fill: look.faint,
        }),
        ...(single
          ? []
          : [
              text(heads, {
                fx: 'fx',
                fy: 'fy',
                x: 0,
                y: () => HEAD,
                textAnchor: 'start',
                text: 'title',
                fontWeight: 600,
                fill: look.ink,
              }),
            ]),
      ],
    },
    look,
  );
  patterns.define(drawn);
  if (onOpen !== undefined) makeOpen(drawn, bars, onOpen);
  return drawn;
}

/** A click on a bar opens its items; the table beside has the same as buttons, for the keyboard. */
function makeOpen(drawn: SVGSVGElement, bars: readonly Bar[], onOpen: (bar: FunnelBar) => void): void {
  const byTitle = new Map(bars.map((bar) => [bar.title, bar]));
  for (const shape of drawn.querySelectorAll<SVGElement>('[class^="funnel-"] rect')) {
    const bar = byTitle.get(shape.querySelector('title')?.textContent ?? '');
    if (bar === undefined || bar.filter === null) continue;
    const { filter, title } = bar;
    shape.setAttribute('cursor', 'pointer');
    shape.addEventListener('click', () => {
      onOpen({ filter, title });
    });
  }
}

function barsOf(part: FunnelPart): Omit<Bar, 'fx' | 'fy'>[] {
  const { title: name, group, filter } = part;
  const { generated } = group;
  if (generated === 0) return [];
  const all = {
    row: GENERATED,
    outcome: 'passed' as const,
    x1: 0,
    x2: 1,
    title: `${name}, generated: ${formatCount(generated)}`,
    filter,
  };
  return [
    all,
    ...group.stages.flatMap((stage) => {
      let start = 0;
      return (['passed', 'waiting', 'failed'] as const).flatMap((outcome) => {
        const count = stage[outcome];
        if (count === 0) return [];
        const x1 = start;
        start += count / generated;
        return [
          {
            row: STAGES[stage.stage],
            outcome,
            x1,
            x2: start,
            title: `${name}, ${stageWords(stage.stage, outcome)}: ${formatCount(count)}`,
            filter: filter === null ? null : stageFilter(filter, stage.stage, outcome),
          },
        ];
      });
    }),
  ];
}

/** The text at the end of each row: all counts where there is room. */
function endsOf({ group }: FunnelPart, single: boolean) {
  const share = (count: number) => (group.generated === 0 ? 0 : count / group.generated);
  return [
    { row: GENERATED, x: share(group.generated), words: formatCount(group.generated) },
    ...group.stages.map((stage) => ({
      row: STAGES[stage.stage],
      x: share(reached(stage)),
      words: single
        ? (['passed', 'waiting', 'failed'] as const)
            .flatMap((outcome) => (stage[outcome] === 0 ? [] : `${formatCount(stage[outcome])} ${outcome}`))
            .join(', ') +
          (stage.despite === undefined ? '' : ` (${formatCount(stage.despite)} despite a failed gate)`)
        : formatCount(stage.passed),
    })),
  ];
}

function describe({ title, group }: FunnelPart): string {
  const stages = group.stages.map(
    ({ stage, passed, failed, waiting }) =>
      `${STAGES[stage]} ${formatCount(passed)} passed, ${formatCount(failed)} failed, ${formatCount(waiting)} waiting`,
  );
  return `${title}: ${formatCount(group.generated)} generated, ${stages.join(', ')}`;
}
