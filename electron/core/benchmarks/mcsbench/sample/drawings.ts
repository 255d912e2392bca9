import { area, backdrop, disc, oval, picture, type Picture, placed, rect, stroke } from '../../drawing.ts';

/** What a thing is drawn in: its own colour, a second one, and what is behind it. */
interface Look {
  readonly main: string;
  readonly trim: string;
  readonly above: string;
  readonly below: string;
}

const LOOKS: readonly Look[] = [
  { main: '#c8553d', trim: '#f2e3c9', above: '#dfe7e4', below: '#b9a184' },
  { main: '#2f6f8f', trim: '#f4d58d', above: '#f3e9dc', below: '#9fb3a1' },
  { main: '#d9a441', trim: '#5b3a29', above: '#cfdfe8', below: '#8a9a7b' },
  { main: '#5f8f5a', trim: '#f7f1e3', above: '#f0d9c8', below: '#a58b77' },
];

const DARK = '#2b2b33';

/** Each thing is drawn about its middle, some 300 pixels large. */
const things: Readonly<Record<string, (look: Look) => readonly string[]>> = {
  mug: ({ main, trim }) => [
    stroke('M 80 -50 C 160 -60 160 70 80 60', main, 24),
    rect(-90, -100, 180, 210, main, 26),
    rect(-90, -40, 180, 34, trim),
    oval(0, -98, 88, 20, '#4a2c1d'),
  ],
  teapot: ({ main, trim }) => [
    stroke('M 100 -40 C 190 -60 180 80 95 70', main, 20),
    area('M -90 20 L -190 -70 L -165 -90 L -80 -30 Z', main),
    oval(0, 20, 120, 95, main),
    oval(0, -62, 70, 18, trim),
    disc(0, -92, 16, trim),
  ],
  bicycle: ({ main, trim }) => [
    ...[-110, 110].flatMap((x) => [disc(x, 60, 82, DARK), disc(x, 60, 68, '#e9e4da'), disc(x, 60, 8, DARK)]),
    stroke('M -110 60 L -30 60 L 60 -50 L -60 -50 L -110 60 M -30 60 L -70 -90 M 110 60 L 55 -90', main, 14),
    rect(-105, -104, 76, 18, trim, 8),
    stroke('M 30 -100 L 80 -96', trim, 14),
  ],
  boat: ({ main, trim }) => [
    rect(-6, -170, 12, 210, '#6b4a32'),
    area('M 12 -165 L 140 20 L 12 20 Z', trim),
    area('M -14 -120 L -110 20 L -14 20 Z', '#ffffff'),
    area('M -160 45 L 160 45 L 110 115 L -110 115 Z', main),
  ],
  lighthouse: ({ main, trim }) => [
    area('M -60 160 L -38 -90 L 38 -90 L 60 160 Z', trim),
    area('M -55 100 L -49 30 L 49 30 L 55 100 Z', main),
    area('M -44 -30 L -40 -80 L 40 -80 L 44 -30 Z', main),
    rect(-46, -112, 92, 24, DARK, 4),
    rect(-28, -152, 56, 42, '#fff3b0'),
    area('M -40 -150 L 0 -195 L 40 -150 Z', main),
  ],
  owl: ({ main, trim }) => [
    area('M -80 -110 L -50 -60 L -95 -50 Z M 80 -110 L 50 -60 L 95 -50 Z', main),
    oval(0, 20, 105, 130, main),
    oval(0, 60, 66, 78, trim),
    ...[-42, 42].flatMap((x) => [disc(x, -45, 38, '#ffffff'), disc(x, -45, 17, DARK)]),
    area('M -14 -28 L 14 -28 L 0 6 Z', '#e2a32b'),
  ],
  goldfish: ({ main, trim }) => [
    area('M 90 0 L 180 -80 L 165 0 L 180 80 Z', main),
    area('M -20 -80 L 60 -120 L 60 -40 Z', trim),
    oval(0, 0, 125, 80, main),
    disc(-75, -18, 17, '#ffffff'),
    disc(-78, -18, 8, DARK),
    stroke('M -40 -45 C -15 -10 -15 20 -40 52', trim, 8),
  ],
  tulip: ({ main, trim }) => [
    stroke('M 0 20 C 8 80 -4 120 0 175', '#4b7f4b', 14),
    area('M 0 170 C -80 130 -90 60 -80 20 C -40 60 -10 110 0 170 Z', '#5c9a5c'),
    area('M -70 -110 C -85 -10 -60 40 0 40 C 60 40 85 -10 70 -110 L 35 -60 L 0 -125 L -35 -60 Z', main),
    area('M 0 -125 L 30 -40 L 0 40 L -30 -40 Z', trim),
  ],
  cactus: ({ main, trim }) => [
    stroke('M 0 70 L 0 -130', '#4f8a5b', 66),
    stroke('M -20 10 L -85 10 L -85 -50 M 20 -20 L 85 -20 L 85 -80', '#4f8a5b', 36),
    ...[-90, -40, 10].map((y) => stroke(`M -10 ${String(y)} L 10 ${String(y + 12)}`, '#dfe9cf', 5)),
    disc(0, -166, 20, trim),
    area('M -80 70 L 80 70 L 58 165 L -58 165 Z', main),
  ],
  mushroom: ({ main, trim }) => [
    rect(-40, -10, 80, 150, '#f1e6d0', 30),
    area('M -150 10 C -140 -150 140 -150 150 10 Z', main),
    ...[
      [-80, -35, 20],
      [0, -75, 24],
      [78, -30, 18],
      [20, -20, 13],
    ].map(([x = 0, y = 0, r = 0]) => disc(x, y, r, trim)),
  ],
  umbrella: ({ main, trim }) => [
    stroke('M 0 -60 L 0 130 C 0 175 55 175 55 130', '#5b3a29', 12),
    area(
      'M -160 0 C -150 -150 150 -150 160 0 C 120 -30 80 -30 53 0 C 30 -30 -30 -30 -53 0 C -80 -30 -120 -30 -160 0 Z',
      main,
    ),
    area('M -53 0 C -45 -80 -15 -120 0 -125 C 15 -120 45 -80 53 0 C 30 -30 -30 -30 -53 0 Z', trim),
  ],
  guitar: ({ main, trim }) => [
    rect(-14, -190, 28, 190, '#5b3a29'),
    rect(-24, -215, 48, 44, DARK, 6),
    oval(0, 20, 70, 62, main),
    oval(0, 110, 98, 84, main),
    disc(0, 58, 30, DARK),
    rect(-40, 128, 80, 14, trim, 4),
    ...[-8, 0, 8].map((x) => stroke(`M ${String(x)} -180 L ${String(x)} 132`, '#e8e2d2', 2)),
  ],
  clock: ({ main, trim }) => [
    stroke('M -70 110 L -95 150 M 70 110 L 95 150', DARK, 16),
    disc(-72, -105, 42, trim),
    disc(72, -105, 42, trim),
    disc(0, 10, 130, main),
    disc(0, 10, 106, '#fbf7ec'),
    stroke('M 0 10 L 0 -62 M 0 10 L 48 40', DARK, 10),
    ...[0, 90, 180, 270].map((turn) => placed([rect(-4, -98, 8, 20, DARK)], { x: 0, y: 10, turn })),
  ],
  windmill: ({ main, trim }) => [
    area('M -62 165 L -38 -50 L 38 -50 L 62 165 Z', trim),
    area('M -46 -48 L 0 -100 L 46 -48 Z', main),
    rect(-18, 105, 36, 60, DARK, 6),
    ...[20, 110, 200, 290].map((turn) =>
      placed([rect(-5, -150, 10, 150, '#6b4a32'), rect(5, -145, 34, 110, '#ffffff')], { x: 0, y: -50, turn }),
    ),
    disc(0, -50, 14, DARK),
  ],
};

