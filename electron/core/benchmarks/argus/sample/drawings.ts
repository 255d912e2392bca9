import { area, backdrop, disc, oval, picture, type Picture, placed, rect, stroke } from '../../drawing.ts';
import type { SampleBox } from '../../sample.ts';

const [WIDTH, HEIGHT] = [640, 480];
const DARK = '#2b2b33';

/** What pictures show of traps, each within 100 by 100 pixels about its middle. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  flame: [
    area('M -34 46 C -50 0 -18 -8 -20 -48 C 20 -30 44 6 34 46 Z', '#e2662b'),
    area('M -16 46 C -22 20 0 12 0 -12 C 18 10 20 30 14 46 Z', '#ffd25e'),
  ],
  hose: [
    stroke('M -46 20 C -20 -40 0 40 22 -8', '#c94f3d', 12),
    disc(36, -22, 10, '#8fd3c7'),
    disc(44, -40, 6, '#8fd3c7'),
  ],
  mushroom: [
    rect(-12, -4, 24, 48, '#f1e6d0', 8),
    area('M -46 0 C -42 -56 42 -56 46 0 Z', '#d0342c'),
    disc(-18, -18, 7, '#ffffff'),
    disc(12, -26, 8, '#ffffff'),
  ],
  skull: [
    rect(-26, -46, 52, 92, '#7fa36b', 10),
    rect(-26, -14, 52, 42, '#fbf7ec'),
    disc(0, 2, 12, DARK),
    disc(-5, 0, 3, '#fbf7ec'),
    disc(5, 0, 3, '#fbf7ec'),
    stroke('M -14 22 L 14 12 M -14 12 L 14 22', DARK, 4),
  ],
  cable: [
    stroke('M -48 10 C -30 -20 -14 20 0 0', DARK, 10),
    stroke('M 0 0 L 18 -10 M 0 0 L 20 2 M 0 0 L 16 12', '#c98a3a', 4),
    stroke('M 26 0 C 36 -14 40 10 48 0', DARK, 10),
  ],
  person: [
    disc(-34, 6, 13, '#d9a27c'),
    rect(-22, 8, 52, 20, '#2f6f8f', 8),
    stroke('M 28 18 L 48 30 M 28 14 L 48 8', '#33415c', 10),
  ],
  packet: [
    rect(-40, -26, 80, 52, '#fbf7ec', 4),
    rect(-40, -26, 80, 14, '#c8553d'),
    stroke('M -28 12 H 22', DARK, 4),
  ],
  lightning: [area('M 8 -48 L -26 8 L -4 8 L -14 48 L 26 -12 L 4 -12 Z', '#ffe27a')],
  crack: [stroke('M -48 0 L -20 -12 L -6 10 L 14 -8 L 46 6 M -6 10 L -12 36 M 14 -8 L 22 -34', '#33506b', 5)],
  signal: [rect(-6, -6, 12, 54, DARK), rect(-22, -48, 44, 44, DARK, 8), disc(0, -26, 14, '#e2382b')],
  stones: [
    rect(-14, -40, 28, 66, '#c8553d'),
    ...[-34, -12, 12, 34].map((x) => oval(x, 36, 13, 8, '#8c8577')),
  ],
  flag: [rect(-30, -48, 7, 96, '#6b4a32'), area('M -23 -46 L 44 -34 L -23 -8 Z', '#d0342c')],
  exit: [
    rect(-46, -28, 92, 56, '#2f8f5b', 4),
    disc(-4, -16, 7, '#ffffff'),
    stroke('M -4 -8 L -8 8 L 8 18 M -8 8 L -20 18 M -6 -4 L 12 2', '#ffffff', 6),
  ],
  window: [
    rect(-44, -46, 88, 92, '#bfe3f2'),
    area('M 0 -46 L 40 -30 L 40 60 L 0 46 Z', '#e8f4fa'),
    stroke('M -44 -46 V 46 H 0', '#7a5a42', 6),
  ],
  bear: [
    disc(-20, -30, 10, '#4a3626'),
    disc(20, -30, 10, '#4a3626'),
    disc(0, -14, 28, '#5c4330'),
    oval(0, 26, 40, 24, '#5c4330'),
    disc(-9, -18, 4, DARK),
    disc(9, -18, 4, DARK),
  ],
  knife: [area('M -10 4 L 40 -30 L 34 -6 L 0 16 Z', '#d8dde2'), rect(-40, 4, 38, 14, DARK, 4)],
};

const SKIES = ['#dfe7e4', '#cfdfe8', '#f3e9dc', '#e6e2ee', '#f0d9c8', '#dbe9d8'];
const GROUNDS = ['#b9a184', '#8a9a7b', '#a58b77', '#9fb3a1', '#b7a9c0'];

/** Somebody who stands there, so that one sees whom it is about. */
const somebody = (x: number, color: string): string =>
  placed(
    [
      disc(0, -96, 26, '#d9a27c'),
      area('M -28 -96 C -30 -136 30 -136 28 -96 C 16 -112 -16 -112 -28 -96 Z', '#4a3626'),
      rect(-34, -66, 68, 92, color, 18),
      rect(-26, 22, 22, 78, '#33415c', 8),
      rect(4, 22, 22, 78, '#33415c', 8),
    ],
    { x, y: 320 },
  );

/** A scene with the sign of its trap; `number` tells scenes apart, `take` the candidates of one. */
export function drawTrap(sign: string, number: number, take: number): { picture: Picture; box: SampleBox } {
  const shapes = SIGNS[sign];
  if (shapes === undefined) throw new Error(`Nobody draws ${sign}.`);
  const scale = [1.1, 0.8, 1.35][take] ?? 1;
  const x = 380 + ((number * 43 + take * 71) % 170);
  const y = 190 + ((number * 31 + take * 53) % 150);
  const half = Math.round(52 * scale);
  const scenery = [
    ...backdrop(
      WIDTH,
      HEIGHT,
      SKIES[(number + take) % SKIES.length] ?? '',
      GROUNDS[number % GROUNDS.length] ?? '',
      0.6 + (number % 4) * 0.04,
    ),
    ...(number % 2 === 0
      ? [
          rect(40 + number * 6, 70, 140, 110, '#ffffff90', 6),
          stroke(`M ${String(110 + number * 6)} 70 v 110`, '#7a5a42', 5),
        ]
      : [-1, 0, 1].map((step) =>
          area(`M ${String(180 + step * 130 + number * 7)} 300 l 56 -150 l 56 150 Z`, '#00000016'),
        )),
    somebody(
      130 + ((number * 29) % 120),
      ['#5f8f5a', '#7b5ea7', '#c8553d', '#2f6f8f'][(number + take) % 4] ?? '',
    ),
  ];
  return {
    picture: picture(WIDTH, HEIGHT, [...scenery, placed(shapes, { x, y, scale })]),
    box: { label: 'trap', x: x - half, y: y - half, width: 2 * half, height: 2 * half },
  };
}
