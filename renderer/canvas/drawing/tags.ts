import { inkOn } from '../palette.ts';

/** Height of a label tag in CSS pixels, at every zoom. */
export const TAG_HEIGHT = 16;
const FONT_SIZE = 11;
const PADDING = 4;
const MARK_WIDTH = 12;
const LONGEST_NAME = 28;
export const TAG_FONT = `600 ${FONT_SIZE}px system-ui, sans-serif`;

/** A label tag drawn once, in device pixels, to be copied onto the canvas as often as needed. */
export interface TagSprite {
  readonly bitmap: CanvasImageSource;
  /** Size in CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** The tags of all labels: text is laid out once per label, not once per box and frame. */
export class TagSprites {
  readonly #sprites = new Map<string, TagSprite>();
  #pixelRatio = 1;

  /**
   * The tag of a label. With a note it has a small page, with shapes from a file a small outline, struck where they no
   * longer fit, so that both are seen without colour or hover (`marksOf`).
   */
  get(name: string, color: string, marks: number, pixelRatio: number): TagSprite {
    if (pixelRatio !== this.#pixelRatio) {
      this.#sprites.clear();
      this.#pixelRatio = pixelRatio;
    }
    const key = `${String(marks)}${color}${name}`;
    const known = this.#sprites.get(key);
    if (known !== undefined) return known;
    const made = drawTag(name, color, marks, pixelRatio);
    this.#sprites.set(key, made);
    return made;
  }
}

function drawTag(name: string, color: string, marks: number, pixelRatio: number): TagSprite {
  const canvas = new OffscreenCanvas(1, 1);
  const text = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
  const context = canvas.getContext('2d');
  if (context === null || (text === '' && marks === 0)) return { bitmap: canvas, width: 0, height: 0 };
  context.font = TAG_FONT;
  const hasNote = (marks & 1) !== 0;
  const carries = (marks & 6) !== 0;
  const marked = (hasNote ? MARK_WIDTH : 0) + (carries ? MARK_WIDTH : 0);
  const width = Math.ceil(context.measureText(text).width) + 2 * PADDING + marked;
  canvas.width = Math.max(1, Math.round(width * pixelRatio));
  canvas.height = Math.round(TAG_HEIGHT * pixelRatio);
  context.scale(pixelRatio, pixelRatio);
  context.font = TAG_FONT;
  context.textBaseline = 'middle';
  const ink = inkOn(color);
  context.fillStyle = color;
  context.fillRect(0, 0, width, TAG_HEIGHT);
  context.fillStyle = ink;
  context.fillText(text, PADDING, TAG_HEIGHT / 2 + 0.5);
  if (hasNote) drawNote(context, width - MARK_WIDTH, ink);
  if (carries) drawOutline(context, width - marked, ink, (marks & 4) !== 0);
  // A bitmap is copied without the browser having to look whether it changed, as it must with a canvas.
  return { bitmap: canvas.transferToImageBitmap(), width, height: TAG_HEIGHT };
}

/** A page with three lines of writing. */
function drawNote(context: OffscreenCanvasRenderingContext2D, x: number, ink: string): void {
  context.strokeStyle = ink;
  context.lineWidth = 1;
  context.strokeRect(x + 0.5, 3.5, 8, 9);
  for (const y of [6, 8, 10]) context.fillRect(x + 2, y, y === 10 ? 3 : 5, 1);
}

/** An outline of five corners; struck where it no longer fits. */
function drawOutline(
  context: OffscreenCanvasRenderingContext2D,
  x: number,
  ink: string,
  struck: boolean,
): void {
  context.strokeStyle = ink;
  context.lineWidth = 1.25;
  context.beginPath();
  context.moveTo(x + 4.5, 3.5);
  for (const [dx, y] of [
    [8.5, 6.5],
    [7, 12],
    [2, 12],
    [0.5, 6.5],
  ] as const)
    context.lineTo(x + dx, y);
  context.closePath();
  context.stroke();
  if (!struck) return;
  context.beginPath();
  context.moveTo(x, 13.5);
  context.lineTo(x + 9, 2.5);
  context.stroke();
}

/** Room for a short tag in the row of tags over a box, in CSS pixels. */
const TAG_PLACE_WIDTH = 48;

/** How far right of its box's left edge a tag stands, in CSS pixels. */
export const tagShift = (place: number): number => place * TAG_PLACE_WIDTH;

/** Where the tag of a box wants to be: above its top left corner, or inside where the image ends. */
export function tagTop(boxTop: number, imageTop: number): number {
  return boxTop - TAG_HEIGHT >= imageTop ? boxTop - TAG_HEIGHT : boxTop;
}

/** With no more boxes than this, each may show its tag, however small the box is. */
const FEW_BOXES = 60;
const CELL_WIDTH = 12;
const CELL_HEIGHT = 8;
/** Beyond this many cells the grid is sparse and a set is smaller. */
const DENSE_CELLS = 1 << 20;

export interface TagLayoutBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly tagWidth: number;
}

