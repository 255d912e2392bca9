import { create } from 'zustand';
import type { OptionalPart } from '../../../../shared/figures/exportTable.ts';
import type { PlotLook } from '../plots/look.ts';
import type { PlotWidth } from './plotFile.ts';
import { type TableLook, type TableWidth, USUAL_LOOK } from '../../../../shared/figures/tableLook.ts';

/** How tables are exported for a paper. One choice applies to all tables, because a paper wants them alike. */
interface TableChoices {
  readonly look: TableLook;
  readonly setWidth: (width: TableWidth) => void;
  readonly toggle: (optional: OptionalPart) => void;
}

export const useTableChoices = create<TableChoices>((set) => ({
  look: USUAL_LOOK,
  setWidth: (width) => {
    set(({ look }) => ({ look: { ...look, width } }));
  },
  toggle: (optional) => {
    set(({ look }) => {
      const shows = new Set(look.shows);
      if (!shows.delete(optional)) shows.add(optional);
      return { look: { ...look, shows } };
    });
  },
}));

/** How plots leave for a paper, all of them alike. */
export const usePlotChoices = create<{
  readonly width: PlotWidth;
  readonly legend: PlotLook['legend'];
  readonly setWidth: (width: PlotWidth) => void;
  readonly setLegend: (legend: PlotLook['legend']) => void;
}>((set) => ({
  width: 'column',
  legend: 'inside',
  setWidth: (width) => {
    set({ width });
  },
  setLegend: (legend) => {
    set({ legend });
  },
}));
