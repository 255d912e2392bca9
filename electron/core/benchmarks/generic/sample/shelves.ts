import { area, backdrop, disc, oval, picture, type Picture, rect, stroke } from '../../drawing.ts';
import type { SampleBox } from '../../sample.ts';

/** A drawn shelf: the things on it and their places. */
export interface Shelf {
  readonly id: string;
  readonly picture: Picture;
  readonly boxes: readonly SampleBox[];
  readonly tidiness: 'untidy' | 'mixed' | 'tidy';
  readonly isLit: boolean;
}

const KINDS = ['book', 'cup', 'plant', 'vase'] as const;
const COLORS = ['#c8553d', '#2f6f8f', '#d9a441', '#5f8f5a', '#7b5ea7', '#b86b77'];
const WALLS = ['#efe6d8', '#dbe6ea', '#e6e2ee', '#e3ead9'];
const [WIDTH, HEIGHT] = [640, 480];

/** Shapes of a thing that stands on a board, within its width and height. */
function thing(
  kind: string,
  x: number,
  board: number,
  width: number,
  height: number,
  color: string,
): string[] {
  const top = board - height;
  const middle = x + width / 2;
  switch (kind) {
    case 'book':
      return [
        rect(x, top, width, height, color, 3),
        rect(x + 5, top + 12, width - 10, 8, '#ffffffa0'),
        rect(x + 5, board - 22, width - 10, 5, '#ffffffa0'),
      ];
    case 'cup':
      return [
        stroke(
          `M ${String(x + width - 20)} ${String(top + 12)} c 26 0 26 ${String(height - 26)} 0 ${String(height - 26)}`,
          color,
          7,
        ),
        rect(x, top, width - 18, height, color, 8),
        oval(x + (width - 18) / 2, top + 4, (width - 18) / 2 - 3, 5, '#4a2c1d'),
      ];
    case 'plant':
      return [
        ...[-0.4, 0, 0.4].map((lean) =>
          area(
            `M ${String(middle)} ${String(board - 34)} Q ${String(middle + lean * width - 14)} ${String(top + 30)} ${String(middle + lean * width)} ${String(top)} Q ${String(middle + lean * width + 14)} ${String(top + 30)} ${String(middle)} ${String(board - 34)} Z`,
            '#5a9a62',
          ),
        ),
        area(
          `M ${String(x + 8)} ${String(board - 42)} h ${String(width - 16)} l -8 42 h ${String(32 - width)} Z`,
          color,
        ),
      ];
    default:
      return [
        oval(middle, board - height * 0.36, width / 2, height * 0.36, color),
        rect(middle - width / 5, top, width / 2.5, height / 2, color, 6),
        disc(middle, board - height * 0.36, width / 6, '#ffffff80'),
      ];
  }
}

/** Sizes of each kind, in pixels. */
const SIZES: Readonly<Record<string, readonly [number, number]>> = {
  book: [34, 120],
  cup: [66, 58],
  plant: [90, 130],
  vase: [62, 112],
};

/** One shelf of two boards; what is on it follows from its number. */
function shelf(number: number): Shelf {
  const tidiness = (['tidy', 'mixed', 'untidy'] as const)[(number * 5) % 3] ?? 'mixed';
  const isLit = number % 4 === 1;
  const boxes: SampleBox[] = [];
  const shapes = backdrop(WIDTH, HEIGHT, WALLS[number % 4] ?? '', '#a98f76', 0.92);
  if (isLit) shapes.push(disc(540, 60, 110, '#fff3b050'), disc(540, 60, 26, '#ffe27a'));
  for (const [row, board] of [200, 400].entries()) {
    shapes.push(rect(30, board, 580, 16, '#7a5a42', 3));
    let x = 50 + ((number * 29 + row * 47) % 60);
    for (let place = 0; x < 520; place += 1) {
      const label = KINDS[(number + place * 3 + row * 2 + (place >> 1)) % KINDS.length] ?? 'book';
      const [width, tall] = SIZES[label] ?? [40, 80];
      const height = tall - ((number * 11 + place * 17) % 26);
      shapes.push(
        ...thing(label, x, board, width, height, COLORS[(number + place + row) % COLORS.length] ?? ''),
      );
      boxes.push({ label, x, y: board - height, width, height });
      x += width + 14 + ((number * 13 + place * 31) % (tidiness === 'tidy' ? 8 : 70));
    }
    if (tidiness === 'untidy')
      shapes.push(area(`M ${String(80 + number * 9)} ${String(board)} l 70 -14 l 8 14 Z`, '#f7f3ea'));
  }
  return {
    id: `shelf-${String(number + 1).padStart(2, '0')}`,
    picture: picture(WIDTH, HEIGHT, shapes),
    boxes,
    tidiness,
    isLit,
  };
}

export const SHELVES: readonly Shelf[] = Array.from({ length: 28 }, (_, number) => shelf(number));
