import type { Feature } from '../../access/context.ts';
import { curator, procedures, viewer } from '../../access/procedures.ts';
import type { HistoryService } from './service.ts';

const os = procedures.history;

/** Procedures on the log. */
export const historyRouter = (history: Feature<HistoryService>) => ({
  list: os.list.handler(({ input, context }) => history.read().list(input, viewer(context))),
  undo: os.undo.handler(({ input, context }) => {
<<<<<<< 796f58beed083559388467a8fcd0f6026a5da0ed
    const { id } = curator(context, 'Taking changes back');
    return history.write().undo(input.id, id);
=======
    const { id } = curator(context, 'Undoing changes');
    return writableServices(context).history.undo(input.id, id);
>>>>>>> 000357dbe268ab5d7cdadcd0b0bd6cae1d7527a6
  }),
});
