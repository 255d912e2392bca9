import {
  curator,
  procedures,
  services,
  streamWork,
  viewer,
  writableServices,
} from '../../../access/procedures.ts';

const os = procedures.querySets;
const WHAT = 'Building questions';

/** Procedures on questions that are built out of items; all for curators. */
export const querySetsRouter = {
  kinds: os.kinds.handler(({ context }) => {
    curator(context, WHAT);
    return services(context)
      .querySets.kinds()
      .map(({ id, title, description, needsBoxes = false }) => ({ id, title, description, needsBoxes }));
  }),
  build: os.build.handler(({ input, context, signal }) => {
    curator(context, WHAT);
    const { querySets } = services(context);
    const viewpoint = viewer(context);
    return streamWork(signal, async (progress, abort) => {
      const { sets, collages, left_out } = await querySets.build(
        input,
        { progress, signal: abort },
        viewpoint,
      );
      return { sets, collages, added: 0, unchanged: 0, left_out: [...left_out] };
    });
  }),
  add: os.add.handler(({ input, context, signal }) => {
    const { querySets } = writableServices(context);
    const person = curator(context, WHAT);
    const viewpoint = viewer(context);
    return streamWork(signal, async (progress, abort) => {
      const report = await querySets.add(input, person, { progress, signal: abort }, viewpoint);
      const { sets, collages, left_out, added, unchanged } = report;
      return { sets, collages, added, unchanged, left_out: [...left_out] };
    });
  }),
};
