import { curator, procedures, services, streamWork, viewer } from '../../context.ts';

const WHAT = 'Viewing verified proposals';

/** Procedures on boxes that detectors proposed. */
export const proposalsRouter = {
  report: procedures.proposals.report.handler(({ input, context, signal }) => {
    curator(context, WHAT);
    const viewpoint = viewer(context);
    return streamWork(signal, (progress, abort) =>
      services(context).proposals.report(input, viewpoint, progress, abort),
    );
  }),
  items: procedures.proposals.items.handler(({ input, context }) => {
    curator(context, WHAT);
    return services(context).proposals.items(input, viewer(context));
  }),
};
