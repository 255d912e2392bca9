import type { Feature } from '../../access/context.ts';
import { caller, procedures, viewer } from '../../access/procedures.ts';
import { streamWork } from '../../base/work.ts';
import type { HistoryService } from './service.ts';

const os = procedures.history;

/** Procedures on the log. */
export const historyRouter = (history: Feature<HistoryService>) => ({
  list: os.list.handler(({ input, context }) => history.read().list(input, viewer(context))),
  undo: os.undo.handler(({ input, context }) => {
    const { id } = caller(context);
    return history.write().undo(input.id, id);
  }),
  undoOfMany: os.undoOfMany.handler(({ input, context, signal }) => {
    const { id } = caller(context);
    const service = history.write();
    return streamWork(signal, (progress, abort) => service.undo(input.id, id, { progress, signal: abort }));
  }),
});
