import type { Person } from '../../../../shared/contract/application.ts';
import type { CoreContext, CoreState } from '../../context.ts';
import { caller, curator, procedures, services, streamWork, writableServices } from '../../context.ts';
import { requireRole } from '../people/viewpoint.ts';

const os = procedures.verdicts;

type Call = CoreContext & { readonly core: CoreState };

/** Who makes the call, where they decide between judges. */
function adjudicator(context: Call, what: string): Person {
  const person = caller(context);
  requireRole(person, ['adjudicator'], what);
  return person;
}

/** Who makes the call, where they decide between judges or look after those who do. */
function onlooker(context: Call): Person {
  const person = caller(context);
  requireRole(person, ['adjudicator', 'curator'], 'The queue of disagreements between judges');
  return person;
}

/** Procedures on disagreements between judges. */
export const verdictsRouter = {
  queue: os.queue.handler(({ input, context }) =>
    services(context).verdicts.queue(input.filter, input.offset, input.limit, onlooker(context)),
  ),
  counts: os.counts.handler(({ context }) => services(context).verdicts.counts(onlooker(context))),
  case: os.case.handler(({ input, context }) => services(context).verdicts.case(input, onlooker(context))),
  decide: os.decide.handler(({ input, context }) => {
    const { response, criterion, subject, ...decision } = input;
    const by = adjudicator(context, 'Deciding between judges');
    return writableServices(context).verdicts.decide({ response, criterion, subject }, decision, by);
  }),
  reopen: os.reopen.handler(({ input, context }) => {
    const { response, criterion, subject, note } = input;
    const by = adjudicator(context, 'Reopening a decision');
    return writableServices(context).verdicts.reopen({ response, criterion, subject }, note, by);
  }),
  judges: os.judges.handler(({ context }) => {
    curator(context, 'The list of judges');
    return services(context).verdicts.judges();
  }),
  effects: os.effects.handler(({ input, context }) => {
    const by = curator(context, 'Viewing a judge’s effect');
    return services(context).verdicts.effects(input.judge, by);
  }),
  agreement: os.agreement.handler(({ input, context, signal }) => {
    const by = curator(context, 'Measuring agreement of judges');
    return streamWork(signal, (progress, abort) =>
      services(context).verdicts.agreement(input, by, progress, abort),
    );
  }),
};
