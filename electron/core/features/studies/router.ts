import type { Casebook } from '../../derived/casebook.ts';
import type { Feature } from '../../access/context.ts';
import { caller, procedures, viewer } from '../../access/procedures.ts';
import { streamWork } from '../../base/work.ts';
import { reportStudy, type StudyFigures } from './report/reportStudy.ts';
import type { ParticipantsService } from './participants.ts';
import type { StudiesService } from './service.ts';

const os = procedures.studies;

/** Procedures on human baselines. */
export const studiesRouter = (
  studies: Feature<StudiesService>,
  participants: Feature<ParticipantsService>,
  metrics: Feature<StudyFigures>,
  casebook: Feature<Casebook>,
) => ({
  options: os.options.handler(() => studies.read().options()),
  list: os.list.handler(({ context }) => studies.read().list(viewer(context))),
  get: os.get.handler(({ input, context }) => studies.read().get(input.id, viewer(context))),
  preview: os.preview.handler(({ input, context }) => studies.read().preview(input, viewer(context))),
  save: os.save.handler(({ input, context }) => {
    const { id } = caller(context);
    return studies.write().save(input, id, viewer(context));
  }),
  translations: os.translations.handler(({ input, context }) =>
    studies.read().translations(input.id, viewer(context)),
  ),
  translationTable: os.translationTable.handler(({ input, context }) => ({
    csv: studies.read().translationTable(input.id, viewer(context)),
  })),
  translate: os.translate.handler(({ input, context }) => {
    const { id } = caller(context);
    return studies.write().translate(input.id, input.csv, id, viewer(context));
  }),
  open: os.open.handler(({ input, context }) => {
    const { id } = caller(context);
    return studies.write().open(input.id, id, viewer(context));
  }),
  close: os.close.handler(({ input, context }) => {
    const { id } = caller(context);
    return studies.write().close(input.id, id, viewer(context));
  }),
  reopen: os.reopen.handler(({ input, context }) => {
    const { id } = caller(context);
    return studies.write().reopen(input.id, id, viewer(context));
  }),
  remove: os.remove.handler(({ input, context }) => {
    const { id } = caller(context);
    studies.write().remove(input.id, id);
  }),
  participants: os.participants.handler(({ input }) => participants.read().list(input.id)),
  board: os.board.handler(({ input }) => participants.read().board(input.id)),
  candidates: os.candidates.handler(({ input, context }) =>
    participants.read().candidates(input.id, viewer(context)),
  ),
  enrol: os.enrol.handler(({ input, context }) => {
    const { id } = caller(context);
    return participants.write().enrol(input.id, input.people, id);
  }),
  enrolNew: os.enrolNew.handler(({ input, context }) => {
    const { id } = caller(context);
    return participants.write().enrolNew(input.id, input.count, input.prefix, id);
  }),
  unenrol: os.unenrol.handler(({ input, context }) => {
    const { id } = caller(context);
    return participants.write().unenrol(input.studySessionId, id);
  }),
  exclude: os.exclude.handler(({ input, context }) => {
    const { id } = caller(context);
    return participants.write().exclude(input.studySessionId, input.reason, id);
  }),
  include: os.include.handler(({ input, context }) => {
    const { id } = caller(context);
    return participants.write().include(input.studySessionId, input.reason, id);
  }),
  erase: os.erase.handler(({ input, context }) => {
    const { id } = caller(context);
    return participants.write().erase(input.studySessionId, id);
  }),
  link: os.link.handler(({ input, context }) => {
    const { id } = participants.read().studySession(input.studySessionId);
    return { url: context.core.participantLinks?.(id) ?? null };
  }),
  report: os.report.handler(({ input, context, signal }) => {
    const { id, ...where } = input;
    const viewpoint = viewer(context);
    const open = {
      casebook: casebook.read(),
      studies: studies.read(),
      participants: participants.read(),
      metrics: metrics.read(),
    };
    return streamWork(signal, (progress, abort) =>
      reportStudy(open, id, where, viewpoint, { progress, signal: abort }),
    );
  }),
  tryOut: os.tryOut.handler(({ input, context }) => {
    const { id } = caller(context);
    return { studySessionId: participants.write().tryOut(input.id, id, viewer(context)) };
  }),
});
