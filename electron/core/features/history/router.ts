import { caller, procedures, services, writableServices } from '../../context.ts';

const os = procedures.history;

/** Procedures on the log. */
export const historyRouter = {
  list: os.list.handler(({ input, context }) => services(context).history.list(input)),
  undo: os.undo.handler(({ input, context }) =>
    writableServices(context).history.undo(input.id, caller(context).id),
  ),
};
