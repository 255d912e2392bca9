import type { ExportReport, ExportRequest } from '../../../../shared/contract/importExport.ts';
import type { Work } from '../../base/work.ts';
import type { AgreementFigures } from '../../derived/agreement/report.ts';
import type { Formats } from '../../formats/catalogue.ts';
import type { Actor } from '../../formats/reading/importer.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { CasebookImages } from '../../records/images/images.ts';
import { exportItems } from './exportService.ts';

/** Exports of an open casebook. */
export class ExportService {
  readonly #casebook: Casebook;
  readonly #images: CasebookImages;
  readonly #agreement: AgreementFigures;
  readonly #formats: Formats;
  readonly #running = new Set<Promise<unknown>>();

  constructor(casebook: Casebook, images: CasebookImages, agreement: AgreementFigures, formats: Formats) {
    this.#casebook = casebook;
    this.#images = images;
    this.#agreement = agreement;
    this.#formats = formats;
  }

  async export(request: ExportRequest, person: Actor, work: Work): Promise<ExportReport> {
    const exporting = exportItems(
      { casebook: this.#casebook, images: this.#images, agreement: this.#agreement, formats: this.#formats },
      request,
      person?.id ?? null,
      work,
    );
    this.#running.add(exporting);
    try {
      return await exporting;
    } finally {
      this.#running.delete(exporting);
    }
  }

  /** Waits for the exports under way. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#running);
  }
}
