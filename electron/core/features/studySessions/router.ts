import type { Feature } from '../../access/context.ts';
import { caller, openCasebook, procedures } from '../../access/procedures.ts';
import type { StudySessionsService } from './service.ts';

const os = procedures.studySessions;

/** Procedures of a participant's own side. */
export const studySessionsRouter = (studySessions: Feature<StudySessionsService>) => ({
  mine: os.mine.handler(({ context }) => studySessions.read().mine(caller(context).id)),
  look: os.look.handler(({ input, context }) => {
    const { casebook } = openCasebook(context);
    return studySessions.read().look(input, caller(context).id, casebook.readOnly === null);
  }),
  consent: os.consent.handler(({ input, context }) =>
    studySessions.write().consent(input, caller(context).id),
  ),
  proceed: os.proceed.handler(({ input, context }) =>
    studySessions.write().proceed(input, caller(context).id),
  ),
  answer: os.answer.handler(({ input, context }) =>
    studySessions.write().answer(input, caller(context).id, context.arrivedAt),
  ),
  keep: os.keep.handler(({ input, context }) =>
    studySessions.write().keep(input, caller(context).id, context.arrivedAt),
  ),
  back: os.back.handler(({ input, context }) => studySessions.write().back(input, caller(context).id)),
  present: os.present.handler(({ input, context }) => {
    studySessions.write().present(input, caller(context).id);
  }),
  withdraw: os.withdraw.handler(({ input, context }) =>
    studySessions.write().withdraw(input, caller(context).id),
  ),
});
