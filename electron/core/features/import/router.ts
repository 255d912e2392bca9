import type { Feature } from '../../access/context.ts';
import { caller, procedures } from '../../access/procedures.ts';
import { streamWork } from '../../base/work.ts';
import type { ImportService } from './service.ts';

const os = procedures.importExport;

/** Procedures of importing. */
export const importRouter = (
  imports: Feature<Pick<ImportService, 'formats' | 'recognise' | 'importBeside' | 'attach'>>,
) => ({
  formats: os.formats.handler(() => imports.read().formats()),
  recognise: os.recognise.handler(async ({ input }) => ({
    formats: [...(await imports.read().recognise(input.path))],
  })),
  import: os.import.handler(({ input, context, signal }) => {
    const service = input.dryRun ? imports.read() : imports.write();
    const person = caller(context);
    return streamWork(signal, (progress, abort) =>
      service.importBeside(input, person, { progress, signal: abort }),
    );
  }),
  attach: os.attach.handler(({ input, context, signal }) => {
    const service = imports.write();
    const person = caller(context);
    return streamWork(signal, (progress, abort) =>
      service.attach(input.folder, person, { progress, signal: abort }),
    );
  }),
});
