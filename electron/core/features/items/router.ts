import { curator, procedures, services, viewer, writableServices } from '../../access/procedures.ts';

const os = procedures.items;

/** Procedures on items. */
export const itemsRouter = {
  list: os.list.handler(({ input, context }) =>
    services(context).items.list(input.filter, input.sort, input.offset, input.limit, viewer(context)),
  ),
  counts: os.counts.handler(({ input, context }) =>
    services(context).items.counts(input.filter, viewer(context)),
  ),
  get: os.get.handler(({ input, context }) => services(context).items.get(input.id, viewer(context))),
  neighbours: os.neighbours.handler(({ input, context }) =>
    services(context).items.neighbours(input.id, input.filter, input.sort, input.around, viewer(context)),
  ),
  setStatus: os.setStatus.handler(({ input, context }) => {
    const { id } = curator(context, 'Setting the status of items');
    return writableServices(context).items.setStatus(input.items, input.status, id, viewer(context));
  }),
  tag: os.tag.handler(({ input, context }) => {
    const { id } = curator(context, 'Tagging items');
    return writableServices(context).items.tag(input.items, input.add, input.remove, id, viewer(context));
  }),
  views: os.views.handler(({ context }) => services(context).items.views(viewer(context))),
  saveViews: os.saveViews.handler(({ input, context }) => {
    curator(context, 'Saving views');
    return writableServices(context).items.saveViews(input);
  }),
};
