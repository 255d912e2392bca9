import { curator, procedures, services, streamWork, viewer, writableServices } from '../../context.ts';
import { reportStudy } from './report/reportStudy.ts';

const os = procedures.studies;

/** Procedures on human baselines. */
export const studiesRouter = {
  options: os.options.handler(({ context }) => {
    curator(context, 'Setting up studies');
    return services(context).studies.options();
  }),
  list: os.list.handler(({ context }) => {
    curator(context, 'Managing studies');
    return services(context).studies.list(viewer(context));
  }),
  get: os.get.handler(({ input, context }) => {
    curator(context, 'Managing studies');
    return services(context).studies.get(input.id, viewer(context));
  }),
  preview: os.preview.handler(({ input, context }) => {
    curator(context, 'Setting up studies');
    return services(context).studies.preview(input, viewer(context));
  }),
  save: os.save.handler(({ input, context }) => {
    const { id } = curator(context, 'Setting up studies');
    return writableServices(context).studies.save(input, id, viewer(context));
  }),
  open: os.open.handler(({ input, context }) => {
    const { id } = curator(context, 'Opening studies');
    return writableServices(context).studies.open(input.id, id, viewer(context));
  }),
  close: os.close.handler(({ input, context }) => {
    const { id } = curator(context, 'Closing studies');
    return writableServices(context).studies.close(input.id, id, viewer(context));
  }),
  reopen: os.reopen.handler(({ input, context }) => {
    const { id } = curator(context, 'Opening studies');
    return writableServices(context).studies.reopen(input.id, id, viewer(context));
  }),
  remove: os.remove.handler(({ input, context }) => {
    const { id } = curator(context, 'Removing studies');
    writableServices(context).studies.remove(input.id, id);
  }),
  participants: os.participants.handler(({ input, context }) => {
    curator(context, 'Managing participants');
    return services(context).studies.participants(input.id);
  }),
  candidates: os.candidates.handler(({ input, context }) => {
    curator(context, 'Enrolling participants');
    return services(context).studies.candidates(input.id, viewer(context));
  }),
  enrol: os.enrol.handler(({ input, context }) => {
    const { id } = curator(context, 'Enrolling participants');
    return writableServices(context).studies.enrol(input.id, input.people, id);
  }),
  enrolNew: os.enrolNew.handler(({ input, context }) => {
    const { id } = curator(context, 'Enrolling participants');
    return writableServices(context).studies.enrolNew(input.id, input.count, input.prefix, id);
  }),
  unenrol: os.unenrol.handler(({ input, context }) => {
    const { id } = curator(context, 'Cancelling enrolments');
    return writableServices(context).studies.unenrol(input.sittingId, id);
  }),
  exclude: os.exclude.handler(({ input, context }) => {
    const { id } = curator(context, 'Excluding participants');
    return writableServices(context).studies.exclude(input.sittingId, input.reason, id);
  }),
  include: os.include.handler(({ input, context }) => {
    const { id } = curator(context, 'Including participants');
    return writableServices(context).studies.include(input.sittingId, input.reason, id);
  }),
  link: os.link.handler(({ input, context }) => {
    curator(context, 'Making links');
    const { id } = services(context).studies.sitting(input.sittingId);
    return { url: context.core.participantLinks?.(id) ?? null };
  }),
  report: os.report.handler(({ input, context, signal }) => {
    curator(context, 'Writing reports of studies');
    const { id, ...where } = input;
    const viewpoint = viewer(context);
    const open = services(context);
    return streamWork(signal, (progress, abort) =>
      reportStudy(open, id, where, viewpoint, { progress, signal: abort }),
    );
  }),
  tryOut: os.tryOut.handler(({ input, context }) => {
    const { id } = curator(context, 'Trying out studies');
    return { sittingId: writableServices(context).studies.tryOut(input.id, id, viewer(context)) };
  }),
};
