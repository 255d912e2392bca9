import { curator, procedures, services, streamWork, viewer } from '../../access/procedures.ts';

const WHAT = 'Measuring agreement';

/** Procedures on how far raters agree. */
export const agreementRouter = {
  choices: procedures.agreement.choices.handler(({ context }) => {
    curator(context, WHAT);
    return services(context).agreement.choices();
  }),
  figures: procedures.agreement.figures.handler(({ input, context, signal }) => {
    curator(context, WHAT);
    const viewpoint = viewer(context);
    return streamWork(signal, (progress, abort) =>
      services(context).agreement.figures(input, viewpoint, progress, abort),
    );
  }),
  items: procedures.agreement.items.handler(({ input, context }) => {
    curator(context, WHAT);
    return services(context).agreement.items(input, viewer(context));
  }),
  boxes: procedures.agreement.boxes.handler(({ input, context }) => {
    curator(context, WHAT);
    return services(context).agreement.boxes(input, viewer(context));
  }),
};
