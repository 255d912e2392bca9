import type { StageOutcome } from '../../../../shared/domain/status.ts';
import { FONT_SIZE, type PlotLook } from '../../../ui/figures/plots/look.ts';
import { OUTCOMES } from '../../../ui/validation/validationWords.ts';

const SVG = 'http://www.w3.org/2000/svg';
/** Side of the square that repeats, in pixels. */
const TILE = 6;
const OUTCOMES_SHOWN: readonly StageOutcome[] = ['passed', 'waiting', 'failed'];

let drawn = 0;

/** How outcomes are filled in one drawing: `fill` names the pattern that `define` draws. */
export interface OutcomePatterns {
  readonly fill: (outcome: StageOutcome) => string;
  /** Adds the patterns to the drawing, and a key that says what they stand for. */
  readonly define: (plot: SVGSVGElement) => void;
}

/** Full, dotted and hatched, so that they differ without colour; names are of one drawing, as a page has several. */
export function outcomePatterns(look: PlotLook, left: number): OutcomePatterns {
  drawn += 1;
  const prefix = `funnel-${String(drawn)}`;
  const fill = (outcome: StageOutcome) => `url(#${prefix}-${outcome})`;
  return {
    fill,
    define(plot) {
      const definitions = element('defs', {});
      definitions.append(
        pattern(`${prefix}-passed`, [element('rect', { width: TILE, height: TILE, fill: look.accent })]),
        pattern(`${prefix}-waiting`, [
          element('rect', { width: TILE, height: TILE, fill: look.surface }),
          element('circle', { cx: TILE / 2, cy: TILE / 2, r: 1, fill: look.faint }),
        ]),
        pattern(`${prefix}-failed`, [
          element('rect', { width: TILE, height: TILE, fill: look.surface }),
          // Three strokes, so that the corners of neighbouring squares meet.
          element('path', {
            d: `M-1,1 l2,-2 M0,${String(TILE)} l${String(TILE)},-${String(TILE)} M${String(TILE - 1)},${String(TILE + 1)} l2,-2`,
            stroke: look.ink,
            'stroke-width': 1.75,
          }),
        ]),
      );
      const key = element('g', { transform: `translate(${String(left)}, 4)` });
      let x = 0;
      for (const outcome of OUTCOMES_SHOWN) {
        const words = element('text', {
          x: x + 20,
          y: 11,
          fill: look.ink,
          'font-size': FONT_SIZE,
          'text-anchor': 'start',
        });
        words.textContent = OUTCOMES[outcome];
        key.append(
          element('rect', {
            x,
            y: 1,
            width: 14,
            height: 12,
            fill: fill(outcome),
            stroke: look.ink,
            'stroke-width': 0.75,
          }),
          words,
        );
        x += 88;
      }
      plot.prepend(definitions);
      plot.append(key);
    },
  };
}

function pattern(id: string, parts: readonly SVGElement[]): SVGElement {
  const made = element('pattern', { id, width: TILE, height: TILE, patternUnits: 'userSpaceOnUse' });
  made.append(...parts);
  return made;
}

function element(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (!(made instanceof SVGElement)) throw new TypeError(`${name} is no element of a drawing.`);
  return made;
}
