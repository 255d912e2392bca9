import type { Feature } from '../../access/context.ts';
import { procedures, viewer } from '../../access/procedures.ts';
import type { ValidationService } from './service.ts';

const os = procedures.validation;

/** Procedures of Validate. */
export const validationRouter = (validation: Feature<ValidationService>) => ({
  overview: os.overview.handler(({ context }) => validation.read().overview(viewer(context))),
  toFix: os.toFix.handler(({ input, context }) =>
    validation.read().toFix(input.offset, input.limit, viewer(context)),
  ),
  case: os.case.handler(({ input, context }) => validation.read().case(input.itemId, viewer(context))),
  fix: os.fix.handler(({ input, context }) => validation.write().fix(input, viewer(context))),
  editions: os.editions.handler(({ input, context }) =>
    validation.read().editions(input.itemId, viewer(context)),
  ),
  funnel: os.funnel.handler(({ input, context }) =>
    validation.read().funnel(input.filter, input.by, viewer(context)),
  ),
  consistency: os.consistency.handler(({ input, context, signal }) =>
    validation.read().consistency(input, viewer(context), signal),
  ),
});
