import type { Feature } from '../../access/context.ts';
import type { MetricsService } from './service.ts';
import { caller, procedures, viewer } from '../../access/procedures.ts';
import { streamWork } from '../../base/work.ts';

/** Procedures on the benchmark's own figures. */
export const metricsRouter = (metrics: Feature<MetricsService>) => ({
  choices: procedures.metrics.choices.handler(() => metrics.read().choices()),
  report: procedures.metrics.report.handler(({ input, context, signal }) => {
    const viewpoint = viewer(context);
    return streamWork(signal, (progress, abort) => metrics.read().report(input, progress, abort, viewpoint));
  }),
  compare: procedures.metrics.compare.handler(({ input, context, signal }) => {
    const viewpoint = viewer(context);
    return streamWork(signal, (progress, abort) => metrics.read().compare(input, progress, abort, viewpoint));
  }),
  behind: procedures.metrics.behind.handler(({ input, context, signal }) =>
    metrics.read().behind(input, signal ?? new AbortController().signal, viewer(context)),
  ),
  agreement: procedures.metrics.agreement.handler(({ input, context, signal }) => {
    const viewpoint = viewer(context);
    return streamWork(signal, (progress, abort) =>
      metrics.read().agreement(input, progress, abort, viewpoint),
    );
  }),
  items: procedures.metrics.items.handler(({ input, context, signal }) => {
    const viewpoint = viewer(context);
    return streamWork(signal, (progress, abort) => metrics.read().items(input, progress, abort, viewpoint));
  }),
  saveParameters: procedures.metrics.saveParameters.handler(({ input, context }) => {
    const person = caller(context);
    return metrics.write().saveParameters(input.parameters, person.id);
  }),
});
