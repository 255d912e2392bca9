import type { Call, Feature } from '../../access/context.ts';
import type { Person } from '../../../../shared/contract/application.ts';
import { caller, procedures } from '../../access/procedures.ts';
import { requireRole } from '../../access/viewpoint.ts';
import type { GuidelinesService } from './service.ts';

const os = procedures.guidelines;

/** Who makes the call, where they may change what raters are told. */
function author(context: Call): Person {
  const person = caller(context);
  requireRole(person, ['curator', 'adjudicator'], 'Changing guidelines');
  return person;
}

/** Procedures on guidelines. */
export const guidelinesRouter = (guidelines: Feature<GuidelinesService>) => ({
  list: os.list.handler(({ input, context }) => {
    caller(context);
    return guidelines.read().list(input.task);
  }),
  add: os.add.handler(({ input, context }) => guidelines.write().add(input, author(context).id)),
  remove: os.remove.handler(({ input, context }) => guidelines.write().remove(input.id, author(context).id)),
});
