import { caller, procedures, services, writableServices } from '../../access/procedures.ts';

const os = procedures.sittings;

/** Procedures of a participant's own side. */
export const sittingsRouter = {
  mine: os.mine.handler(({ context }) => services(context).sittings.mine(caller(context).id)),
  look: os.look.handler(({ input, context }) => {
    const { sittings, casebook } = services(context);
    return sittings.look(input.id, caller(context).id, casebook.readOnly === null);
  }),
  consent: os.consent.handler(({ input, context }) =>
    writableServices(context).sittings.consent(input.id, caller(context).id),
  ),
  proceed: os.proceed.handler(({ input, context }) =>
    writableServices(context).sittings.proceed(input.id, input.entry, caller(context).id),
  ),
  answer: os.answer.handler(({ input, context }) =>
    writableServices(context).sittings.answer(input.id, input, caller(context).id, context.arrivedAt),
  ),
  keep: os.keep.handler(({ input, context }) =>
    writableServices(context).sittings.keep(input.id, input, caller(context).id, context.arrivedAt),
  ),
  back: os.back.handler(({ input, context }) =>
    writableServices(context).sittings.back(input.id, caller(context).id),
  ),
  withdraw: os.withdraw.handler(({ input, context }) =>
    writableServices(context).sittings.withdraw(input.id, caller(context).id),
  ),
};
