import { OVERSEEING } from '../../../../shared/domain/status.ts';
import { caller, openCasebook, procedures, writableCasebook } from '../../access/procedures.ts';

const os = procedures.people;

/** Procedures on people. */
export const peopleRouter = {
  // A judge's answers are anonymous: only people who import answers learn which models there are.
  list: os.list.handler(({ context }) => {
    const { people, deviceOf } = openCasebook(context);
    const person = people.currentUser(context.session);
    const roles = person?.roles ?? [];
    const list = people.list().filter(({ kind }) => roles.includes('curator') || kind === 'human');
    // Where nobody can become anybody else, only those who look after others' work need to know their names.
    const isAlone = deviceOf() !== null || context.session.web !== undefined;
    const looksAfterOthers = roles.some((role) => OVERSEEING.includes(role));
    return isAlone && !looksAfterOthers ? list.filter(({ id }) => id === (person?.id ?? deviceOf())) : list;
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
