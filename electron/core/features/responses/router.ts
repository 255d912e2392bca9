import { curator, procedures, services, viewer } from '../../context.ts';

const os = procedures.responses;

/** Procedures on answers of people and models. */
export const responsesRouter = {
  respondents: os.respondents.handler(({ context }) => {
    curator(context, 'Viewing who answered');
    return services(context).responses.respondents();
  }),
  list: os.list.handler(({ input, context }) => {
    curator(context, 'Viewing answers');
    return services(context).responses.list(input, input.offset, input.limit, viewer(context));
  }),
};
