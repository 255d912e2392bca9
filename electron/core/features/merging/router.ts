import { caller, procedures, services, streamWork, viewer, writableServices } from '../../context.ts';
import { requireRole } from '../people/viewpoint.ts';

const os = procedures.merging;

/** Procedures on work that goes out to people and comes back. */
export const mergingRouter = {
  package: os.package.handler(({ input, context, signal }) => {
    const { merging } = services(context);
    const person = caller(context);
    const own = merging.packageFor()?.personId === person.id && input.personId === person.id;
    if (!own) requireRole(person, ['curator'], 'Making packages');
    return streamWork(context.core.ports, signal, (progress, abort) =>
      merging.package(input.personId, input.target, person.id, { progress, signal: abort }),
    );
  }),
  merge: os.merge.handler(({ input, context, signal }) => {
    const { merging } = input.dryRun ? services(context) : writableServices(context);
    const person = caller(context);
    requireRole(person, ['curator'], 'Merging');
    return streamWork(context.core.ports, signal, (progress, abort) =>
      merging.merge(input.sources, { dryRun: input.dryRun, by: person.id }, { progress, signal: abort }),
    );
  }),
  conflicts: os.conflicts.handler(({ context }) => {
    requireRole(caller(context), ['curator'], 'Settling conflicts');
    const view = viewer(context);
    return services(context)
      .merging.conflicts()
      .map((conflict) =>
        // Whoever has yet to answer an item must not learn from a conflict what others said of it.
        conflict.itemId !== null && view.isBlind(conflict.itemId)
          ? { ...conflict, differences: [] }
          : conflict,
      );
  }),
  settle: os.settle.handler(({ input, context }) => {
    const person = caller(context);
    requireRole(person, ['curator'], 'Settling conflicts');
    return writableServices(context).merging.settle(input.id, input.choice, person.id);
  }),
};
