import type { Feature } from '../../access/context.ts';
import { caller, procedures, viewer } from '../../access/procedures.ts';
import { streamWork } from '../../base/work.ts';
import type { ItemsService } from './service.ts';
import type { Splits } from './splits.ts';

const os = procedures.items;

/** Procedures on items. */
export const itemsRouter = (items: Feature<ItemsService>, splits: Feature<Splits>) => ({
  list: os.list.handler(({ input, context }) =>
    items.read().list(input.filter, input.sort, input.offset, input.limit, viewer(context)),
  ),
  counts: os.counts.handler(({ input, context }) => items.read().counts(input.filter, viewer(context))),
  acceptance: os.acceptance.handler(async ({ input, context }) =>
    items.read().acceptance(input.filter, viewer(context)),
  ),
  get: os.get.handler(({ input, context }) => items.read().get(input.id, viewer(context))),
  neighbours: os.neighbours.handler(({ input, context }) =>
    items.read().neighbours(input.id, input.filter, input.sort, input.around, viewer(context)),
  ),
  setStatus: os.setStatus.handler(({ input, context }) => {
    const { id } = caller(context);
    return items.write().setStatus(input.items, input.status, id, viewer(context));
  }),
  setStatusOfMany: os.setStatusOfMany.handler(({ input, context, signal }) => {
    const { id } = caller(context);
    const [service, viewpoint] = [items.write(), viewer(context)];
    return streamWork(signal, (progress, abort) =>
      service.setStatusOfMany(input.items, input.status, id, viewpoint, { progress, signal: abort }),
    );
  }),
  tag: os.tag.handler(({ input, context }) => {
    const { id } = caller(context);
    return items.write().tag(input.items, input.add, input.remove, id, viewer(context));
  }),
  previewDeletion: os.previewDeletion.handler(({ input, context }) =>
    items.read().previewDeletion(input.items, viewer(context)),
  ),
  delete: os.delete.handler(({ input, context }) =>
    items.write().delete(input.items, caller(context).id, viewer(context)),
  ),
  setSplit: os.setSplit.handler(({ input, context }) =>
    splits.write().set(input.items, input.split, caller(context).id, viewer(context)),
  ),
  divide: os.divide.handler(({ input, context }) =>
    splits.write().divide(input.items, input, caller(context).id, viewer(context)),
  ),
  views: os.views.handler(({ context }) => items.read().views(viewer(context))),
  saveViews: os.saveViews.handler(({ input }) => items.write().saveViews(input)),
});
