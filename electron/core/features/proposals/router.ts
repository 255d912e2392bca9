import type { Feature } from '../../access/context.ts';
import type { ProposalsService } from './service.ts';
import { procedures, viewer } from '../../access/procedures.ts';
import { streamWork } from '../../base/work.ts';

/** Procedures on boxes that detectors proposed. */
export const proposalsRouter = (proposals: Feature<ProposalsService>) => ({
  report: procedures.proposals.report.handler(({ input, context, signal }) => {
    const viewpoint = viewer(context);
    return streamWork(signal, (progress, abort) =>
      proposals.read().report(input, viewpoint, progress, abort),
    );
  }),
  items: procedures.proposals.items.handler(({ input, context }) =>
    proposals.read().items(input, viewer(context)),
  ),
});
