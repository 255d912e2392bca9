import type { Phrasebook, WholeText } from '../../../../shared/participantTexts/texts.ts';
import type { AnswerKind, StepAnswer } from '../../../../shared/domain/baseline.ts';
import type { Command } from '../../../ui/commands/commands.ts';
import type { CanvasRegion } from '../../../canvas/index.ts';
import { hasNotes } from './notes.ts';
import { lookedAt, type Stage, type StageImage } from './stage.ts';

export type CellKind = Extract<AnswerKind, { kind: 'cell' }>;
export interface GridField {
  readonly row: number;
  readonly column: number;
}

const LINE = '#ffffff';
const CHOSEN = '#e69f00';

/** A grid over the first image; one of its fields is the answer. */
export function cellStage(
  say: Phrasebook,
  kind: CellKind,
  images: readonly StageImage[],
  answer: StepAnswer | null,
  onAnswer: (answer: StepAnswer) => void,
): Stage {
  const chosen = answer?.kind === 'cell' ? answer : null;
  const choose = ({ row, column }: GridField): void => onAnswer({ kind: 'cell', row, column });
  const cells = cellsOf(kind);
  return {
    ...lookedAt,
    firstLarger: hasNotes(images) ? 1.6 : null,
    // A field of the one is as large as the whole of the other.
    zoomedApart: hasNotes(images),
    regions: cellRegions(say, kind, images[0], chosen),
    labels: cells.map((cell) => ({ id: idOf(cell), name: nameOf(say, cell, kind), color: LINE })),
    selection: chosen === null ? [] : [idOf(chosen)],
    onSelectionChange: (ids) => {
      const cell = cells.find((each) => ids.includes(idOf(each)));
      // A click beside the image takes nothing back.
      if (cell !== undefined) choose(cell);
    },
    commands: [
      move('Up', (cell) => ({ ...cell, row: cell.row - 1 })),
      move('Down', (cell) => ({ ...cell, row: cell.row + 1 })),
      move('Left', (cell) => ({ ...cell, column: cell.column - 1 })),
      move('Right', (cell) => ({ ...cell, column: cell.column + 1 })),
    ],
  };

  function move(direction: string, step: (cell: GridField) => GridField): Command {
    return {
      id: `sitting.cell${direction}`,
      title: `Field ${direction.toLowerCase()}`,
      group: 'Study session',
      defaultKeys: [`Arrow${direction}`],
      scope: 'canvas',
      keyOnly: true,
      run: () => {
        if (chosen === null) {
          choose({ row: Math.ceil(kind.rows / 2), column: Math.ceil(kind.columns / 2) });
          return true;
        }
        const next = step(chosen);
        if (next.row >= 1 && next.row <= kind.rows && next.column >= 1 && next.column <= kind.columns)
          choose(next);
        return true;
      },
    };
  }
}

const CORNERS: readonly WholeText[] = ['cellTopLeft', 'cellTopRight', 'cellBottomLeft', 'cellBottomRight'];

/** "Row 2, column 3", or of four fields "Bottom right". */
export function nameOf(say: Phrasebook, { row, column }: GridField, { rows, columns }: CellKind): string {
  const corner = rows === 2 && columns === 2 ? CORNERS[(row - 1) * 2 + column - 1] : undefined;
  return corner === undefined ? say('cellName', { row, column }) : say(corner);
}

/** The fields with the digit that chooses each, by rows; null where there are too many for that. */
export function keyedCells(kind: CellKind): readonly (GridField & { readonly key: string })[] | null {
  const cells = cellsOf(kind);
  return cells.length > 9 ? null : cells.map((cell, index) => ({ ...cell, key: String(index + 1) }));
}

const idOf = ({ row, column }: GridField): string => `cell ${String(row)} ${String(column)}`;

function cellsOf({ rows, columns }: CellKind): readonly GridField[] {
  return Array.from({ length: rows * columns }, (_, index) => ({
    row: Math.floor(index / columns) + 1,
    column: (index % columns) + 1,
  }));
}

function cellRegions(
  say: Phrasebook,
  kind: CellKind,
  image: StageImage | undefined,
  chosen: GridField | null,
): CanvasRegion[] {
  if (image === undefined) return [];
  const width = image.width / kind.columns;
  const height = image.height / kind.rows;
  const keyed = keyedCells(kind);
  return cellsOf(kind).map((cell, index) => {
    const key = keyed?.[index]?.key;
    const isChosen = chosen !== null && chosen.row === cell.row && chosen.column === cell.column;
    return {
      id: idOf(cell),
      imageId: image.id,
      label: idOf(cell),
      x: (cell.column - 1) * width,
      y: (cell.row - 1) * height,
      width,
      height,
      note: null,
      locked: true,
      style: {
        color: isChosen ? CHOSEN : LINE,
        dashed: false,
        tag: tagOf(say, nameOf(say, cell, kind), key, isChosen),
      },
    };
  });
}

function tagOf(say: Phrasebook, name: string, key: string | undefined, isChosen: boolean): string {
  if (key === undefined) return isChosen ? name : '';
  return isChosen ? [key, name, say('cellMark')].join(' · ') : key;
}
