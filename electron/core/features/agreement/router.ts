import type { Feature } from '../../access/context.ts';
import type { AgreementService } from './service.ts';
import { curator, procedures, viewer } from '../../access/procedures.ts';
import { streamWork } from '../../base/work.ts';

const WHAT = 'Measuring agreement';

/** Procedures on how far raters agree. */
export const agreementRouter = (agreement: Feature<AgreementService>) => ({
  choices: procedures.agreement.choices.handler(({ context }) => {
    curator(context, WHAT);
    return agreement.read().choices();
  }),
  figures: procedures.agreement.figures.handler(({ input, context, signal }) => {
    curator(context, WHAT);
    const viewpoint = viewer(context);
    return streamWork(signal, (progress, abort) =>
      agreement.read().figures(input, viewpoint, progress, abort),
    );
  }),
  items: procedures.agreement.items.handler(({ input, context }) => {
    curator(context, WHAT);
    return agreement.read().items(input, viewer(context));
  }),
  boxes: procedures.agreement.boxes.handler(({ input, context }) => {
    curator(context, WHAT);
    return agreement.read().boxes(input, viewer(context));
  }),
});
