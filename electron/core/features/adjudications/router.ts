import type { Feature } from '../../access/context.ts';
import type { DeskDocument } from '../../../../shared/contract/annotations.ts';
import { caller, procedures, viewer } from '../../access/procedures.ts';
import type { Viewpoint } from '../../access/viewpoint.ts';
import type { DocumentKey } from '../../records/answers/annotationTable.ts';
import type { AdjudicationsService } from './service.ts';

const os = procedures.adjudications;

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
    adjudications.read().queue(input.filter, input.offset, input.limit, caller(context), viewer(context)),
  ),
  counts: os.counts.handler(({ input, context }) => adjudications.read().counts(input.task, caller(context))),
  acceptance: os.acceptance.handler(async ({ input, context }) =>
    adjudications.read().acceptance(input.task, caller(context)),
  ),
  look: os.look.handler(({ input, context }) =>
    adjudications.read().look(input.itemId, input.task, caller(context)),
  ),
  open: os.open.handler(({ input, context }) => {
    const by = caller(context);
    const opened = adjudications.write().open(input.itemId, input.task, by);
    const document = annotations.write().open(opened.key, viewer(context));
    return { case: opened.case, document: adjudications.read().neutral(opened.case, document) };
  }),
  release: os.release.handler(({ input, context }) =>
    adjudications.write().release(input.itemId, input.task, caller(context)),
  ),
  decide: os.decide.handler(({ input, context }) =>
    adjudications.write().decide(input.itemId, input.task, input, caller(context)),
  ),
  reopen: os.reopen.handler(({ input, context }) =>
    adjudications.write().reopen(input.itemId, input.task, input.note, caller(context)),
  ),
  acceptUnanimous: os.acceptUnanimous.handler(({ input, context }) =>
    adjudications.write().acceptUnanimous(input.task, input.items ?? null, caller(context), viewer(context)),
  ),
});
