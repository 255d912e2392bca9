import type { Feature } from '../../access/context.ts';
import { caller, procedures } from '../../access/procedures.ts';
import { streamWork } from '../../base/work.ts';
import type { ExportService } from './service.ts';

const os = procedures.importExport;

/** Procedures of exporting. */
export const exportRouter = (exports: Feature<Pick<ExportService, 'export'>>) => ({
  export: os.export.handler(({ input, context, signal }) => {
    const service = exports.read();
    const person = caller(context);
    return streamWork(signal, (progress, abort) =>
      service.export(input, person, { progress, signal: abort }),
    );
  }),
});
