import type { Person } from '../../../../shared/contract/application.ts';
import type { CoreContext, CoreState } from '../../context.ts';
import { caller, curator, procedures, services, writableServices } from '../../context.ts';
import { requireRole } from '../people/viewpoint.ts';

const os = procedures.judgments;
const WHAT = 'Assigning judging';

type Call = CoreContext & { readonly core: CoreState };

/** Who makes the call, where they judge. */
function judge(context: Call): Person {
  const person = caller(context);
  requireRole(person, ['judge'], 'Judging answers');
  return person;
}

/** Procedures of judging. */
export const judgmentsRouter = {
  criteria: os.criteria.handler(({ context }) => {
    requireRole(caller(context), ['judge', 'curator', 'adjudicator'], 'Viewing how answers are judged');
    return services(context).judgments.criteria();
  }),
  preview: os.preview.handler(({ input, context }) => {
    curator(context, WHAT);
    return services(context).judgments.preview(input);
  }),
  assign: os.assign.handler(({ input, context }) => {
    const by = curator(context, WHAT);
    return writableServices(context).judgments.assign(input.title, input.settings, by);
  }),
  withdraw: os.withdraw.handler(({ input, context }) => {
    curator(context, WHAT);
    return writableServices(context).judgments.withdraw(input.id);
  }),
  list: os.list.handler(({ context }) => {
    curator(context, WHAT);
    return services(context).judgments.list();
  }),
  mine: os.mine.handler(({ context }) => services(context).judgments.mine(judge(context).id)),
  cards: os.cards.handler(({ input, context }) => {
    const { judging, criterion, from = null, limit } = input;
    return services(context).judgments.cards({ judging, criterion }, { from, limit }, judge(context).id);
  }),
  give: os.give.handler(({ input, context }) =>
    writableServices(context).judgments.give(input, judge(context).id),
  ),
  skip: os.skip.handler(({ input, context }) =>
    writableServices(context).judgments.skip(input.unit, input.reason, judge(context).id),
  ),
};
