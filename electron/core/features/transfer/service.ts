import { CasebookError } from '../../../../shared/domain/errors.ts';
import type {
  AttachReport,
  ExportReport,
  ExportRequest,
  FormatDescription,
  ImportReport,
  ImportRequest,
} from '../../../../shared/contract/transfer.ts';
import type { PersonId } from '../../../../shared/domain/ids.ts';
import type { Casebook } from '../../casebook.ts';
import { formats, recognise } from '../../formats/index.ts';
import type { AgreementService } from '../agreement/service.ts';
import type { ImagesService } from '../images/service.ts';
import type { PeopleService } from '../people/service.ts';
import { attachFolder } from './attachService.ts';
import { createImportThread } from './importThread.ts';
import { exportItems } from './exportService.ts';
import { importSource } from './importService.ts';
import type { Work } from './work.ts';

/** Who does it: null where nobody sits there (the command line). */
export type Actor = { readonly id: PersonId } | null;

export interface TransferService {
  formats(): FormatDescription[];
  recognise(path: string): Promise<string | null>;
  /** In this thread, which does nothing else meanwhile: for the command line, and for small ones. */
  import(request: ImportRequest, person: Actor, work: Work): Promise<ImportReport>;
  /** In a thread of its own: everybody reads on meanwhile, and who writes waits while it does. */
  importBeside(request: ImportRequest, person: Actor, work: Work): Promise<ImportReport>;
  export(request: ExportRequest, person: Actor, work: Work): Promise<ExportReport>;
  attach(folder: string, person: Actor, work: Work): Promise<AttachReport>;
  /** Waits for what is under way in this thread. */
  settle(): Promise<void>;
  /** Cancels what is imported in a thread of its own, waits until it is undone, and ends the thread. */
  close(): Promise<void>;
}

/** Bringing in and handing out, on an open casebook. One import or attachment at a time. */
export function createTransferService(
  casebook: Casebook,
  images: ImagesService,
  people: PeopleService,
  agreement: AgreementService,
): TransferService {
  const services = {
    casebook,
    images,
    people,
    agreement,
    alone: async <T>(work: () => T): Promise<T> => {
      await casebook.gate.opened();
      return work();
    },
  };
  const thread = createImportThread(casebook, images);
  const running = new Set<Promise<unknown>>();
  let bringingIn = false;
  const track = async <T>(work: Promise<T>): Promise<T> => {
    running.add(work);
    try {
      return await work;
    } finally {
      running.delete(work);
    }
  };
  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    if (bringingIn) {
      throw new CasebookError(
        'conflict',
        'Another import is running.',
        'Wait for it to finish, or cancel it.',
      );
    }
    bringingIn = true;
    try {
      return await work();
    } finally {
      bringingIn = false;
    }
  };
  return {
    formats: () => [...formats],
    recognise,
    import: (request, person, work) =>
      track(alone(() => importSource(services, request, person?.id ?? null, work))),
    importBeside: (request, person, work) => alone(() => thread.import(request, person?.id ?? null, work)),
    export: (request, person, work) => track(exportItems(services, request, person?.id ?? null, work)),
    attach: (folder, person, work) =>
      track(alone(() => attachFolder({ casebook, images }, folder, person?.id ?? null, work))),
    async settle() {
      await Promise.allSettled(running);
    },
    close: () => thread.close(),
  };
}
