import type { Feature } from '../../../access/context.ts';
import { caller, procedures, viewer } from '../../../access/procedures.ts';
import { streamWork, type Work } from '../../../base/work.ts';
import type { ImageGenerationService } from './service.ts';

const os = procedures.imageGeneration;

/** Procedures on making images; all for curators. */
export const imageGenerationRouter = (imageGeneration: Feature<ImageGenerationService>) => ({
  options: os.options.handler(() => imageGeneration.read().options()),
  previewWords: os.previewWords.handler(({ input, signal }) =>
    imageGeneration.read().previewWords(input, unwatched(signal)),
  ),
  words: os.words.handler(({ input, context, signal }) => {
    const service = input.target.kind === 'casebook' ? imageGeneration.write() : imageGeneration.read();
    const asking = { person: caller(context), viewpoint: viewer(context) };
    return streamWork(signal, (progress, abort) => service.words(input, asking, { progress, signal: abort }));
  }),
  census: os.census.handler(({ input, context, signal }) =>
    imageGeneration.read().census(input, { viewpoint: viewer(context) }, unwatched(signal)),
  ),
  previewVariants: os.previewVariants.handler(({ input, context, signal }) =>
    imageGeneration.read().previewVariants(input, { viewpoint: viewer(context) }, unwatched(signal)),
  ),
  variants: os.variants.handler(({ input, context, signal }) => {
    const service = input.target.kind === 'casebook' ? imageGeneration.write() : imageGeneration.read();
    const asking = { person: caller(context), viewpoint: viewer(context) };
    return streamWork(signal, (progress, abort) =>
      service.variants(input, asking, { progress, signal: abort }),
    );
  }),
});

/** Work that takes only a moment; it still ends when its caller goes away. */
const unwatched = (signal: AbortSignal | undefined): Work => ({
  progress: () => undefined,
  signal: signal ?? new AbortController().signal,
});
