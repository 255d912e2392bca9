import type { Feature } from '../../access/context.ts';
import { curator, procedures, viewer } from '../../access/procedures.ts';
import type { ResponsesService } from './service.ts';

const os = procedures.responses;

/** Procedures on answers of people and models. */
export const responsesRouter = (responses: Feature<ResponsesService>) => ({
  respondents: os.respondents.handler(({ context }) => {
<<<<<<< 796f58beed083559388467a8fcd0f6026a5da0ed
    curator(context, 'Looking at who answered');
    return responses.read().respondents();
  }),
  list: os.list.handler(({ input, context }) => {
    curator(context, 'Looking at answers');
    return responses.read().list(input, input.offset, input.limit, viewer(context));
=======
    curator(context, 'Viewing who answered');
    return services(context).responses.respondents();
  }),
  list: os.list.handler(({ input, context }) => {
    curator(context, 'Viewing answers');
    return services(context).responses.list(input, input.offset, input.limit, viewer(context));
>>>>>>> 000357dbe268ab5d7cdadcd0b0bd6cae1d7527a6
  }),
});
