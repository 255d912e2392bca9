import type { ImportReport, ImportRequest } from '../../../../shared/contract/importExport.ts';
import type { PersonId } from '../../../../shared/base/ids.ts';
import type { Work } from '../../base/work.ts';

/** The person who does it; null on the command line, where nobody is chosen. */
export type Actor = { readonly id: PersonId } | null;

/** Imports a source into the open casebook. A benchmark's own commands import through it what they made. */
export interface Importer {
  import(request: ImportRequest, person: Actor, work: Work): Promise<ImportReport>;
}
