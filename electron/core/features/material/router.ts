import { curator, procedures, services, streamWork, viewer, writableServices } from '../../context.ts';
import type { Work } from '../transfer/work.ts';

const os = procedures.material;
const WHAT = 'Making images';

/** Procedures on making images; all for curators. */
export const materialRouter = {
  options: os.options.handler(({ context }) => {
    curator(context, WHAT);
    return services(context).material.options();
  }),
  previewWords: os.previewWords.handler(({ input, context, signal }) => {
    curator(context, WHAT);
    return services(context).material.previewWords(input, unwatched(signal));
  }),
  words: os.words.handler(({ input, context, signal }) => {
    const { material } = input.target.kind === 'casebook' ? writableServices(context) : services(context);
    const asking = { person: curator(context, WHAT), viewpoint: viewer(context) };
    return streamWork(signal, (progress, abort) =>
      material.words(input, asking, { progress, signal: abort }),
    );
  }),
  census: os.census.handler(({ input, context, signal }) => {
    curator(context, WHAT);
    return services(context).material.census(input, { viewpoint: viewer(context) }, unwatched(signal));
  }),
  previewVariants: os.previewVariants.handler(({ input, context, signal }) => {
    curator(context, WHAT);
    return services(context).material.previewVariants(
      input,
      { viewpoint: viewer(context) },
      unwatched(signal),
    );
  }),
  variants: os.variants.handler(({ input, context, signal }) => {
    const { material } = input.target.kind === 'casebook' ? writableServices(context) : services(context);
    const asking = { person: curator(context, WHAT), viewpoint: viewer(context) };
    return streamWork(signal, (progress, abort) =>
      material.variants(input, asking, { progress, signal: abort }),
    );
  }),
};

/** Work that takes no more than a moment; it still ends when anybody who asked goes away. */
const unwatched = (signal: AbortSignal | undefined): Work => ({
  progress: () => undefined,
  signal: signal ?? new AbortController().signal,
});