/**
 * The tags to show at a scale: no two overlap, earlier boxes go first, and among many boxes only wide ones show their
 * tag. Depends on the scale alone, so that tags do not blink while panning.
 */
export function chooseTags(
  count: number,
  read: (index: number, into: { -readonly [K in keyof TagLayoutBox]: TagLayoutBox[K] }) => void,
  scale: number,
  imageWidth: number,
  imageHeight: number,
  shown: Uint8Array,
): void {
  const columns = Math.ceil((imageWidth * scale + 400) / CELL_WIDTH) + 1;
  const rows = Math.ceil((imageHeight * scale + 2 * TAG_HEIGHT) / CELL_HEIGHT) + 2;
  const taken = new TagCells(columns, rows);
  const box = { x: 0, y: 0, width: 0, height: 0, tagWidth: 0 };
  for (let index = 0; index < count; index += 1) {
    read(index, box);
    shown[index] = 0;
    if (count > FEW_BOXES && (box.width * scale < box.tagWidth * 0.6 || box.height * scale < CELL_HEIGHT))
      continue;
    if (taken.take(box.x * scale, tagTop(box.y * scale, 0), box.tagWidth)) shown[index] = 1;
  }
}

/** Which cells of an image have a tag. */
class TagCells {
  readonly #columns: number;
  readonly #rows: number;
  readonly #dense: Uint8Array | null;
  readonly #sparse = new Set<number>();

  constructor(columns: number, rows: number) {
    this.#columns = columns;
    this.#rows = rows;
    this.#dense = columns * rows <= DENSE_CELLS ? new Uint8Array(columns * rows) : null;
  }

  /** Takes the cells under a tag if all of them are free. Lengths are CSS pixels of the image at its current scale. */
  take(left: number, top: number, width: number): boolean {
    const firstColumn = Math.max(0, Math.floor(left / CELL_WIDTH));
    const lastColumn = Math.min(this.#columns - 1, Math.floor((left + width) / CELL_WIDTH));
    const firstRow = Math.max(0, Math.floor(top / CELL_HEIGHT));
    const lastRow = Math.min(this.#rows - 1, Math.floor((top + TAG_HEIGHT - 1) / CELL_HEIGHT));
    for (let row = firstRow; row <= lastRow; row += 1)
      for (let column = firstColumn; column <= lastColumn; column += 1)
        if (this.#has(row * this.#columns + column)) return false;
    for (let row = firstRow; row <= lastRow; row += 1)
      for (let column = firstColumn; column <= lastColumn; column += 1)
        this.#add(row * this.#columns + column);
    return true;
  }

  #has(cell: number): boolean {
    return this.#dense === null ? this.#sparse.has(cell) : this.#dense[cell] === 1;
  }

  #add(cell: number): void {
    if (this.#dense === null) this.#sparse.add(cell);
    else this.#dense[cell] = 1;
  }
}
