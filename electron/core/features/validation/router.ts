import type { Role } from '../../../../shared/domain/status.ts';
import type { CoreContext, CoreState } from '../../context.ts';
import { caller, curator, procedures, services, viewer, writableServices } from '../../context.ts';
import type { Viewpoint } from '../people/viewpoint.ts';
import { OVERSEEING, requireRole } from '../people/viewpoint.ts';

const os = procedures.validation;

type Call = CoreContext & { readonly core: CoreState };

/** What the caller may see, where they look after others' work. */
function overseer(context: Call, what: string, roles: readonly Role[] = OVERSEEING): Viewpoint {
  requireRole(caller(context), roles, what);
  return viewer(context);
}

/** Procedures of Validate. */
export const validationRouter = {
  overview: os.overview.handler(({ context }) =>
    services(context).validation.overview(overseer(context, 'The overview of validation')),
  ),
  toFix: os.toFix.handler(({ input, context }) =>
    services(context).validation.toFix(input.offset, input.limit, overseer(context, 'The list of fixes')),
  ),
  case: os.case.handler(({ input, context }) =>
    services(context).validation.case(input.itemId, overseer(context, 'Fixing an item')),
  ),
  fix: os.fix.handler(({ input, context }) =>
    writableServices(context).validation.fix(input, overseer(context, 'Fixing an item')),
  ),
  editions: os.editions.handler(({ input, context }) =>
    services(context).validation.editions(input.itemId, overseer(context, 'The editions of an item')),
  ),
  funnel: os.funnel.handler(({ input, context }) =>
    services(context).validation.funnel(input.filter, input.by, overseer(context, 'The funnel')),
  ),
  consistency: os.consistency.handler(({ input, context, signal }) => {
    curator(context, 'The consistency of raters');
    return services(context).validation.consistency(input, viewer(context), signal);
  }),
};
