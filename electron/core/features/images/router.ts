import { caller, procedures, services, viewer, writableServices } from '../../context.ts';
import { OVERSEEING, requireRole } from '../people/viewpoint.ts';

const os = procedures.images;

/** Procedures on images. */
export const imagesRouter = {
  get: os.get.handler(({ input, context }) => services(context).images.get(input.ids, viewer(context))),
  derive: os.derive.handler(({ input, context }) => {
    const person = caller(context);
    requireRole(person, OVERSEEING, 'Cropping and redacting');
    return writableServices(context).images.derive(input.imageId, input.derivation, person.id);
  }),
  add: os.add.handler(({ input, context }) => {
    const person = caller(context);
    requireRole(person, OVERSEEING, 'Adding images');
    return writableServices(context).images.add(input.path, person.id);
  }),
  similar: os.similar.handler(({ input, context }) =>
    services(context).images.similar(input.itemId, viewer(context)),
  ),
};
