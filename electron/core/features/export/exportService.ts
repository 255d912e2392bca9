import { type Casebook, compose } from '../../derived/casebook.ts';
import { extname } from 'node:path';
import type { z } from 'zod';
import type { ItemStatus } from '../../../../shared/domain/status.ts';
import { type ExportReport, ExportRequest } from '../../../../shared/contract/importExport.ts';
import { CasebookError } from '../../../../shared/base/errors.ts';
import type { PersonId } from '../../../../shared/base/ids.ts';
import { openDatabase } from '../../db/database.ts';
import { createOutputFile, createOutputFolder } from '../../files/outputFolder.ts';
import type { AgreementFigures } from '../../derived/agreement/report.ts';
import type { CasebookImages } from '../../records/images/images.ts';
import { exportAnswers } from './exportAnswers.ts';
import { ExportRun, type ItemExportRequest } from './exportRun.ts';
import { COMPANIONS } from './exportCompanions.ts';
import { assertOutside } from '../../formats/writing/exportFormat.ts';
import type { Formats } from '../../formats/catalogue.ts';
import { assertCanHold } from '../../formats/writing/holds.ts';
import { putInPlace } from './formerExport.ts';
import { keyOf, pseudonymise } from '../../records/people/pseudonyms.ts';
import { recordExport } from './waitingExports.ts';
import type { Work } from '../../base/work.ts';

export interface ExportServices {
  readonly formats: Formats;
  readonly casebook: Casebook;
  readonly images: CasebookImages;
  readonly agreement: AgreementFigures;
}

/**
 * Exports items, accepted ones by default. An accepted item that breaks a rule of the benchmark is left out and named,
 * or with `strict` refuses the export (`invalid_input`). The export is one state of the casebook, and is written whole
 * or not at all.
 */
export async function exportItems(
  services: ExportServices,
  input: z.input<typeof ExportRequest>,
  by: PersonId | null,
  work: Work,
): Promise<ExportReport> {
  const asked = ExportRequest.parse(input);
  const { casebook } = services;
  const found = services.formats.find(asked.format);
  if (found?.writes === undefined)
    throw new CasebookError('invalid_input', `There is no export format "${asked.format}".`);
  assertCanHold(casebook.benchmark, found, services.formats);
  if (found.writes.of === 'answers') {
    assertOutside(casebook, asked.target);
    return exportAnswers(casebook, found.writes, asked, by, work);
  }
  const format = found.writes.format(casebook);
  const usual: readonly ItemStatus[] | null = found.description.anyStatus === true ? null : ['accepted'];
  const status = asked.status === undefined ? usual : asked.status;
  const request: ItemExportRequest = {
    ...asked,
    status: status === null ? null : [...status],
    ...(asked.dryRun && { images: 'none' }),
  };
  const extension = extname(request.target).toLowerCase();
  const single = format.singleFile.includes(extension) ? extension : null;
  assertOutside(casebook, request.target);
  const output =
    single === null
      ? await createOutputFolder(request.target, {
          force: request.force,
          owns: (path) => format.owns(path) || COMPANIONS.includes(path),
        })
      : await createOutputFile(request.target, request.force);
  const snapshot = openDatabase(casebook.database.name, 'read');
  try {
    snapshot.exec('BEGIN');
    const pseudonyms = request.names ? [] : pseudonymise(snapshot);
    const run = new ExportRun(
      {
        ...services,
        frozen: compose({ ...casebook, database: snapshot }),
        request,
        format,
        payloadKeys: found.writes.payloadKeys ?? [],
        single,
        output,
      },
      work,
    );
    const report = await run.write();
    const replaced = await putInPlace({ ...report, pseudonyms: [...pseudonyms] }, output, {
      single: single !== null,
      owns: (path) => format.owns(path),
      allowFewer: request.allowFewer,
      dryRun: request.dryRun,
      signal: work.signal,
    });
    await casebook.gate.opened();
    if (replaced.written) {
      recordExport(casebook, by, {
        format: request.format,
        items: report.items,
        images: report.images,
        withheld: report.withheld,
        status: request.status,
        ...(pseudonyms.length > 0 && { pseudonyms: keyOf(pseudonyms) }),
      });
    }
    return replaced;
  } catch (error) {
    await output.abandon();
    throw error;
  } finally {
    snapshot.close();
  }
}
