import type { Feature } from '../../access/context.ts';
import { curator, procedures, viewer } from '../../access/procedures.ts';
import type { HistoryService } from './service.ts';

const os = procedures.history;

/** Procedures on the log. */
export const historyRouter = (history: Feature<HistoryService>) => ({
  list: os.list.handler(({ input, context }) => history.read().list(input, viewer(context))),
  undo: os.undo.handler(({ input, context }) => {
    const { id } = curator(context, 'Taking changes back');
    return history.write().undo(input.id, id);
  }),
});
