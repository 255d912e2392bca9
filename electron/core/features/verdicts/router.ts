import type { Feature } from '../../access/context.ts';
import { caller, procedures } from '../../access/procedures.ts';
import { streamWork } from '../../base/work.ts';
import type { VerdictsService } from './service.ts';

const os = procedures.verdicts;

/** Procedures on disagreements between judges. */
export const verdictsRouter = (verdicts: Feature<VerdictsService>) => ({
  queue: os.queue.handler(({ input, context }) =>
    verdicts.read().queue(input.filter, input.offset, input.limit, caller(context)),
  ),
  counts: os.counts.handler(({ context }) => verdicts.read().counts(caller(context))),
  case: os.case.handler(({ input, context }) => verdicts.read().case(input, caller(context))),
  decide: os.decide.handler(({ input, context }) => {
    const { response, criterion, subject, ...decision } = input;
    const by = caller(context);
    return verdicts.write().decide({ response, criterion, subject }, decision, by);
  }),
  decideAll: os.decideAll.handler(({ input, context }) => {
    const { filter, ...decision } = input;
    return verdicts.write().decideAll(filter, decision, caller(context));
  }),
  reopen: os.reopen.handler(({ input, context }) => {
    const { response, criterion, subject, note } = input;
    const by = caller(context);
    return verdicts.write().reopen({ response, criterion, subject }, note, by);
  }),
  judges: os.judges.handler(() => verdicts.read().judges()),
  effects: os.effects.handler(({ input, context }) => {
    const by = caller(context);
    return verdicts.read().effects(input.judge, by);
  }),
  agreement: os.agreement.handler(({ input, context, signal }) => {
    const by = caller(context);
    return streamWork(signal, (progress, abort) => verdicts.read().agreement(input, by, progress, abort));
  }),
});
