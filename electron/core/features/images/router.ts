import type { Feature } from '../../access/context.ts';
import { caller, procedures, viewer } from '../../access/procedures.ts';
import { requireRole } from '../../access/viewpoint.ts';
import { OVERSEEING } from '../../../../shared/domain/status.ts';
import type { ImagesService } from './service.ts';

const os = procedures.images;

/** Procedures on images. */
export const imagesRouter = (images: Feature<ImagesService>) => ({
  get: os.get.handler(({ input, context }) => images.read().get(input.ids, viewer(context))),
  derive: os.derive.handler(({ input, context }) => {
    const person = caller(context);
    requireRole(person, OVERSEEING, 'Cropping and redacting');
    return images.write().derive(input.imageId, input.derivation, person.id);
  }),
  add: os.add.handler(({ input, context }) => {
    const person = caller(context);
<<<<<<< 796f58beed083559388467a8fcd0f6026a5da0ed
    requireRole(person, OVERSEEING, 'Taking images in');
    return images.write().add(input.path, person.id);
=======
    requireRole(person, OVERSEEING, 'Adding images');
    return writableServices(context).images.add(input.path, person.id);
>>>>>>> 000357dbe268ab5d7cdadcd0b0bd6cae1d7527a6
  }),
  similar: os.similar.handler(({ input, context }) => images.read().similar(input.itemId, viewer(context))),
});
