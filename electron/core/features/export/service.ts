import type { ExportReport, ExportRequest } from '../../../../shared/contract/importExport.ts';
import type { Work } from '../../base/work.ts';
import type { AgreementFigures } from '../../derived/agreement/report.ts';
import type { Formats } from '../../formats/catalogue.ts';
import type { Actor } from '../../formats/importer.ts';
import type { Casebook } from '../../derived/casebook.ts';
import type { CasebookImages } from '../../records/images.ts';
import { exportItems } from './exportService.ts';

export interface ExportService {
  export(request: ExportRequest, person: Actor, work: Work): Promise<ExportReport>;
  /** Waits for the exports under way. */
  settle(): Promise<void>;
}

/** Exports of an open casebook. */
export function createExportService(
  casebook: Casebook,
  images: CasebookImages,
  agreement: AgreementFigures,
  formats: Formats,
): ExportService {
  const running = new Set<Promise<unknown>>();
  return {
    async export(request, person, work) {
      const exporting = exportItems(
        { casebook, images, agreement, formats },
        request,
        person?.id ?? null,
        work,
      );
      running.add(exporting);
      try {
        return await exporting;
      } finally {
        running.delete(exporting);
      }
    },
    async settle() {
      await Promise.allSettled(running);
    },
  };
}
