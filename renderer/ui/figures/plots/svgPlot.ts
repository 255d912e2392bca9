import { plot, type PlotOptions } from '@observablehq/plot';
import { keepLegend, legendBelow, type LegendEntry } from './legend.ts';
import { FONT_SIZE, type PlotLook } from './look.ts';

/** Draws a plot as one SVG element that carries its looks in attributes, so that no policy of styles concerns it. */
export function svgPlot(
  options: PlotOptions & {
    readonly label: string;
    readonly description: string;
    /** What its marks stand for, where axes and names do not say it. */
    readonly legend?: readonly LegendEntry[];
  },
  look: PlotLook,
): SVGSVGElement {
  const { label, description, legend = [], ...rest } = options;
  const drawn = plot({ ...rest, ariaLabel: label, ariaDescription: description, className: 'plot' });
  if (!(drawn instanceof SVGSVGElement)) throw new TypeError('A plot without legends is an SVG element.');
  // What it says, the stylesheet of the screen says as well; a file needs none of it.
  drawn.querySelector(':scope > style')?.remove();
  // As a picture it has one description; names of its parts would be of nothing.
  for (const part of drawn.querySelectorAll('g[aria-label]')) part.removeAttribute('aria-label');
  drawn.setAttribute('role', 'img');
  drawn.setAttribute('color', look.ink);
  drawn.setAttribute('font-family', look.fontFamily);
  drawn.setAttribute('font-size', String(FONT_SIZE));
  if (legend.length > 0) {
    if (look.legend === 'inside') legendBelow(drawn, legend, look);
    keepLegend(drawn, legend, look);
  }
  return drawn;
}
