import { caller, procedures, services, writableServices } from '../../context.ts';

const os = procedures.items;

/** Procedures on items. */
export const itemsRouter = {
  list: os.list.handler(({ input, context }) =>
    services(context).items.list(input.filter, input.sort, input.offset, input.limit),
  ),
  counts: os.counts.handler(({ input, context }) => services(context).items.counts(input.filter)),
  get: os.get.handler(({ input, context }) => services(context).items.get(input.id)),
  neighbours: os.neighbours.handler(({ input, context }) =>
    services(context).items.neighbours(input.id, input.filter, input.sort, input.around),
  ),
  setStatus: os.setStatus.handler(({ input, context }) =>
    writableServices(context).items.setStatus(input.items, input.status, caller(context).id),
  ),
  tag: os.tag.handler(({ input, context }) =>
    writableServices(context).items.tag(input.items, input.add, input.remove, caller(context).id),
  ),
  views: os.views.handler(({ context }) => services(context).items.views()),
  saveViews: os.saveViews.handler(({ input, context }) => writableServices(context).items.saveViews(input)),
};
