import { latexWidth, wrapText } from './latexWidth.ts';
import type { LaidColumn, LaidTable } from './tableLook.ts';

/** The sizes of type in a table: its cells, and the notes below them. */
export const SIZES = { cell: 8, below: 7 } as const;
/** Between two columns, in points. */
export const GAP = 6;
/** From one line of a table to the next, in points. */
export const LINES = { cell: 9.5, below: 8 } as const;

/** A column as it is set: its title in lines, and how wide it is, in points. */
export interface SetColumn {
  readonly column: LaidColumn;
  readonly title: readonly string[];
  readonly width: number;
  /** Cells are set in lines of this width; null: on one line each. */
  readonly wrap: number | null;
}

/** Columns that are beside each other, with what names the rows. */
export type TablePanel = readonly SetColumn[];

/** Words for a column have at most this share of a table's width, what names the rows together a little more. */
const SHARE_OF_WORDS = 0.4;
const SHARE_OF_KEYS = 0.55;
/** A word up to this width, in points, is not broken. */
const LONGEST_WORD = 80;

/**
 * The columns side by side while there is room; others in further panels, each with the names of the rows. Columns
 * under one title stay together where they can.
 * @param room the width of the table, in points
 */
export function panelsOf({ keys, columns }: LaidTable, room: number): readonly TablePanel[] {
  const heads = keys.map((column) => setColumn(column, keyRoom(keys.length, room)));
  const taken = widthOf(heads);
  const set = columns.map((column) => setColumn(column, SHARE_OF_WORDS * room));
  const left = Math.max(room - taken - (heads.length === 0 ? 0 : GAP), 0);
  const blocks = blocksOf(set).flatMap((block) =>
    widthOf(block) > left ? block.map((column) => [column]) : [block],
  );
  const fewest = packed(blocks, left).length;
  // As many panels as there have to be, of about the same width.
  let limit = blocks.reduce((sum, block) => sum + widthOf(block), 0) / Math.max(1, fewest);
  while (limit < left && packed(blocks, limit).length > fewest) limit += 5;
  return packed(blocks, Math.min(limit, left)).map((panel) => [...heads, ...panel]);
}

const keyRoom = (keys: number, room: number): number =>
  keys <= 1 ? SHARE_OF_WORDS * room : (SHARE_OF_KEYS * room) / keys;

function packed(blocks: readonly TablePanel[], limit: number): readonly TablePanel[] {
  const panels: SetColumn[][] = [[]];
  for (const block of blocks) {
    const last = panels.at(-1) ?? [];
    if (last.length > 0 && widthOf([...last, ...block]) > limit) panels.push([...block]);
    else last.push(...block);
  }
  return panels;
}

/** Runs of columns under one title. */
function blocksOf(columns: TablePanel): readonly TablePanel[] {
  const blocks: SetColumn[][] = [];
  for (const each of columns) {
    const last = blocks.at(-1);
    if (last !== undefined && each.column.above !== null && last[0]?.column.above === each.column.above)
      last.push(each);
    else blocks.push([each]);
  }
  return blocks;
}

/** The width of columns side by side; their heading can be wider than they are. */
function widthOf(columns: TablePanel): number {
  return blocksOf(columns).reduce((sum, block, place) => {
    const own = block.reduce((all, { width }) => all + width, 0) + GAP * (block.length - 1);
    return sum + Math.max(own, aboveWidth(block)) + (place === 0 ? 0 : GAP);
  }, 0);
}

/** The title above some columns in lines that are no wider than these, where words allow it. */
export function aboveLines(block: TablePanel): readonly string[] {
  const above = block[0]?.column.above ?? null;
  if (above === null) return [];
  const own = block.reduce((all, { width }) => all + width, 0) + GAP * (block.length - 1);
  return wrapText(above, own, SIZES.cell);
}

const aboveWidth = (block: TablePanel): number =>
  Math.max(0, ...aboveLines(block).map((line) => latexWidth(line, SIZES.cell)));

/** The runs of a panel for the line of titles above titles. */
export const runsOf = blocksOf;

function setColumn(column: LaidColumn, roomOfWords: number): SetColumn {
  const content = Math.max(
    0,
    ...column.cells.map(({ text, below, letter }) =>
      Math.max(
        latexWidth(text, SIZES.cell) + (letter === null ? 0 : latexWidth(letter, SIZES.below)),
        ...below.map((line) => latexWidth(line, SIZES.below)),
      ),
    ),
  );
  const longest = Math.max(
    0,
    ...column.cells.flatMap(({ text }) => text.split(/\s+/u).map((word) => latexWidth(word, SIZES.cell))),
  );
  const enough = Math.max(roomOfWords, Math.min(longest, LONGEST_WORD));
  const wrap = column.isText && content > enough ? enough : null;
  const words = column.title.split(/\s+/u).map((word) => latexWidth(word, SIZES.cell));
  const width = Math.max(wrap ?? content, ...words);
  const title = wrapText(column.title, width, SIZES.cell);
  return { column, title, width, wrap };
}
