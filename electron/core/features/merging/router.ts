import type { MergeConflict } from '../../../../shared/contract/merging.ts';
import type { CoreContext, CoreState } from '../../context.ts';
import { caller, procedures, services, streamWork, viewer, writableServices } from '../../context.ts';
import { readRow } from '../items/queries.ts';
import { requireRole } from '../people/viewpoint.ts';

const os = procedures.merging;

type Call = CoreContext & { readonly core: CoreState };

/** Anybody who has yet to answer an item must not learn from a conflict what it is called or what others said of it. */
function withoutBlind(context: Call, conflicts: readonly MergeConflict[]): MergeConflict[] {
  const view = viewer(context);
  const { database } = services(context).casebook;
  return conflicts.map((conflict) => {
    const { itemId } = conflict;
    if (itemId === null || !view.isBlind(itemId)) return conflict;
    return { ...conflict, item: readRow(database, itemId, view)?.externalId ?? null, differences: [] };
  });
}

/** Procedures on work that goes out to people and comes back. */
export const mergingRouter = {
  package: os.package.handler(({ input, context, signal }) => {
    const { merging } = services(context);
    const person = caller(context);
    const own = merging.packageFor()?.personId === person.id && input.personId === person.id;
    if (!own) requireRole(person, ['curator'], 'Making packages');
    return streamWork(signal, (progress, abort) =>
      merging.package(input.personId, input.target, person.id, { progress, signal: abort }),
    );
  }),
  merge: os.merge.handler(({ input, context, signal }) => {
    const { merging } = input.dryRun ? services(context) : writableServices(context);
    const person = caller(context);
    requireRole(person, ['curator'], 'Merging');
    return streamWork(signal, async (progress, abort) => {
      const options = { dryRun: input.dryRun, by: person.id };
      const report = await merging.merge(input.sources, options, { progress, signal: abort });
      return { ...report, conflicts: withoutBlind(context, report.conflicts) };
    });
  }),
  conflicts: os.conflicts.handler(({ context }) => {
    requireRole(caller(context), ['curator'], 'Resolving conflicts');
    return withoutBlind(context, services(context).merging.conflicts());
  }),
  settle: os.settle.handler(({ input, context }) => {
    const person = caller(context);
    requireRole(person, ['curator'], 'Resolving conflicts');
    const left = writableServices(context).merging.settle(input.id, input.choice, person.id);
    return withoutBlind(context, left);
  }),
};
