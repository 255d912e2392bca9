import type { Feature } from '../../access/context.ts';
import { caller, procedures, viewer } from '../../access/procedures.ts';
import type { AssignmentsService } from './service.ts';

const os = procedures.assignments;

/** Procedures on who answers what. */
export const assignmentsRouter = (assignments: Feature<AssignmentsService>) => ({
  assign: os.assign.handler(({ input, context }) => {
    const service = input.dryRun ? assignments.read() : assignments.write();
    return service.assign(input, viewer(context));
  }),
  withdraw: os.withdraw.handler(({ input, context }) => {
    const by = caller(context);
    return assignments.write().withdraw(input, by.id);
  }),
  progress: os.progress.handler(({ context }) => {
    const by = caller(context);
    return assignments.read().progress(by.roles.includes('curator') ? null : by.id);
  }),
  mine: os.mine.handler(({ context }) => assignments.read().mine(caller(context).id)),
});
