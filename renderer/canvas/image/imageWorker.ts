/// <reference lib="webworker" />
import type { Size } from '../../../shared/base/geometry.ts';
import { sobelEdges } from './edges.ts';
import { levelSizes } from './levels.ts';
import type { ImageReply, ImageRequest, Variant } from './protocol.ts';

/**
 * Decodes and scales images beside the page, so that neither a large photograph nor the edge filter ever holds
 * up a pointer. Keeps its own copy of each image for the sizes asked for later.
 */
const sources = new Map<number, Map<Variant, ImageBitmap>>();

async function scaled(source: ImageBitmap, width: number, height: number): Promise<ImageBitmap> {
  return createImageBitmap(source, { resizeWidth: width, resizeHeight: height, resizeQuality: 'high' });
}

/** The image and its halves. Each half is made from the one before, which is as good and far cheaper. */
async function levelsOf(source: ImageBitmap): Promise<ImageBitmap[]> {
  const levels = [await createImageBitmap(source)];
  for (const size of levelSizes(source).slice(1)) {
    levels.push(await scaled(levels.at(-1) ?? source, size.width, size.height));
  }
  return levels;
}

async function edgesOf(source: ImageBitmap): Promise<ImageBitmap> {
  const canvas = new OffscreenCanvas(source.width, source.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('No 2D canvas is available for the edge filter');
  context.drawImage(source, 0, 0);
  const pixels = context.getImageData(0, 0, source.width, source.height);
  return createImageBitmap(
    new ImageData(sobelEdges(pixels.data, source.width, source.height), source.width, source.height),
  );
}

function reply(message: ImageReply, handedOver: Transferable[]): void {
  postMessage(message, { transfer: handedOver });
}

/** Keeps a source; false where its image was released meanwhile, and nobody waits for it any more. */
function keep(id: number, variant: Variant, source: ImageBitmap): boolean {
  const kept = sources.get(id);
  if (kept === undefined) source.close();
  else kept.set(variant, source);
  return kept !== undefined;
}

async function sendLevels(id: number, variant: Variant, source: ImageBitmap): Promise<void> {
  const levels = await levelsOf(source);
  if (sources.has(id)) reply({ type: 'levels', id, variant, levels }, levels);
}

/** Scaling to one size takes a fraction of what all levels take: the image is seen that much sooner. */
async function sendFirst(id: number, source: ImageBitmap, seen: Size): Promise<void> {
  const { width, height } = source;
  if (seen.width >= width || seen.width < 1 || seen.height < 1) return;
  const bitmap = await scaled(source, seen.width, seen.height);
  reply({ type: 'first', id, size: { width, height }, bitmap }, [bitmap]);
}

async function answer(request: ImageRequest): Promise<void> {
  switch (request.type) {
    case 'decode': {
      const { id, blob, seen } = request;
      sources.set(id, new Map());
      const source = await createImageBitmap(blob);
      if (!keep(id, 'plain', source)) return;
      if (seen !== null) await sendFirst(id, source, seen);
      await sendLevels(id, 'plain', source);
      return;
    }
    case 'edges': {
      const plain = sources.get(request.id)?.get('plain');
      if (plain === undefined) return;
      const edges = await edgesOf(plain);
      if (keep(request.id, 'edges', edges)) await sendLevels(request.id, 'edges', edges);
      return;
    }
    case 'exact': {
      const source = sources.get(request.id)?.get(request.variant);
      if (source === undefined) return;
      const bitmap = await scaled(source, request.width, request.height);
      reply({ type: 'exact', id: request.id, variant: request.variant, bitmap }, [bitmap]);
      return;
    }
    case 'release':
      for (const bitmap of sources.get(request.id)?.values() ?? []) bitmap.close();
      sources.delete(request.id);
  }
}

addEventListener('message', (event: MessageEvent<ImageRequest>) => {
  answer(event.data).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    reply({ type: 'failed', id: event.data.id, message }, []);
  });
});
