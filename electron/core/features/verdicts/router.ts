import type { Call, Feature } from '../../access/context.ts';
import type { Person } from '../../../../shared/contract/application.ts';
import { caller, curator, procedures } from '../../access/procedures.ts';
import { streamWork } from '../../base/work.ts';
import { requireRole } from '../../access/viewpoint.ts';
import type { VerdictsService } from './service.ts';

const os = procedures.verdicts;

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
export const verdictsRouter = (verdicts: Feature<VerdictsService>) => ({
  queue: os.queue.handler(({ input, context }) =>
    verdicts.read().queue(input.filter, input.offset, input.limit, onlooker(context)),
  ),
  counts: os.counts.handler(({ context }) => verdicts.read().counts(onlooker(context))),
  case: os.case.handler(({ input, context }) => verdicts.read().case(input, onlooker(context))),
  decide: os.decide.handler(({ input, context }) => {
    const { response, criterion, subject, ...decision } = input;
    const by = adjudicator(context, 'Deciding between judges');
    return verdicts.write().decide({ response, criterion, subject }, decision, by);
  }),
  decideAll: os.decideAll.handler(({ input, context }) => {
    const { filter, ...decision } = input;
    return verdicts.write().decideAll(filter, decision, adjudicator(context, 'Deciding between judges'));
  }),
  reopen: os.reopen.handler(({ input, context }) => {
    const { response, criterion, subject, note } = input;
    const by = adjudicator(context, 'Reopening a decision');
    return verdicts.write().reopen({ response, criterion, subject }, note, by);
  }),
  judges: os.judges.handler(({ context }) => {
    curator(context, 'The list of judges');
    return verdicts.read().judges();
  }),
  effects: os.effects.handler(({ input, context }) => {
    const by = curator(context, 'Viewing a judge’s effect');
    return verdicts.read().effects(input.judge, by);
  }),
  agreement: os.agreement.handler(({ input, context, signal }) => {
    const by = curator(context, 'Measuring agreement of judges');
    return streamWork(signal, (progress, abort) => verdicts.read().agreement(input, by, progress, abort));
  }),
});
