import type {
  AttachReport,
  ExportReport,
  ExportRequest,
  FormatDescription,
  ImportReport,
  ImportRequest,
} from '../../../shared/contract/importExport.ts';
import type { Work } from '../base/work.ts';
import type { ExportService } from '../features/export/service.ts';
import type { ImportService } from '../features/import/service.ts';
import type { Actor } from '../formats/reading/importer.ts';

/** Imports and exports of an open casebook, one service for both; a backup follows an import that changed something. */
export class ImportExport {
  readonly #imports: ImportService;
  readonly #exports: ExportService;
  readonly #backUp;

  constructor(imports: ImportService, exports: ExportService, backUp: () => void) {
    this.#imports = imports;
    this.#exports = exports;
    this.#backUp = backUp;
  }

  formats(): FormatDescription[] {
    return this.#imports.formats();
  }

  recognise(path: string): Promise<readonly string[]> {
    return this.#imports.recognise(path);
  }

  import(request: ImportRequest, person: Actor, work: Work): Promise<ImportReport> {
    return this.#imports.import(request, person, work);
  }

  async importBeside(request: ImportRequest, person: Actor, work: Work): Promise<ImportReport> {
    const report = await this.#imports.importBeside(request, person, work);
    if (report.applied) this.#backUp();
    return report;
  }

  attach(folder: string, person: Actor, work: Work): Promise<AttachReport> {
    return this.#imports.attach(folder, person, work);
  }

  export(request: ExportRequest, person: Actor, work: Work): Promise<ExportReport> {
    return this.#exports.export(request, person, work);
  }

  /** Waits for what is under way in this thread. */
  async settle(): Promise<void> {
    await Promise.all([this.#imports.settle(), this.#exports.settle()]);
  }

  /** Cancels an import in a thread of its own, and waits until it is undone. */
  close(): Promise<void> {
    return this.#imports.close();
  }
}
