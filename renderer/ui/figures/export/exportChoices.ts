import { create } from 'zustand';
import type { Optional } from '../../../../shared/figures/exportTable.ts';
import type { PlotWidth } from './plotFile.ts';
import { USUAL_LOOK, type TableLook, type TableWidth } from '../../../../shared/figures/tableLook.ts';

/** How tables are exported for a paper. One choice applies to all tables, because a paper wants them alike. */
interface TableChoices {
  readonly look: TableLook;
  readonly setWidth: (width: TableWidth) => void;
  readonly toggle: (optional: Optional) => void;
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

/** How wide plots leave for a paper, all of them alike. */
export const usePlotWidth = create<{
  readonly width: PlotWidth;
  readonly setWidth: (width: PlotWidth) => void;
}>((set) => ({
  width: 'column',
  setWidth: (width) => {
    set({ width });
  },
}));
