import { curator, procedures, services, streamWork, viewer } from '../../access/procedures.ts';

/** Procedures on the benchmark's health. */
export const healthRouter = {
  report: procedures.health.report.handler(({ input, context, signal }) => {
    curator(context, 'The health report');
    const viewpoint = viewer(context);
    return streamWork(signal, (progress, abort) =>
      services(context).health.report(input.status, viewpoint, progress, abort),
    );
  }),
};
