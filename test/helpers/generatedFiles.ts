import { createWriteStream, mkdirSync } from 'node:fs';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import type { Json } from '../../shared/base/json.ts';
import { drawPhotograph } from './photographs.ts';

/** Draws a small picture for each name, a few at a time. */
export async function drawAll(folder: string, names: readonly string[], seed: number): Promise<void> {
  const waiting = [...names.entries()];
  const draw = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [at, name] = next;
      const file = join(folder, name);
      mkdirSync(dirname(file), { recursive: true });
      await drawPhotograph(file, { width: 128, height: 96, seed: seed * 100_003 + at });
    }
  };
  await Promise.all([draw(), draw(), draw(), draw()]);
}

/** Writes values into a file as they come, JSON Lines unless told otherwise. */
export function createLines(
  path: string,
  { open, between, close }: { open: string; between: string; close: string } = {
    open: '',
    between: '\n',
    close: '\n',
  },
): { write(value: Json): Promise<void>; close(): Promise<void> } {
  const stream = createWriteStream(path);
  let begun = false;
  const put = async (text: string): Promise<void> => {
    if (!stream.write(text)) await once(stream, 'drain');
  };
  return {
    async write(value) {
      await put(`${begun ? between : open}${JSON.stringify(value)}`);
      begun = true;
    },
    async close() {
      await put(close);
      stream.end();
      await once(stream, 'close');
    },
  };
}
