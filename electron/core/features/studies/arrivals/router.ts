import type { Feature } from '../../../access/context.ts';
import { caller, procedures } from '../../../access/procedures.ts';
import type { ArrivingService } from './arriving.ts';
import type { RecruitingService } from './recruiting.ts';

const { arrivals, recruitment } = procedures;

/** Procedures of somebody who came by a study link, before their first step. */
export const arrivalsRouter = (arriving: Feature<ArrivingService>) => ({
  look: arrivals.look.handler(({ input, context }) => arriving.write().look(context.session, input.device)),
  consent: arrivals.consent.handler(({ input, context }) =>
    arriving.write().consent(context.session, input.device, input.agree),
  ),
  screen: arrivals.screen.handler(({ input, context }) =>
    arriving.write().screen(context.session, input.device, input.answers),
  ),
  begin: arrivals.begin.handler(({ input, context }) =>
    arriving.write().begin(context.session, input.device),
  ),
});

/** Procedures on how people elsewhere come to a study. */
export const recruitmentRouter = (recruiting: Feature<RecruitingService>) => ({
  get: recruitment.get.handler(({ input, context }) => recruiting.read().get(input.id, context.core.network)),
  initial: recruitment.initial.handler(({ input }) => recruiting.read().initial(input.preset)),
  save: recruitment.save.handler(({ input, context }) => {
    const { id } = caller(context);
    return recruiting.write().save(input.id, input.settings, id, context.core.network);
  }),
  renewLink: recruitment.renewLink.handler(({ input, context }) => {
    const { id } = caller(context);
    return recruiting.write().renewLink(input.id, id, context.core.network);
  }),
  links: recruitment.links.handler(({ input, context }) =>
    recruiting.read().links(input.id, input.ids, context.core.network),
  ),
  releaseCrowd: recruitment.releaseCrowd.handler(({ input, context }) => {
    const { id } = caller(context);
    return { released: recruiting.write().releaseCrowd(input.id, id) };
  }),
  panelStatus: recruitment.panelStatus.handler(({ input, context }) => {
    const { id } = caller(context);
    return recruiting.write().panelStatus(input.id, input.csv, id);
  }),
  forgetIds: recruitment.forgetIds.handler(({ input, context }) => {
    const { id } = caller(context);
    return { forgotten: recruiting.write().forgetIds(input.id, id) };
  }),
});
