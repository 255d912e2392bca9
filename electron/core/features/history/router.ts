import { curator, procedures, services, viewer, writableServices } from '../../context.ts';

const os = procedures.history;

/** Procedures on the log. */
export const historyRouter = {
  list: os.list.handler(({ input, context }) => services(context).history.list(input, viewer(context))),
  undo: os.undo.handler(({ input, context }) => {
    const { id } = curator(context, 'Undoing changes');
    return writableServices(context).history.undo(input.id, id);
  }),
};
