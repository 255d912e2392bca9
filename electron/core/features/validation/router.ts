import type { Call, Feature } from '../../access/context.ts';
import type { Role } from '../../../../shared/domain/status.ts';
import { caller, curator, procedures, viewer } from '../../access/procedures.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import { requireRole } from '../../access/viewpoint.ts';
import { OVERSEEING } from '../../../../shared/domain/status.ts';
import type { ValidationService } from './service.ts';

const os = procedures.validation;

/** What whoever makes the call may see, where they look after others' work. */
function overseer(context: Call, what: string, roles: readonly Role[] = OVERSEEING): Viewpoint {
  requireRole(caller(context), roles, what);
  return viewer(context);
}

/** Procedures of Validate. */
export const validationRouter = (validation: Feature<ValidationService>) => ({
  overview: os.overview.handler(({ context }) =>
    validation.read().overview(overseer(context, 'The overview of validation')),
  ),
  toFix: os.toFix.handler(({ input, context }) =>
    validation.read().toFix(input.offset, input.limit, overseer(context, 'The list of fixes')),
  ),
  case: os.case.handler(({ input, context }) =>
    validation.read().case(input.itemId, overseer(context, 'Fixing an item')),
  ),
  fix: os.fix.handler(({ input, context }) =>
    validation.write().fix(input, overseer(context, 'Fixing an item')),
  ),
  editions: os.editions.handler(({ input, context }) =>
    validation.read().editions(input.itemId, overseer(context, 'The editions of an item')),
  ),
  funnel: os.funnel.handler(({ input, context }) =>
    validation.read().funnel(input.filter, input.by, overseer(context, 'The funnel')),
  ),
  consistency: os.consistency.handler(({ input, context, signal }) => {
    curator(context, 'The consistency of raters');
    return validation.read().consistency(input, viewer(context), signal);
  }),
});
