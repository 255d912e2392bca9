import { caller, procedures, services, viewer, writableServices } from '../../context.ts';
import { requireRole } from '../people/viewpoint.ts';

const os = procedures.assignments;

/** Procedures on who answers what. */
export const assignmentsRouter = {
  assign: os.assign.handler(({ input, context }) => {
    const by = caller(context);
    requireRole(by, ['curator'], 'Assigning items');
    const open = input.dryRun ? services(context) : writableServices(context);
    return open.assignments.assign(input, viewer(context));
  }),
  withdraw: os.withdraw.handler(({ input, context }) => {
    const by = caller(context);
    requireRole(by, ['curator'], 'Withdrawing assignments');
    return writableServices(context).assignments.withdraw(input, by.id);
  }),
  progress: os.progress.handler(({ context }) => {
    const by = caller(context);
    return services(context).assignments.progress(by.roles.includes('curator') ? null : by.id);
  }),
  mine: os.mine.handler(({ context }) => services(context).assignments.mine(caller(context).id)),
};
