import type { Feature } from '../../access/context.ts';
import type { ProposalsService } from './service.ts';
import { curator, procedures, viewer } from '../../access/procedures.ts';
import { streamWork } from '../../base/work.ts';

const WHAT = 'Looking at how proposals were verified';

/** Procedures on boxes that detectors proposed. */
export const proposalsRouter = (proposals: Feature<ProposalsService>) => ({
  report: procedures.proposals.report.handler(({ input, context, signal }) => {
    curator(context, WHAT);
    const viewpoint = viewer(context);
    return streamWork(signal, (progress, abort) =>
      proposals.read().report(input, viewpoint, progress, abort),
    );
  }),
  items: procedures.proposals.items.handler(({ input, context }) => {
    curator(context, WHAT);
    return proposals.read().items(input, viewer(context));
  }),
});