/** The names of all things there are. */
const THINGS: readonly string[] = Object.keys(things);

/** A thing in one of several looks, at a place and of a size of its own. */
export function drawThing(name: string, variant: number): Picture {
  const look = LOOKS[variant % LOOKS.length];
  const draw = things[name];
  if (look === undefined || draw === undefined) throw new Error(`Nobody draws ${name}.`);
  const place = THINGS.indexOf(name) + variant * 5;
  const [width, height] = [640, 480];
  return picture(width, height, [
    ...backdrop(width, height, look.above, look.below, 0.62 + (place % 3) * 0.06),
    ...behind(place, look),
    oval(320, 442, 150, 16, '#00000026'),
    placed(draw(look), {
      x: 290 + ((place * 37) % 70),
      y: 250,
      scale: 0.88 + (place % 4) * 0.08,
      turn: (variant % 3) * 4 - 4,
    }),
  ]);
}

/** What else is there, so that no two pictures are alike. */
function behind(place: number, { main }: Look): string[] {
  const x = 60 + ((place * 83) % 480);
  if (place % 3 === 0) return [disc(x, 84, 44, '#fff4d6'), oval(560 - x / 3, 120, 70, 22, '#ffffffb0')];
  if (place % 3 === 1)
    return [
      rect(x % 420, 40, 150, 120, '#ffffff90', 6),
      stroke(`M ${String((x % 420) + 75)} 40 v 120 m -75 -60 h 150`, main, 5),
    ];
  return [-1, 0, 1].map((step) =>
    area(`M ${String(x + step * 120 - 60)} 310 l 60 -130 l 60 130 Z`, '#00000014'),
  );
}
