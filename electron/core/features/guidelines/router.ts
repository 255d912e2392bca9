import type { Feature } from '../../access/context.ts';
import { caller, procedures } from '../../access/procedures.ts';
import type { GuidelinesService } from './service.ts';

const os = procedures.guidelines;

/** Procedures on guidelines. */
export const guidelinesRouter = (guidelines: Feature<GuidelinesService>) => ({
  list: os.list.handler(({ input }) => guidelines.read().list(input.task)),
  add: os.add.handler(({ input, context }) => guidelines.write().add(input, caller(context).id)),
  remove: os.remove.handler(({ input, context }) => guidelines.write().remove(input.id, caller(context).id)),
});
