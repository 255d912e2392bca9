import { Buffer } from 'node:buffer';
import { writeFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** A picture of one colour, which takes next to nothing on the disk. */
export function blank(width: number, height: number, at: number): Sharp {
  return sharp({
    create: { width, height, channels: 3, background: { r: at, g: 9, b: 9 } },
    limitInputPixels: false,
  });
}

/** Pictures below each other, each of a shade of its own, so that none is left out as unchanged. */
export function blankPages(side: number, pages: number, at: number): Uint8Array {
  const pixels = new Uint8Array(side * side * pages * 3);
  for (let page = 0; page < pages; page += 1)
    pixels.fill(at * 8 + page, page * side * side * 3, (page + 1) * side * side * 3);
  return pixels;
}

/** An interlaced PNG of one colour, written without ever holding its pixels; colour type 2 is RGB, 6 RGBA. */
export function interlaced(path: string, side: number, at: number, colourType: 2 | 6 = 2): void {
  const channels = colourType === 2 ? 3 : 4;
  const passes = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ] as const;
  let length = 0;
  for (const [x, y, dx, dy] of passes)
    length += Math.ceil((side - y) / dy) * (1 + channels * Math.ceil((side - x) / dx));
  const rows = new Uint8Array(length);
  rows[1] = at;
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, side);
  header.setUint32(4, side);
  header.setUint8(8, 8);
  header.setUint8(9, colourType);
  header.setUint8(12, 1);
  writeFileSync(
    path,
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', Buffer.from(header.buffer)),
      chunk('IDAT', deflateSync(rows, { level: 1 })),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
}

function chunk(kind: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A square picture of one colour. */
export function bmp(side: number, at: number): Buffer {
  const stride = Math.ceil((side * 3) / 4) * 4;
  const bytes = Buffer.alloc(54 + stride * side, at);
  bytes.write('BM', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(0, 6);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(side, 18);
  bytes.writeInt32LE(side, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  bytes.fill(0, 30, 54);
  return bytes;
}
