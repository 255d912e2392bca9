import type { Feature } from '../../access/context.ts';
import { curator, procedures, viewer } from '../../access/procedures.ts';
import type { ResponsesService } from './service.ts';

const os = procedures.responses;

/** Procedures on answers of people and models. */
export const responsesRouter = (responses: Feature<ResponsesService>) => ({
  respondents: os.respondents.handler(({ context }) => {
    curator(context, 'Looking at who answered');
    return responses.read().respondents();
  }),
  list: os.list.handler(({ input, context }) => {
    curator(context, 'Looking at answers');
    return responses.read().list(input, input.offset, input.limit, viewer(context));
  }),
});
