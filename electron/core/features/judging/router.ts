import type { Call, Feature } from '../../access/context.ts';
import type { Person } from '../../../../shared/contract/application.ts';
import { caller, curator, procedures } from '../../access/procedures.ts';
import { requireRole } from '../../access/viewpoint.ts';
import type { JudgingService } from './service.ts';

const os = procedures.judging;
const WHAT = 'Assigning judging';

/** Who makes the call, where they judge. */
function judge(context: Call): Person {
  const person = caller(context);
  requireRole(person, ['judge'], 'Judging answers');
  return person;
}

/** Procedures of judging. */
export const judgingRouter = (service: Feature<JudgingService>) => ({
  criteria: os.criteria.handler(({ context }) => {
    requireRole(caller(context), ['judge', 'curator', 'adjudicator'], 'Viewing how answers are judged');
    return service.read().criteria();
  }),
  preview: os.preview.handler(({ input, context }) => {
    curator(context, WHAT);
    return service.read().preview(input);
  }),
  assign: os.assign.handler(({ input, context }) => {
    const by = curator(context, WHAT);
    return service.write().assign(input.title, input.settings, by);
  }),
  withdraw: os.withdraw.handler(({ input, context }) => {
    curator(context, WHAT);
    return service.write().withdraw(input.id);
  }),
  list: os.list.handler(({ context }) => {
    curator(context, WHAT);
    return service.read().list();
  }),
  mine: os.mine.handler(({ context }) => service.read().mine(judge(context).id)),
  cards: os.cards.handler(({ input, context }) => {
    const { judging, criterion, from = null, limit } = input;
    return service.read().cards({ judging, criterion }, { from, limit }, judge(context).id);
  }),
  give: os.give.handler(({ input, context }) => service.write().give(input, judge(context).id)),
  skip: os.skip.handler(({ input, context }) =>
    service.write().skip(input.unit, input.reason, judge(context).id),
  ),
});
