import type { Feature } from '../../access/context.ts';
import { caller, procedures, openCasebook } from '../../access/procedures.ts';
import type { SittingsService } from './service.ts';

const os = procedures.sittings;

/** Procedures of a participant's own side. */
export const sittingsRouter = (sittings: Feature<SittingsService>) => ({
  mine: os.mine.handler(({ context }) => sittings.read().mine(caller(context).id)),
  look: os.look.handler(({ input, context }) => {
    const { casebook } = openCasebook(context);
    return sittings.read().look(input.id, caller(context).id, casebook.readOnly === null);
  }),
  consent: os.consent.handler(({ input, context }) => sittings.write().consent(input.id, caller(context).id)),
  proceed: os.proceed.handler(({ input, context }) =>
    sittings.write().proceed(input.id, input.entry, caller(context).id),
  ),
  answer: os.answer.handler(({ input, context }) =>
    sittings.write().answer(input.id, input, caller(context).id, context.arrivedAt),
  ),
  keep: os.keep.handler(({ input, context }) =>
    sittings.write().keep(input.id, input, caller(context).id, context.arrivedAt),
  ),
  back: os.back.handler(({ input, context }) => sittings.write().back(input.id, caller(context).id)),
  withdraw: os.withdraw.handler(({ input, context }) =>
    sittings.write().withdraw(input.id, caller(context).id),
  ),
});
