import type { Feature } from '../../access/context.ts';
import { caller, procedures, viewer } from '../../access/procedures.ts';
import type { ImagesService } from './service.ts';

const os = procedures.images;

/** Procedures on images. */
export const imagesRouter = (images: Feature<ImagesService>) => ({
  get: os.get.handler(({ input, context }) => images.read().get(input.ids, viewer(context))),
  derive: os.derive.handler(({ input, context }) => {
    const person = caller(context);
    return images.write().derive(input.imageId, input.derivation, person.id);
  }),
  add: os.add.handler(({ input, context }) => {
    const person = caller(context);
    return images.write().add(input.path, person.id);
  }),
  similar: os.similar.handler(({ input, context }) => images.read().similar(input.itemId, viewer(context))),
});
