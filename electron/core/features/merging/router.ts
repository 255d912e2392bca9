import type { Call, Feature } from '../../access/context.ts';
import type { MergeConflict } from '../../../../shared/contract/merging.ts';
import { caller, openCasebook, procedures, viewer } from '../../access/procedures.ts';
import { streamWork } from '../../base/work.ts';
import { readRow } from '../../access/itemQueries.ts';
import { requireRole } from '../../access/viewpoint.ts';
import type { MergingService } from './service.ts';

const os = procedures.merging;

/** Anybody who has yet to answer an item must not learn from a conflict what it is called or what others said of it. */
function withoutBlind(context: Call, conflicts: readonly MergeConflict[]): MergeConflict[] {
  const view = viewer(context);
  const { database } = openCasebook(context).casebook;
  return conflicts.map((conflict) => {
    const { itemId } = conflict;
    if (itemId === null || !view.isBlind(itemId)) return conflict;
    return {
      ...conflict,
      item: readRow(database, itemId, view)?.externalId ?? null,
      differences: [],
      sides: null,
    };
  });
}

/** Procedures on work that goes out to people and comes back. */
export const mergingRouter = (merging: Feature<MergingService>) => ({
  package: os.package.handler(({ input, context, signal }) => {
    const service = merging.read();
    const person = caller(context);
    const own = service.packageFor()?.personId === person.id && input.personId === person.id;
    if (!own) requireRole(person, ['curator'], 'Making packages');
    return streamWork(signal, (progress, abort) =>
      service.package(input.personId, input.target, person.id, { progress, signal: abort }),
    );
  }),
  merge: os.merge.handler(({ input, context, signal }) => {
    const service = input.dryRun ? merging.read() : merging.write();
    const person = caller(context);
    return streamWork(signal, async (progress, abort) => {
      const { sources, ...options } = input;
      const report = await service.merge(sources, { ...options, by: person.id }, { progress, signal: abort });
      return { ...report, conflicts: withoutBlind(context, report.conflicts) };
    });
  }),
  conflicts: os.conflicts.handler(({ context }) => withoutBlind(context, merging.read().conflicts())),
  ownConflicts: os.ownConflicts.handler(({ context }) => {
    const view = viewer(context);
    const { database } = openCasebook(context).casebook;
    return merging
      .read()
      .ownConflicts(caller(context).id)
      .flatMap((conflict) => {
        const row = readRow(database, conflict.itemId, view);
        return row === null || row === undefined ? [] : [{ ...conflict, item: row.externalId }];
      });
  }),
  resolve: os.resolve.handler(({ input, context }) => {
    const person = caller(context);
    const left = merging.write().resolve(input.id, input.choice, person.id);
    return withoutBlind(context, left);
  }),
});
