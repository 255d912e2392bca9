import type { Feature } from '../../access/context.ts';
import type { HealthService } from './service.ts';
import { procedures, viewer } from '../../access/procedures.ts';
import { streamWork } from '../../base/work.ts';

/** Procedures on the benchmark's health. */
export const healthRouter = (health: Feature<HealthService>) => ({
  report: procedures.health.report.handler(({ input, context, signal }) => {
    const viewpoint = viewer(context);
    return streamWork(signal, (progress, abort) =>
      health.read().report(input.status, viewpoint, progress, abort),
    );
  }),
});
