import { curator, procedures, services, streamWork, viewer, writableServices } from '../../context.ts';

const WHAT = 'Viewing the results';

/** Procedures on the benchmark's own figures. */
export const metricsRouter = {
  choices: procedures.metrics.choices.handler(({ context }) => {
    curator(context, WHAT);
    return services(context).metrics.choices();
  }),
  report: procedures.metrics.report.handler(({ input, context, signal }) => {
    curator(context, WHAT);
    const viewpoint = viewer(context);
    return streamWork(signal, (progress, abort) =>
      services(context).metrics.report(input, progress, abort, viewpoint),
    );
  }),
  agreement: procedures.metrics.agreement.handler(({ input, context, signal }) => {
    curator(context, WHAT);
    const viewpoint = viewer(context);
    return streamWork(signal, (progress, abort) =>
      services(context).metrics.agreement(input, progress, abort, viewpoint),
    );
  }),
  items: procedures.metrics.items.handler(({ input, context, signal }) => {
    curator(context, WHAT);
    const viewpoint = viewer(context);
    return streamWork(signal, (progress, abort) =>
      services(context).metrics.items(input, progress, abort, viewpoint),
    );
  }),
  saveParameters: procedures.metrics.saveParameters.handler(({ input, context }) => {
    const person = curator(context, 'Changing the parameters');
    return writableServices(context).metrics.saveParameters(input.parameters, person.id);
  }),
};
