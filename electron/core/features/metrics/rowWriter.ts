import { type Cells, CellsBuilder } from './cells.ts';
import type { ItemContribution } from '../../derived/metrics/contribution.ts';
import type { ItemRests } from './rests.ts';

/** An item that somebody answered in a condition, both by their places in the table. */
export interface AnsweredUnit {
  readonly item: number;
  readonly condition: number;
  /** Whether a verdict is missing. */
  unjudged: boolean;
}

/** What answers of a line of the table add to the columns of the figures. */
export interface RowCells {
  /** What counts. */
  readonly counted: Cells;
  /** By how much all answers, absent and unreadable ones as wrong, add more or less if they are those that are there, … */
  readonly ifPresentAlone: Cells;
  /** … those alone that can be read, … */
  readonly ifReadableAlone: Cells;
  /** … if every answer were judged, … */
  readonly ifAllJudged: Cells;
  /** … and without those that need no judge. */
  readonly ifJudgedAlone: Cells;
}

/** Collects a line of the table, item by item. */
export class RowWriter {
  readonly #cells;
  readonly #units: AnsweredUnit[] = [];
  readonly #rests: ItemRests[] = [];

  constructor() {
    this.#cells = {
      counted: new CellsBuilder(),
      ifPresentAlone: new CellsBuilder(),
      ifReadableAlone: new CellsBuilder(),
      ifAllJudged: new CellsBuilder(),
      ifJudgedAlone: new CellsBuilder(),
    };
  }

  /** Adds to an item that is collected now, or to a later one. */
  add(item: number, condition: number, added: ItemContribution): void {
    const known = this.#units.findLast((unit) => unit.item !== item || unit.condition === condition);
    const unit = known?.item === item ? known : { item, condition, unjudged: false };
    if (unit !== known) this.#units.push(unit);
    unit.unjudged ||= added.missing.length > 0;
    if (added.rests !== null) this.#rests.push({ item, condition, rests: added.rests });
    if (added.counted !== null) this.#cells.counted.add(item, condition, added.counted);
    for (const name of ['ifPresentAlone', 'ifReadableAlone', 'ifAllJudged', 'ifJudgedAlone'] as const) {
      const change = added[name];
      if (change !== null) this.#cells[name].add(item, condition, change);
    }
  }

  close(): {
    readonly units: readonly AnsweredUnit[];
    readonly cells: RowCells;
    readonly rests: readonly ItemRests[];
  } {
    return {
      units: this.#units,
      rests: this.#rests,
      cells: {
        counted: this.#cells.counted.close(),
        ifPresentAlone: this.#cells.ifPresentAlone.close(),
        ifReadableAlone: this.#cells.ifReadableAlone.close(),
        ifAllJudged: this.#cells.ifAllJudged.close(),
        ifJudgedAlone: this.#cells.ifJudgedAlone.close(),
      },
    };
  }
}

/** How many items the units are of. */
export const itemsOf = (units: readonly AnsweredUnit[]): number =>
  new Set(units.map(({ item }) => item)).size;
