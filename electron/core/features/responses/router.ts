import type { Feature } from '../../access/context.ts';
import { procedures, viewer } from '../../access/procedures.ts';
import type { ResponsesService } from './service.ts';

const os = procedures.responses;

/** Procedures on answers of people and models. */
export const responsesRouter = (responses: Feature<ResponsesService>) => ({
  respondents: os.respondents.handler(() => responses.read().respondents()),
  list: os.list.handler(({ input, context }) =>
    responses.read().list(input, input.offset, input.limit, viewer(context)),
  ),
});
