import type { Feature } from '../../access/context.ts';
import type { AgreementService } from './service.ts';
import { procedures, viewer } from '../../access/procedures.ts';
import { streamWork } from '../../base/work.ts';

/** Procedures on how far raters agree. */
export const agreementRouter = (agreement: Feature<AgreementService>) => ({
  choices: procedures.agreement.choices.handler(() => agreement.read().choices()),
  figures: procedures.agreement.figures.handler(({ input, context, signal }) => {
    const viewpoint = viewer(context);
    return streamWork(signal, (progress, abort) =>
      agreement.read().figures(input, viewpoint, progress, abort),
    );
  }),
  items: procedures.agreement.items.handler(({ input, context }) =>
    agreement.read().items(input, viewer(context)),
  ),
  boxes: procedures.agreement.boxes.handler(({ input, context }) =>
    agreement.read().boxes(input, viewer(context)),
  ),
});
