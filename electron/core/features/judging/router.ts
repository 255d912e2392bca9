import type { Feature } from '../../access/context.ts';
import { caller, procedures } from '../../access/procedures.ts';
import type { JudgingService } from './service.ts';

const os = procedures.judging;

/** Procedures of judging. */
export const judgingRouter = (service: Feature<JudgingService>) => ({
  criteria: os.criteria.handler(() => service.read().criteria()),
  preview: os.preview.handler(({ input }) => service.read().preview(input)),
  assign: os.assign.handler(({ input, context }) => {
    const by = caller(context);
    return service.write().assign(input.title, input.settings, by);
  }),
  withdraw: os.withdraw.handler(({ input }) => service.write().withdraw(input.id)),
  list: os.list.handler(() => service.read().list()),
  mine: os.mine.handler(({ context }) => service.read().mine(caller(context).id)),
  cards: os.cards.handler(({ input, context }) => {
    const { judging, criterion, from = null, limit } = input;
    return service.read().cards({ judging, criterion }, { from, limit }, caller(context).id);
  }),
  give: os.give.handler(({ input, context }) => service.write().give(input, caller(context).id)),
  skip: os.skip.handler(({ input, context }) =>
    service.write().skip(input.unit, input.reason, caller(context).id),
  ),
});
