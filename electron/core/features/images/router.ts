import { caller, procedures, services, writableServices } from '../../context.ts';

const os = procedures.images;

/** Procedures on images. */
export const imagesRouter = {
  get: os.get.handler(({ input, context }) => services(context).images.get(input.ids)),
  derive: os.derive.handler(({ input, context }) =>
    writableServices(context).images.derive(input.imageId, input.derivation, caller(context).id),
  ),
  add: os.add.handler(({ input, context }) =>
    writableServices(context).images.add(input.path, caller(context).id),
  ),
  similar: os.similar.handler(({ input, context }) => services(context).images.similar(input.itemId)),
};
