import type { Feature } from '../../access/context.ts';
import type { MetricsService } from './service.ts';
import { curator, procedures, viewer } from '../../access/procedures.ts';
import { streamWork } from '../../base/work.ts';

const WHAT = 'Viewing the results';

/** Procedures on the benchmark's own figures. */
export const metricsRouter = (metrics: Feature<MetricsService>) => ({
  choices: procedures.metrics.choices.handler(({ context }) => {
    curator(context, WHAT);
    return metrics.read().choices();
  }),
  report: procedures.metrics.report.handler(({ input, context, signal }) => {
    curator(context, WHAT);
    const viewpoint = viewer(context);
    return streamWork(signal, (progress, abort) => metrics.read().report(input, progress, abort, viewpoint));
  }),
  compare: procedures.metrics.compare.handler(({ input, context, signal }) => {
    curator(context, WHAT);
    const viewpoint = viewer(context);
    return streamWork(signal, (progress, abort) => metrics.read().compare(input, progress, abort, viewpoint));
  }),
  agreement: procedures.metrics.agreement.handler(({ input, context, signal }) => {
    curator(context, WHAT);
    const viewpoint = viewer(context);
    return streamWork(signal, (progress, abort) =>
      metrics.read().agreement(input, progress, abort, viewpoint),
    );
  }),
  items: procedures.metrics.items.handler(({ input, context, signal }) => {
    curator(context, WHAT);
    const viewpoint = viewer(context);
    return streamWork(signal, (progress, abort) => metrics.read().items(input, progress, abort, viewpoint));
  }),
  saveParameters: procedures.metrics.saveParameters.handler(({ input, context }) => {
    const person = curator(context, 'Changing the parameters');
    return metrics.write().saveParameters(input.parameters, person.id);
  }),
});
