import type { Call, Feature } from '../../access/context.ts';
import type { DeskDocument } from '../../../../shared/contract/annotations.ts';
import type { Person } from '../../../../shared/contract/application.ts';
import { caller, procedures, viewer } from '../../access/procedures.ts';
import { requireRole } from '../../access/viewpoint.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import type { DocumentKey } from '../../records/annotations.ts';
import type { AdjudicationsService } from './service.ts';
import { withoutPeople } from './withoutPeople.ts';

const os = procedures.adjudications;

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

/** Opens the document of a case, as the Desk opens any other. */
interface Documents {
  open(key: DocumentKey, viewpoint: Viewpoint): DeskDocument;
}

/** Procedures of Adjudicate. */
export const adjudicationsRouter = (
  adjudications: Feature<AdjudicationsService>,
  annotations: Feature<Documents>,
) => ({
  queue: os.queue.handler(({ input, context }) =>
    adjudications.read().queue(input.filter, input.offset, input.limit, onlooker(context), viewer(context)),
  ),
  counts: os.counts.handler(({ input, context }) =>
    adjudications.read().counts(input.task, onlooker(context)),
  ),
  look: os.look.handler(({ input, context }) =>
    adjudications.read().look(input.itemId, input.task, onlooker(context)),
  ),
  open: os.open.handler(({ input, context }) => {
    const by = adjudicator(context, 'Deciding between raters');
    const opened = adjudications.write().open(input.itemId, input.task, by);
    const document = annotations.write().open(opened.key, viewer(context));
    return {
      case: opened.case,
      document: opened.case.decision === null ? withoutPeople(document) : document,
    };
  }),
  release: os.release.handler(({ input, context }) =>
    adjudications.write().release(input.itemId, input.task, adjudicator(context, 'Deciding between raters')),
  ),
  decide: os.decide.handler(({ input, context }) =>
    adjudications
      .write()
      .decide(input.itemId, input.task, input, adjudicator(context, 'Deciding between raters')),
  ),
  reopen: os.reopen.handler(({ input, context }) =>
    adjudications
      .write()
      .reopen(input.itemId, input.task, input.note, adjudicator(context, 'Taking a decision back')),
  ),
  acceptUnanimous: os.acceptUnanimous.handler(({ input, context }) =>
    adjudications
      .write()
      .acceptUnanimous(
        input.task,
        input.items ?? null,
        adjudicator(context, 'Accepting what raters agree on'),
        viewer(context),
      ),
  ),
});
