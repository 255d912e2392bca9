import type { ImportReport } from '../../../shared/contract/importExport.ts';
import { threadTask } from '../base/threadTask.ts';
import { importHere, type ImportTask } from '../features/import/running/importHere.ts';
import { formats } from './formats.ts';

/** An import in a thread of its own. */
export const importing = threadTask<ImportTask, ImportReport>((task, progress, talk) =>
  importHere(task, { formats, progress, talk }),
);
