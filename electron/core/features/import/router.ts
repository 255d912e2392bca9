import { curator, procedures, services, streamWork, writableServices } from '../../access/procedures.ts';

const os = procedures.transfer;

/** Procedures on bringing in and handing out. */
export const transferRouter = {
  formats: os.formats.handler(({ context }) => services(context).transfer.formats()),
  recognise: os.recognise.handler(async ({ input, context }) => {
    curator(context, 'Importing');
    return { format: await services(context).transfer.recognise(input.path) };
  }),
  import: os.import.handler(({ input, context, signal }) => {
    const { transfer } = input.dryRun ? services(context) : writableServices(context);
    const person = curator(context, 'Importing');
    return streamWork(signal, (progress, abort) =>
      transfer.importBeside(input, person, { progress, signal: abort }),
    );
  }),
  export: os.export.handler(({ input, context, signal }) => {
    const { transfer } = services(context);
    const person = curator(context, 'Exporting');
    return streamWork(signal, (progress, abort) =>
      transfer.export(input, person, { progress, signal: abort }),
    );
  }),
  attach: os.attach.handler(({ input, context, signal }) => {
    const { transfer } = writableServices(context);
    const person = curator(context, 'Attaching images');
    return streamWork(signal, (progress, abort) =>
      transfer.attach(input.folder, person, { progress, signal: abort }),
    );
  }),
};
