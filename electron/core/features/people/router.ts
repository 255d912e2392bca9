import { caller, procedures, services, writableServices } from '../../context.ts';

const os = procedures.people;

/** Procedures on people. */
export const peopleRouter = {
  list: os.list.handler(({ context }) => services(context).people.list()),
  add: os.add.handler(({ input, context }) =>
    writableServices(context).people.add(input, caller(context).id),
  ),
  sit: os.sit.handler(({ input, context }) => services(context).people.sit(context.session, input.id)),
};
