import { caller, openCasebook, procedures, writableCasebook } from '../../access/procedures.ts';

const os = procedures.people;

/** Procedures on people. */
export const peopleRouter = {
  // A judge's answers are anonymous: which models there are is told to those only who bring their answers in.
  list: os.list.handler(({ context }) => {
    const { people } = openCasebook(context);
    const curates = people.currentUser(context.session)?.roles.includes('curator') === true;
    return people.list().filter(({ kind }) => curates || kind === 'human');
  }),
  pseudonyms: os.pseudonyms.handler(({ context }) => [...openCasebook(context).people.pseudonyms()]),
  add: os.add.handler(({ input, context }) => {
    const by = caller(context);
    return writableCasebook(context).people.add(input, by.id);
  }),
  update: os.update.handler(({ input, context }) => {
    const by = caller(context);
    return writableCasebook(context).people.update(input, by.id);
  }),
  setAside: os.setAside.handler(({ input, context }) => {
    const by = caller(context);
    return writableCasebook(context).people.setAside(input.id, input.setAside, by.id);
  }),
  workAs: os.workAs.handler(({ input, context }) =>
    openCasebook(context).people.workAs(context.session, input.id),
  ),
};
