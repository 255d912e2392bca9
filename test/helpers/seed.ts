import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { v7 } from 'uuid';
import { seedCasebook } from './seedCasebook.ts';

/** `npm run seed -- DIR --items 1000 --photographs 20 --boxes 3 --seed 1`: a synthetic casebook of any size and shape. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    items: { type: 'string', default: '1000' },
    photographs: { type: 'string', default: '12' },
    boxes: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    width: { type: 'string', default: '1024' },
    height: { type: 'string', default: '768' },
  },
});
const path = resolve(positionals[0] ?? `synthetic-${v7().slice(0, 8)}.casebook`);
if (existsSync(path)) {
  console.error(`${path} exists already; nothing was changed.`);
  process.exitCode = 2;
} else {
  sharp.concurrency(1);
  const shape = {
    items: Number(values.items),
    photographs: Number(values.photographs),
    boxes: Number(values.boxes),
    seed: Number(values.seed),
    width: Number(values.width),
    height: Number(values.height),
  };
  await seedCasebook(path, shape);
  console.log(
    `${path}: ${String(shape.items)} items, ${String(shape.photographs)} photographs, ${String(shape.boxes)} boxes on each item that has one.`,
  );
}
