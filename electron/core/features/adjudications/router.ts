import type { Person } from '../../../../shared/contract/application.ts';
import type { CoreContext, CoreState } from '../../context.ts';
import { caller, procedures, services, viewer, writableServices } from '../../context.ts';
import { requireRole } from '../people/viewpoint.ts';
import { withoutPeople } from './withoutPeople.ts';

const os = procedures.adjudications;

type Call = CoreContext & { readonly core: CoreState };

/** Who makes the call, where they decide between raters. */
function adjudicator(context: Call, what: string): Person {
  const person = caller(context);
  requireRole(person, ['adjudicator'], what);
  return person;
}

/** Who makes the call, where they decide between raters or look after those who do. */
function onlooker(context: Call): Person {
  const person = caller(context);
  requireRole(person, ['adjudicator', 'curator'], 'The queue of disagreements');
  return person;
}

/** Procedures of Adjudicate. */
export const adjudicationsRouter = {
  queue: os.queue.handler(({ input, context }) =>
    services(context).adjudications.queue(
      input.filter,
      input.offset,
      input.limit,
      onlooker(context),
      viewer(context),
    ),
  ),
  counts: os.counts.handler(({ input, context }) =>
    services(context).adjudications.counts(input.task, onlooker(context)),
  ),
  look: os.look.handler(({ input, context }) =>
    services(context).adjudications.look(input.itemId, input.task, onlooker(context)),
  ),
  open: os.open.handler(({ input, context }) => {
    const by = adjudicator(context, 'Deciding between raters');
    const { adjudications, annotations } = writableServices(context);
    const opened = adjudications.open(input.itemId, input.task, by);
    const document = annotations.open(opened.key, viewer(context));
    return {
      case: opened.case,
      document: opened.case.decision === null ? withoutPeople(document) : document,
    };
  }),
  release: os.release.handler(({ input, context }) =>
    writableServices(context).adjudications.release(
      input.itemId,
      input.task,
      adjudicator(context, 'Deciding between raters'),
    ),
  ),
  decide: os.decide.handler(({ input, context }) =>
    writableServices(context).adjudications.decide(
      input.itemId,
      input.task,
      input,
      adjudicator(context, 'Deciding between raters'),
    ),
  ),
  reopen: os.reopen.handler(({ input, context }) =>
    writableServices(context).adjudications.reopen(
      input.itemId,
      input.task,
      input.note,
      adjudicator(context, 'Reopening a decision'),
    ),
  ),
  acceptUnanimous: os.acceptUnanimous.handler(({ input, context }) =>
    writableServices(context).adjudications.acceptUnanimous(
      input.task,
      input.items ?? null,
      adjudicator(context, 'Accepting what raters agree on'),
      viewer(context),
    ),
  ),
};
