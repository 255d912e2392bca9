import type { Feature } from '../../../access/context.ts';
import { caller, procedures, viewer } from '../../../access/procedures.ts';
import { streamWork } from '../../../base/work.ts';
import type { QuerySetsService } from './service.ts';

const os = procedures.querySets;

/** Procedures on questions that are built out of items; all for curators. */
export const querySetsRouter = (querySets: Feature<QuerySetsService>) => ({
  kinds: os.kinds.handler(() =>
    querySets
      .read()
      .kinds()
      .map(({ id, title, description, needsBoxes = false }) => ({ id, title, description, needsBoxes })),
  ),
  build: os.build.handler(({ input, context, signal }) => {
    const service = querySets.read();
    const viewpoint = viewer(context);
    return streamWork(signal, async (progress, abort) => {
      const { sets, collages, left_out } = await service.build(input, { progress, signal: abort }, viewpoint);
      return { sets, collages, added: 0, unchanged: 0, left_out: [...left_out] };
    });
  }),
  add: os.add.handler(({ input, context, signal }) => {
    const service = querySets.write();
    const person = caller(context);
    const viewpoint = viewer(context);
    return streamWork(signal, async (progress, abort) => {
      const report = await service.add(input, person, { progress, signal: abort }, viewpoint);
      const { sets, collages, left_out, added, unchanged } = report;
      return { sets, collages, added, unchanged, left_out: [...left_out] };
    });
  }),
});
