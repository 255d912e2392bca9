import { procedures, services, streamWork } from '../../context.ts';

/** Procedures on the benchmark's health. */
export const healthRouter = {
  report: procedures.health.report.handler(({ input, context, signal }) =>
    streamWork(context.core.ports, signal, (progress, abort) =>
      services(context).health.report(input.status, progress, abort),
    ),
  ),
};
